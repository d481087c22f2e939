//! What a program with tokio-postgres does with a read-only database, line by line; run against two servers by
//! test_tokio_postgres.py, the lines must be equal. Arguments: a connection string, and what to ask, as JSON.
use futures_util::{pin_mut, TryStreamExt};
use serde_json::Value;
use std::time::Duration;
use tokio_postgres::types::{FromSql, Kind, Type};
use tokio_postgres::{Client, Error, NoTls, SimpleQueryMessage};

/// A value as its bytes on the wire: whatever the type is, both servers have to send the same ones.
struct Raw(Option<Vec<u8>>);

impl<'a> FromSql<'a> for Raw {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Raw(Some(raw.to_vec())))
    }
    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Raw(None))
    }
    fn accepts(_: &Type) -> bool {
        true
    }
}

fn told(error: &Error) -> String {
    match error.as_db_error() {
        Some(e) => format!("{} {} {} {:?} {:?}", e.severity(), e.code().code(), e.message(), e.position(), e.hint()),
        None => error.to_string(),
    }
}

async fn ask(client: &Client, what: &str, query: &str, parameters: &[&(dyn tokio_postgres::types::ToSql + Sync)]) {
    let rows = match client.query(query, parameters).await {
        Ok(rows) => rows,
        Err(error) => return println!("{what} {}", told(&error)),
    };
    for row in &rows {
        let cells: Vec<String> = row.columns().iter().enumerate().map(|(i, column)| {
            format!("{}:{}={:02x?}", column.name(), column.type_(), row.get::<_, Raw>(i).0)
        }).collect();
        println!("{what} {}", cells.join(" "));
    }
    println!("{what} {} rows", rows.len());
}

async fn simple(client: &Client, query: &str) {
    match client.simple_query(query).await {
        Err(error) => println!("simple {}", told(&error)),
        Ok(messages) => for message in messages {
            match message {
                SimpleQueryMessage::Row(row) => {
                    println!("simple {:?}", (0..row.len()).map(|i| row.get(i)).collect::<Vec<_>>());
                }
                SimpleQueryMessage::CommandComplete(rows) => println!("simple {rows} rows"),
                _ => {}
            }
        },
    }
}

async fn cancel(client: &Client, slow: &str) {
    let token = client.cancel_token();
    let query = client.query(slow, &[]);
    pin_mut!(query);
    loop {
        // the query may not have begun at the first try
        match tokio::time::timeout(Duration::from_millis(100), &mut query).await {
            Ok(result) => return println!("cancel {}", told(&result.err().expect("it is slow"))),
            Err(_) => token.cancel_query(NoTls).await.expect("the server listens"),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().collect();
    let asked: Value = serde_json::from_str(&arguments[2]).expect("JSON");
    let (mut client, connection) = tokio_postgres::connect(&arguments[1], NoTls).await?;
    tokio::spawn(connection);
    let texts = |name: &str| -> Vec<String> {
        asked[name].as_array().expect("a list").iter().map(|v| v.as_str().expect("a text").to_owned()).collect()
    };
    for query in texts("questions") {
        ask(&client, "query", &query, &[]).await;
        simple(&client, &query).await;
    }
    for query in texts("errors") {
        ask(&client, "error", &query, &[]).await;
        simple(&client, &query).await;
    }
    for name in ["int4", "text", "float8", "_int8"] {
        let statement = client.prepare(&format!("SELECT $1::{name} AS value")).await?;
        println!("parameter {:?} array {}", statement.params(), matches!(statement.params()[0].kind(), Kind::Array(_)));
    }
    ask(&client, "typed", "SELECT $1::int4 + 1, $2::text || 'x', $3::float8, $4::int8[], $5::bool", &[&41, &"é", &0.1f64, &vec![1i64, 2], &None::<bool>]).await;
    ask(&client, "inferred", "SELECT name FROM airlines WHERE carrier = ANY ($1) ORDER BY name LIMIT $2", &[&vec!["UA", "AA"], &5i64]).await;
    simple(&client, "SELECT 1; SELECT 'b' AS b; BEGIN; SELECT 2; COMMIT").await;
    let mut transaction = client.build_transaction().read_only(true).start().await?;
    let nested = transaction.savepoint("nested").await?;
    println!("savepoint {}", told(&nested.query("SELECT 1 / 0", &[]).await.err().expect("a division by zero")));
    nested.rollback().await?;
    let statement = transaction.prepare(asked["many"].as_str().expect("a text")).await?;
    let portal = transaction.bind(&statement, &[]).await?;
    for page in [3, 500, 0] {
        let rows = transaction.query_portal(&portal, page).await?;
        println!("portal {} {:02x?}", rows.len(), rows.last().map(|r| r.get::<_, Raw>(0).0));
    }
    transaction.commit().await?;
    let copied: Vec<_> = client.copy_out("COPY (SELECT * FROM airlines ORDER BY carrier) TO STDOUT (FORMAT binary)").await?.try_collect().await?;
    println!("copy {:02x?}", copied.concat());
    cancel(&client, asked["slow"].as_str().expect("a text")).await;
    ask(&client, "alive", "SELECT 1", &[]).await;
    Ok(())
}
