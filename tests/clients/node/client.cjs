// What node-postgres and postgres.js programs do with a read-only database, one line of JSON per answer. Run against two servers
// by test_node.py, the lines must be equal.
const { Client, Pool, types } = require("pg");
const Cursor = require("pg-cursor");
const postgres = require("postgres");

const [host, port, user, database, questionsText] = process.argv.slice(2);
const { questions, parameters, errors, many, slow } = JSON.parse(questionsText);
const address = { host, port: Number(port), user, database };

const plain = (key, value) => (typeof value === "bigint" ? `${value}n` : value);
const say = (what, value) => console.log(JSON.stringify([what, value], plain));

async function errorOf(promise) {
  try {
    await promise;
    return "no error";
  } catch (error) {
    const { severity, code, message, detail, hint, position } = error;
    return { severity, code, message, detail, hint, position };
  }
}

async function nodePostgres() {
  const client = new Client({ ...address, statement_timeout: 60000 });
  await client.connect();
  for (const question of questions) {
    const found = await client.query({ text: question, rowMode: "array" });
    say("pg", [found.command, found.rowCount, found.fields.map((f) => [f.name, f.dataTypeID, f.dataTypeModifier]), found.rows]);
  }
  for (const [type, value] of parameters) {
    say(`pg ${type}`, (await client.query(`SELECT $1::${type} AS value, $2::${type} AS nothing`, [value, null])).rows);
  }
  const named = { name: "by-carrier", text: "SELECT name FROM airlines WHERE carrier = $1" };
  for (const carrier of ["UA", "AA", null]) {
    say("pg prepared", (await client.query({ ...named, values: [carrier] })).rows);
  }
  say("pg inferred", (await client.query("SELECT count(*) FROM flights WHERE dep_delay > $1 AND origin = ANY ($2)", [30, ["JFK", "LGA"]])).rows);
  for (const error of errors) {
    say("pg error", await errorOf(client.query(error)));
    say("pg error", await errorOf(client.query(error.replace("SELECT", "SELECT $1::int4,"), [1])));
  }
  say("pg several", (await client.query("SELECT 1 AS a; SELECT 'b' AS b")).map((r) => r.rows));
  await client.query("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ");
  say("pg transaction", (await client.query("SHOW transaction_isolation")).rows);
  say("pg transaction", (await errorOf(client.query("SELECT 1 / 0"))).code);
  say("pg transaction", (await errorOf(client.query("SELECT 1"))).code);
  await client.query("ROLLBACK");
  const cursor = client.query(new Cursor(many, [], { rowMode: "array" }));
  for (let rows = await cursor.read(400); rows.length; rows = await cursor.read(400)) {
    say("pg cursor", [rows.length, rows[0]]);
  }
  await cursor.close();
  const abandoned = client.query(new Cursor(many));
  say("pg cursor", (await abandoned.read(3)).length);
  await abandoned.close();
  say("pg cursor", (await client.query("SELECT 'still here' AS answer")).rows);
  await client.query("SET statement_timeout = 300");
  say("pg timeout", await errorOf(client.query(slow)));
  await client.end();
  const pool = new Pool({ ...address, max: 3 });
  const counts = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => pool.query("SELECT $1::int4 * 2 AS n", [n])));
  say("pg pool", counts.map((c) => c.rows[0].n));
  await pool.end();
}

async function postgresJs() {
  const sql = postgres({ ...address, max: 2, onnotice: () => {} });
  for (const question of questions) {
    const found = await sql.unsafe(question);
    say("postgres", [found.command, found.count, found.columns.map((c) => [c.name, c.type]), await sql.unsafe(question).values()]);
  }
  for (const [type, value] of parameters) {
    say(`postgres ${type}`, await errorOf(sql.unsafe(`SELECT $1::${type} AS value, $2::${type} AS nothing`, [value, null]).then((rows) => say(type, rows))));
  }
  const carriers = ["UA", "AA"];
  say("postgres in", await sql`SELECT name FROM airlines WHERE carrier IN ${sql(carriers)} AND name <> ${"x"} ORDER BY name`);
  say("postgres any", await sql`SELECT count(*) FROM flights WHERE origin = ANY (${carriers}) OR dep_delay > ${100}`);
  say("postgres describe", await sql`SELECT carrier, dep_delay FROM flights WHERE flight = ${0}`.describe().then((d) => [d.types, d.columns.map((c) => c.name)]));
  for (const error of errors) {
    const { severity, code, message, position } = (await sql.unsafe(error).catch((e) => e)) ?? {};
    say("postgres error", { severity, code, message, position });
  }
  const told = await sql.begin("read only", async (inside) => {
    const first = await inside`SHOW transaction_read_only`;
    const failed = await inside.savepoint((s) => s`SELECT 1 / ${0}::int4`).catch((e) => e.code);
    return [first, failed, await inside`SELECT 'after the savepoint' AS answer`];
  });
  say("postgres transaction", told);
  let rows = 0;
  for await (const page of sql.unsafe(many).cursor(500)) {
    rows += page.length;
    say("postgres cursor", [page.length, page[0]]);
  }
  say("postgres cursor", rows);
  const running = sql.unsafe(slow).execute();
  const cancelled = running.catch((e) => e.code);
  const again = setInterval(() => running.cancel(), 100); // the query may not have begun at the first try
  say("postgres cancel", await cancelled);
  clearInterval(again);
  say("postgres cancel", await sql`SELECT 1 AS one`);
  const chunks = [];
  for await (const chunk of await sql`COPY (SELECT * FROM airlines ORDER BY carrier) TO STDOUT`.readable()) chunks.push(chunk);
  say("postgres copy", Buffer.concat(chunks).toString());
  await sql.end();
}

nodePostgres()
  .then(postgresJs)
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
