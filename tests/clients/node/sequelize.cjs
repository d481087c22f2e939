// What Sequelize makes of a database: run with "structure" or "contents" against two servers, the lines must be equal.
const { Sequelize, DataTypes, Op, QueryTypes, Transaction } = require("sequelize");
const { address, what, ask, tell, errorOf } = require("./told.cjs");

const { host, port, user, database } = address;
const sequelize = new Sequelize(database, user, null, { host, port, dialect: "postgres", logging: false, pool: { max: 2 } });

async function structure() {
  const inside = sequelize.getQueryInterface();
  const tables = (await inside.showAllTables()).filter((table) => (table.schema ?? "public") === "public");
  const names = tables.map((table) => table.tableName ?? table).sort();
  tell("tables", names);
  await ask("schemas", async () => (await inside.showAllSchemas()).sort());
  for (const name of names) {
    const table = { tableName: name, schema: "public" };
    await ask(`described ${name}`, () => inside.describeTable(table));
    await ask(`indexes of ${name}`, async () => (await inside.showIndex(table)).map(({ name, primary, unique, fields, definition }) => [name, primary, unique, fields, definition]));
    await ask(`constraints of ${name}`, async () => (await inside.showConstraint(name)).map((found) => ({ ...found, constraintName: found.constraintName.replace(/_\d+_/, "_OID_") })));
    await ask(`foreign keys of ${name}`, () => inside.getForeignKeyReferencesForTable(table));
    await ask(`there is ${name}`, () => inside.tableExists(table));
  }
  await ask("nothing", async () => [await inside.tableExists("nothing"), await errorOf(inside.describeTable("nothing"))]);
  await ask("version", async () => (await sequelize.databaseVersion()).split(".")[0]);
}

const plainly = { timestamps: false };
const Airline = sequelize.define("airline", { carrier: { type: DataTypes.TEXT, primaryKey: true }, name: DataTypes.TEXT }, { tableName: "airlines", ...plainly });
const Flight = sequelize.define(
  "flight",
  {
    carrier: { type: DataTypes.TEXT, primaryKey: true }, flight: { type: DataTypes.INTEGER, primaryKey: true },
    time_hour: { type: DataTypes.DATE, primaryKey: true },
    origin: DataTypes.TEXT, dest: DataTypes.TEXT, dep_delay: DataTypes.INTEGER, distance: DataTypes.INTEGER,
  },
  { tableName: "flights", ...plainly },
);
const Kind = sequelize.define(
  "kind",
  {
    id: { type: DataTypes.BIGINT, primaryKey: true }, flag: DataTypes.BOOLEAN, small: DataTypes.SMALLINT, large: DataTypes.BIGINT,
    double: DataTypes.DOUBLE, exact: DataTypes.DECIMAL, words: DataTypes.TEXT, raw: DataTypes.BLOB, day: DataTypes.DATEONLY,
    instant: DataTypes.DATE, numbers: DataTypes.ARRAY(DataTypes.INTEGER), names: DataTypes.ARRAY(DataTypes.TEXT),
  },
  { tableName: "kinds", ...plainly },
);
Airline.hasMany(Flight, { foreignKey: "carrier" });
Flight.belongsTo(Airline, { foreignKey: "carrier" });

async function contents() {
  const { fn, col, literal } = Sequelize;
  await ask("by key", () => Airline.findByPk("UA", { raw: true }));
  await ask("nobody", () => Airline.findByPk("nobody"));
  await ask("kinds", () => Kind.findAll({ order: ["id"], raw: true }));
  const late = { dep_delay: { [Op.gt]: 200 }, origin: { [Op.in]: ["JFK", "LGA"] }, time_hour: { [Op.between]: [new Date("2013-01-02"), new Date("2013-01-20")] } };
  const inOrder = ["carrier", "flight", "time_hour"];
  await ask("where", () => Flight.findAll({ where: late, order: inOrder, limit: 7, offset: 2, raw: true }));
  await ask("any", () => Flight.count({ where: { carrier: { [Op.any]: ["OO", "YV"] }, dest: { [Op.notLike]: "A%" } } }));
  await ask("counted", () => Flight.findAndCountAll({ where: { carrier: "HA" }, order: inOrder, limit: 2, raw: true }));
  await ask("groups", () => Flight.findAll({ attributes: ["origin", [fn("count", "*"), "n"], [fn("avg", col("dep_delay")), "mean"]], group: "origin", having: literal("count(*) > 10"), order: ["origin"], raw: true }));
  await ask("computed", async () => [await Flight.max("time_hour"), await Flight.sum("distance"), await Flight.min("dep_delay"), await Flight.count({ distinct: true, col: "dest" })]);
  await ask("included", async () => (await Airline.findAll({ include: { model: Flight, where: { dep_delay: { [Op.gte]: 600 } } }, order: ["carrier", [Flight, "time_hour", "ASC"]] })).map((found) => found.toJSON()));
  await ask("limited", async () => (await Airline.findAll({ include: [Flight], where: { carrier: { [Op.in]: ["OO", "HA"] } }, limit: 1, order: ["carrier", [Flight, "time_hour", "ASC"]] })).map((found) => [found.name, found.flights.length]));
  // Of each airline its last flights: UNION ALL of queries in parentheses, each with its LIMIT.
  const apart = { model: Flight, separate: true, limit: 2, order: [["time_hour", "DESC"], "flight"] };
  await ask("apart", async () => (await Airline.findAll({ include: apart, order: ["carrier"] })).map((found) => found.toJSON()));
  await ask("belongs", async () => (await Flight.findAll({ include: Airline, where: { dep_delay: { [Op.gt]: 800 } }, order: inOrder })).map((found) => found.airline.name));
  await ask("replaced", () => sequelize.query("SELECT carrier FROM airlines WHERE name ILIKE :like ORDER BY 1", { replacements: { like: "%air%" }, type: QueryTypes.SELECT }));
  await ask("bound", () => sequelize.query("SELECT count(*) FROM flights WHERE dep_delay > $1 AND origin = $2", { bind: [30, "JFK"], type: QueryTypes.SELECT }));
  const level = { isolationLevel: Transaction.ISOLATION_LEVELS.REPEATABLE_READ, readOnly: true };
  await ask("transaction", () => sequelize.transaction(level, (transaction) => Flight.count({ transaction })));
  await ask("nested", () => sequelize.transaction((outer) => sequelize.transaction({ transaction: outer }, (transaction) => Airline.count({ transaction }))));
  for (const wrong of ["SELECT nothing FROM flights", "SELECT 1 / 0", "SELECT * FROM nowhere", "SELECT 'x'::int"]) tell(wrong, await errorOf(sequelize.query(wrong)));
}

(async () => {
  await sequelize.authenticate();
  await (what === "structure" ? structure() : contents());
  await sequelize.close();
})();
