import static org.jooq.impl.DSL.*;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.concurrent.Callable;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONFormat;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.codegen.GenerationTool;
import org.jooq.impl.SQLDataType;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.OnError;
import org.jooq.meta.jaxb.Target;

/** What jOOQ makes of a database: host, port, user, database, and the folder that the generator writes to, or none for queries. */
public final class Ask {
    private static final Field<String> CARRIER = field(name("a", "carrier"), SQLDataType.CLOB);
    private static final Field<String> NAME = field(name("a", "name"), SQLDataType.CLOB);
    private static final Field<String> OF = field(name("f", "carrier"), SQLDataType.CLOB);
    private static final Field<Integer> FLIGHT = field(name("f", "flight"), SQLDataType.INTEGER);
    private static final Field<Integer> DELAY = field(name("f", "dep_delay"), SQLDataType.INTEGER);
    private static final Field<String> ORIGIN = field(name("f", "origin"), SQLDataType.CLOB);
    private static final Field<java.time.OffsetDateTime> HOUR = field(name("f", "time_hour"), SQLDataType.TIMESTAMPWITHTIMEZONE);
    private static final org.jooq.Table<?> AIRLINES = table(name("airlines")).as("a");
    private static final org.jooq.Table<?> FLIGHTS = table(name("flights")).as("f");

    private Ask() {}

    public static void main(String[] arguments) throws Exception {
        String url = "jdbc:postgresql://" + arguments[0] + ":" + arguments[1] + "/" + arguments[3];
        if (arguments.length > 4) {
            generate(url, arguments[2], arguments[4]);
            return;
        }
        try (Connection connection = DriverManager.getConnection(url, arguments[2], "")) {
            queries(using(connection, SQLDialect.POSTGRES));
        }
    }

    private static void generate(String url, String user, String folder) throws Exception {
        Generate all = new Generate().withGeneratedAnnotation(false).withPojos(true).withDaos(true).withComments(true).withRoutines(true);
        Database database = new Database().withInputSchema("public").withIncludeRoutines(true).withIncludeUDTs(true);
        GenerationTool.generate(new Configuration()
            .withLogging(Logging.WARN)
            .withOnError(OnError.FAIL)
            .withJdbc(new Jdbc().withUrl(url).withUser(user))
            .withGenerator(new Generator()
                .withDatabase(database)
                .withGenerate(all)
                .withTarget(new Target().withPackageName("made").withDirectory(folder))));
    }

    private static void queries(DSLContext asked) {
        var last = select(FLIGHT, HOUR).from(FLIGHTS).where(OF.eq(CARRIER)).orderBy(HOUR.desc(), FLIGHT).limit(2);
        tell("multiset", () -> asked.select(CARRIER, multiset(last).as("last")).from(AIRLINES).orderBy(CARRIER).fetch());
        tell("nested", () -> asked.select(NAME, multiset(select(ORIGIN, multisetAgg(FLIGHT).orderBy(FLIGHT).as("flights"))
            .from(FLIGHTS).where(OF.eq(CARRIER)).and(DELAY.gt(300)).groupBy(ORIGIN).orderBy(ORIGIN))).from(AIRLINES).orderBy(CARRIER).fetch());
        tell("row", () -> asked.select(row(CARRIER, NAME).as("airline")).from(AIRLINES).orderBy(CARRIER).limit(3).offset(1).fetch());
        tell("lateral", () -> asked.select(NAME, FLIGHT).from(AIRLINES).leftJoin(lateral(last.asTable("f"))).on(noCondition()).orderBy(CARRIER, FLIGHT).fetch());
        tell("window", () -> asked.select(OF, DELAY, rank().over(partitionBy(OF).orderBy(DELAY.desc()))).from(FLIGHTS)
            .where(DELAY.gt(300)).orderBy(OF, DELAY.desc(), FLIGHT).limit(20).fetch());
        tell("groups", () -> asked.select(ORIGIN, count(), avg(DELAY), count().filterWhere(DELAY.gt(60))).from(FLIGHTS)
            .groupBy(ORIGIN).having(count().gt(10)).orderBy(ORIGIN).fetch());
        tell("rollup", () -> asked.select(ORIGIN, count()).from(FLIGHTS).groupBy(rollup(ORIGIN)).orderBy(ORIGIN.asc().nullsFirst()).fetch());
        tell("in", () -> asked.select(NAME).from(AIRLINES).where(CARRIER.in("UA", "AA")).or(NAME.likeIgnoreCase("%air%")).orderBy(NAME).fetch());
        tell("any", () -> asked.select(NAME).from(AIRLINES).where(CARRIER.eq(any("UA", "AA"))).orderBy(NAME).fetch());
        tell("values", () -> asked.select().from(values(row(1, "a"), row(2, "b")).as("v", "n", "t")).orderBy(1).fetch());
        tell("with", () -> asked.with("late").as(select(OF.as("c"), count().as("n")).from(FLIGHTS).where(DELAY.gt(120)).groupBy(OF))
            .select().from(table(name("late"))).orderBy(field(name("n")).desc(), field(name("c"))).limit(3).fetch());
        tell("exists", () -> asked.fetchExists(select(one()).from(FLIGHTS).where(DELAY.gt(1000))));
        tell("json", () -> asked.select(jsonbObject(key("c").value(CARRIER), key("n").value(NAME))).from(AIRLINES).orderBy(CARRIER).limit(2).fetch());
        tell("transaction", () -> asked.transactionResult(inside -> inside.dsl().fetchCount(table(name("airlines")))));
        tell("wrong", () -> asked.fetch("select nothing from flights"));
    }

    private static void tell(String what, Callable<Object> work) {
        try {
            Object found = work.call();
            String shown = found instanceof Result<?> rows ? rows.formatJSON(new JSONFormat().header(false)) : String.valueOf(found);
            System.out.println(what + ": " + shown);
        } catch (org.jooq.exception.DataAccessException error) {
            System.out.println(what + ": FAILED " + error.sqlState() + " " + error.getCause().getMessage().lines().findFirst().orElse(""));
        } catch (Exception error) {
            System.out.println(what + ": FAILED " + error);
        }
    }
}
