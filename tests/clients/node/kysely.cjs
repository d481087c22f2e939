// What Kysely makes of a database: run with "structure" or "contents" against two servers, the lines must be equal.
const { Kysely, PostgresDialect, sql } = require("kysely");
const { jsonArrayFrom, jsonObjectFrom, jsonBuildObject } = require("kysely/helpers/postgres");
const { Pool } = require("pg");
const Cursor = require("pg-cursor");
const { address, what, ask, tell, errorOf } = require("./told.cjs");

const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ ...address, max: 2 }), cursor: Cursor }) });

async function structure() {
  const tables = await db.introspection.getTables();
  tell("tables", tables.filter((table) => table.schema === "public").sort((a, b) => (a.name < b.name ? -1 : 1)));
  await ask("schemas", async () => (await db.introspection.getSchemas()).map((schema) => schema.name).sort());
}

async function contents() {
  const airlines = db.selectFrom("airlines as a");
  const byKey = ["carrier", "flight", "time_hour"];
  await ask("found", () => airlines.selectAll().where("carrier", "=", "UA").executeTakeFirst());
  await ask("nobody", () => airlines.selectAll().where("carrier", "=", "nobody").executeTakeFirst());
  await ask("kinds", () => db.selectFrom("kinds").selectAll().orderBy("id").execute());
  const late = db.selectFrom("flights").where("dep_delay", ">", 200).where("origin", "in", ["JFK", "LGA"]);
  await ask("where", () => late.selectAll().orderBy(byKey[0]).orderBy(byKey[1]).orderBy(byKey[2]).limit(7).offset(2).execute());
  await ask("either", () => late.select(({ fn }) => fn.countAll().as("n")).where((e) => e.or([e("carrier", "=", "UA"), e.between("distance", 100, 300)])).execute());
  await ask("groups", () => db.selectFrom("flights").select(["origin", (e) => e.fn.avg("dep_delay").as("mean"), (e) => e.fn.count("flight").distinct().as("n")]).groupBy("origin").having((e) => e.fn.countAll(), ">", 10).orderBy("origin").execute());
  await ask("filtered", () => db.selectFrom("flights").select(["origin", (e) => e.fn.countAll().filterWhere("dep_delay", ">", 60).as("late")]).groupBy("origin").orderBy("origin").execute());
  // Relations, as Kysely's recipes have them: LATERAL and correlated subqueries whose LIMIT is a parameter.
  const last = (e) => e.selectFrom("flights as f").select(["f.flight", "f.time_hour"]).whereRef("f.carrier", "=", "a.carrier").orderBy("f.time_hour", "desc").orderBy("f.flight").limit(2);
  await ask("arrays", () => airlines.select(["a.carrier", (e) => jsonArrayFrom(last(e)).as("last")]).orderBy("a.carrier").execute());
  await ask("objects", () => airlines.select(["a.carrier", (e) => jsonObjectFrom(last(e).limit(1).offset(1)).as("last")]).orderBy("a.carrier").execute());
  await ask("built", () => airlines.select((e) => jsonBuildObject({ code: e.ref("a.carrier"), name: e.ref("a.name") }).as("airline")).orderBy("a.carrier").limit(3).execute());
  await ask("lateral", () => airlines.leftJoinLateral((e) => last(e).as("l"), (join) => join.onTrue()).select(["a.name", "l.flight", "l.time_hour"]).orderBy("a.carrier").orderBy("l.time_hour", "desc").orderBy("l.flight").execute());
  await ask("with", () => db.with("counted", (e) => e.selectFrom("flights").select(["carrier", (f) => f.fn.countAll().as("n")]).groupBy("carrier")).selectFrom("counted").innerJoin("airlines", "airlines.carrier", "counted.carrier").select(["name", "n"]).orderBy("n", "desc").limit(5).execute());
  await ask("recursive", () => db.withRecursive("r(n)", (e) => e.selectNoFrom(sql`1`.as("n")).unionAll(e.selectFrom("r").select(sql`n + 1`.as("n")).where("n", "<", 5))).selectFrom("r").selectAll().execute());
  await ask("windows", () => late.select(["carrier", "dep_delay", (e) => e.fn.agg("rank").over((o) => o.partitionBy("carrier").orderBy("dep_delay", "desc")).as("r")]).orderBy("carrier").orderBy("dep_delay").limit(20).execute());
  await ask("distinct on", () => db.selectFrom("flights").distinctOn("origin").select(["origin", "carrier", "flight"]).orderBy("origin").orderBy("dep_delay", (o) => o.desc().nullsLast()).orderBy("carrier").orderBy("flight").execute());
  await ask("case", () => airlines.select((e) => e.case().when("carrier", "=", "UA").then("united").else(e.ref("name")).end().as("who")).orderBy("carrier").execute());
  await ask("any", () => airlines.select("name").where("carrier", "=", sql`any(cast(${["UA", "AA"]} as varchar[]))`).orderBy("name").execute());
  await ask("sets", () => airlines.select("carrier as c").union(db.selectFrom("flights").select("origin as c")).except(db.selectFrom("flights").select("dest as c")).orderBy("c").execute());
  await ask("raw", async () => (await sql`SELECT ${1}::int4 + ${2}::int4 AS three, ${"x"}::text AS x`.execute(db)).rows);
  let streamed = 0;
  for await (const row of db.selectFrom("flights").select("flight").where("origin", "=", "LGA").stream(500)) streamed += row.flight;
  tell("streamed", streamed);
  const read = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  await ask("transaction", () => read.execute((inside) => inside.selectFrom("flights").select((e) => e.fn.countAll().as("n")).execute()));
  const controlled = await db.startTransaction().execute();
  const saved = await controlled.savepoint("here").execute();
  await ask("savepoint", () => errorOf(sql`SELECT 1 / 0`.execute(saved)));
  await saved.rollbackToSavepoint("here").execute();
  await ask("after", () => controlled.selectFrom("airlines").select((e) => e.fn.countAll().as("n")).execute());
  await controlled.rollback().execute();
  for (const wrong of ["SELECT nothing FROM flights", "SELECT * FROM nowhere", "SELECT 'x'::int"]) tell(wrong, await errorOf(sql.raw(wrong).execute(db)));
  await ask("explained", async () => (await airlines.selectAll().explain("text")).length > 0);
}

(async () => {
  await (what === "structure" ? structure() : contents());
  await db.destroy();
})();
