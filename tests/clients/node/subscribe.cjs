// Follows a view by SUBSCRIBE in one of the ways that node-postgres has, until a version is complete; a line of JSON each row.
const { Client, Query } = require("pg");
const Cursor = require("pg-cursor");
const { address, what, tell } = require("./told.cjs");

const { way, subscribe, until } = JSON.parse(what);
const texts = { rowMode: "array", types: { getTypeParser: () => (text) => text } };

// Whether this was the last row that is wanted.
function told(row) {
  tell(way, row);
  return row[2] === "progress" && Number(row[0]) >= until;
}

const ways = {
  // Rows of a simple query, as they come; another connection ends it.
  query: (client) =>
    new Promise((resolve, reject) => {
      let done = false;
      const query = new Query({ text: subscribe, ...texts });
      query.on("row", (row) => {
        if (done || !told(row)) return;
        done = true;
        const other = new Client(address);
        other.connect().then(() => other.query("SELECT pg_cancel_backend($1)", [client.processID])).then(() => other.end(), reject);
      });
      query.on("error", (error) => (done && error.code === "57014" ? resolve() : reject(error)));
      query.on("end", () => reject(new Error("it has no end")));
      client.query(query);
    }),

  // pg-cursor waits until there are as many rows as it is asked for: one.
  cursor: async (client) => {
    const cursor = client.query(new Cursor(subscribe, [], texts));
    for (let rows = await cursor.read(1); !told(rows[0]); rows = await cursor.read(1));
    await cursor.close();
  },

  // A cursor of SQL's, whose FETCH gives what is there.
  fetch: async (client) => {
    await client.query("BEGIN");
    await client.query(`DECLARE c CURSOR FOR ${subscribe}`);
    for (let done = false; !done; ) {
      const { rows } = await client.query({ text: "FETCH 5 FROM c WITH (TIMEOUT = '20s')", ...texts });
      for (const row of rows) done = told(row);
    }
    await client.query("COMMIT");
  },
};

async function main() {
  const client = new Client(address);
  await client.connect();
  await ways[way](client);
  tell(way, (await client.query({ text: "SELECT 'still here'", ...texts })).rows[0]);
  await client.end();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
