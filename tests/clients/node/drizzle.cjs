// What Drizzle makes of a database: run with "contents" against two servers, the lines must be equal.
const { drizzle } = require("drizzle-orm/node-postgres");
const orm = require("drizzle-orm");
const pg = require("drizzle-orm/pg-core");
const { Client } = require("pg");
const { address, ask, tell, errorOf } = require("./told.cjs");

const { eq, and, or, gt, gte, lt, isNull, inArray, like, ilike, between, not, exists, desc, asc, sql } = orm;
const { count, countDistinct, avg, sum, max, min } = orm;

const airlines = pg.pgTable("airlines", { carrier: pg.text().primaryKey(), name: pg.text() });
const flights = pg.pgTable(
  "flights",
  {
    carrier: pg.text(), flight: pg.integer(), hour: pg.timestamp("time_hour", { withTimezone: true }), origin: pg.text(),
    dest: pg.text(), delay: pg.integer("dep_delay"), distance: pg.integer(),
  },
  (table) => [pg.primaryKey({ columns: [table.carrier, table.flight, table.hour] })],
);
const kinds = pg.pgTable("kinds", {
  id: pg.bigint({ mode: "bigint" }).primaryKey(), flag: pg.boolean(), small: pg.smallint(), large: pg.bigint({ mode: "bigint" }),
  double: pg.doublePrecision(), exact: pg.numeric(), words: pg.text(), day: pg.date(), instant: pg.timestamp({ withTimezone: true, mode: "string" }),
  local: pg.timestamp({ mode: "string" }), elapsed: pg.interval(), numbers: pg.integer().array(), names: pg.text().array(),
});
const airlineFlights = orm.relations(airlines, ({ many }) => ({ flights: many(flights) }));
const flightAirline = orm.relations(flights, ({ one }) => ({ airline: one(airlines, { fields: [flights.carrier], references: [airlines.carrier] }) }));
const schema = { airlines, flights, kinds, airlineFlights, flightAirline };
const newest = [desc(flights.hour), asc(flights.flight)];

async function queries(db) {
  await ask("kinds", () => db.select().from(kinds).orderBy(kinds.id));
  await ask("found", () => db.select().from(airlines).where(eq(airlines.carrier, "UA")));
  const late = and(gt(flights.delay, 200), inArray(flights.origin, ["JFK", "LGA"]), between(flights.hour, new Date("2013-01-02"), new Date("2013-01-20")));
  await ask("where", () => db.select().from(flights).where(late).orderBy(flights.carrier, flights.flight, flights.hour).limit(7).offset(2));
  await ask("others", () => db.select({ n: count() }).from(flights).where(or(isNull(flights.delay), not(lt(flights.distance, 2000)), like(flights.dest, "A%"))));
  await ask("computed", () => db.select({ n: count(flights.delay), dests: countDistinct(flights.dest), mean: avg(flights.delay), all: sum(flights.distance), last: max(flights.hour), least: min(flights.delay) }).from(flights));
  await ask("groups", () => db.select({ origin: flights.origin, n: count() }).from(flights).groupBy(flights.origin).having(({ n }) => gt(n, 10)).orderBy(flights.origin));
  await ask("joined", () => db.select({ name: airlines.name, n: count(flights.flight) }).from(airlines).leftJoin(flights, and(eq(flights.carrier, airlines.carrier), gt(flights.delay, 60))).groupBy(airlines.name).orderBy(desc(count(flights.flight)), airlines.name).limit(5));
  const counted = db.$with("counted").as(db.select({ carrier: flights.carrier, n: count().as("n") }).from(flights).groupBy(flights.carrier));
  await ask("with", () => db.with(counted).select().from(counted).innerJoin(airlines, eq(airlines.carrier, counted.carrier)).orderBy(desc(counted.n)).limit(3));
  await ask("exists", () => db.select({ name: airlines.name }).from(airlines).where(exists(db.select({ one: sql`1` }).from(flights).where(and(eq(flights.carrier, airlines.carrier), gte(flights.delay, 600))))).orderBy(airlines.name));
  await ask("distinct on", () => db.selectDistinctOn([flights.origin], { origin: flights.origin, carrier: flights.carrier }).from(flights).orderBy(flights.origin, desc(flights.distance), flights.carrier));
  await ask("union", () => pg.union(db.select({ c: airlines.carrier }).from(airlines), db.select({ c: flights.origin }).from(flights)).orderBy(sql`carrier`));
  const last = db.select({ flight: flights.flight, hour: flights.hour }).from(flights).where(eq(flights.carrier, airlines.carrier)).orderBy(...newest).limit(2).as("last");
  await ask("lateral", () => db.select().from(airlines).leftJoinLateral(last, sql`true`).orderBy(airlines.carrier, desc(last.hour), last.flight));
  await ask("counts", () => db.$count(flights, ilike(flights.dest, "l%")));
  const prepared = db.select().from(airlines).where(eq(airlines.carrier, sql.placeholder("carrier"))).prepare("by_carrier");
  for (const carrier of ["UA", "AA", "nobody"]) await ask("prepared", () => prepared.execute({ carrier }));
}

/** What Drizzle calls relational queries: one statement of LATERAL joins whose limits are parameters. */
async function relations(db) {
  const few = { columns: { flight: true, hour: true }, orderBy: newest, limit: 2 };
  await ask("many", () => db.query.airlines.findMany({ with: { flights: few }, orderBy: airlines.carrier }));
  await ask("one", () => db.query.flights.findMany({ where: gt(flights.delay, 700), with: { airline: true }, orderBy: newest, limit: 5, offset: 1 }));
  await ask("first", () => db.query.airlines.findFirst({ where: eq(airlines.carrier, "HA"), with: { flights: { ...few, where: gt(flights.delay, 0) } } }));
  await ask("extras", () => db.query.airlines.findMany({ extras: { shout: sql`upper(${airlines.name})`.as("shout") }, orderBy: airlines.carrier, limit: 2 }));
}

async function transactions(db) {
  const level = { isolationLevel: "repeatable read", accessMode: "read only", deferrable: true };
  await ask("transaction", () => db.transaction((inside) => inside.select({ n: count() }).from(flights), level));
  await ask("nested", () => db.transaction(async (outer) => [await errorOf(outer.transaction((inside) => inside.execute(sql`SELECT 1 / 0`))), (await outer.execute(sql`SELECT 1 AS one`)).rows]));
  for (const wrong of ["SELECT nothing FROM flights", "SELECT * FROM nowhere", "SELECT 'x'::int"]) tell(wrong, await errorOf(db.execute(sql.raw(wrong))));
}

(async () => {
  const client = new Client(address);
  await client.connect();
  const db = drizzle(client, { schema });
  await queries(db);
  await relations(db);
  await transactions(db);
  await client.end();
})();
