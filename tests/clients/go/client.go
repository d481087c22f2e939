// What a program with pgx does with a read-only database, line by line; run against two servers by test_pgx.py, the lines must be
// equal. The first argument is a connection string, the second what to ask, as JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

type asked struct {
	Questions  []string    `json:"questions"`
	Parameters [][2]string `json:"parameters"`
	Errors     []string    `json:"errors"`
	Many       string      `json:"many"`
	Slow       string      `json:"slow"`
}

var ctx = context.Background()

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatalf("%+v", err)
	}
	return value
}

func code(err error) string {
	var told *pgconn.PgError
	if errors.As(err, &told) {
		return fmt.Sprint(told.Severity, " ", told.Code, " ", told.Message, " ", told.Position, " ", told.Hint)
	}
	return fmt.Sprint(err)
}

func print(what string, rows pgx.Rows, err error) {
	if err != nil {
		fmt.Println(what, code(err))
		return
	}
	defer rows.Close()
	var told []string
	for rows.Next() {
		values, err := rows.Values()
		told = append(told, fmt.Sprint(values, " ", err))
	}
	if rows.Err() != nil { // whether the columns were described before the error, is the server's affair
		fmt.Println(what, code(rows.Err()))
		return
	}
	for _, field := range rows.FieldDescriptions() {
		fmt.Println(what, field.Name, field.DataTypeOID, field.DataTypeSize, field.TypeModifier, field.Format)
	}
	for _, row := range told {
		fmt.Println(what, row)
	}
	fmt.Println(what, rows.CommandTag())
}

func main() {
	var ask asked
	if err := json.Unmarshal([]byte(os.Args[2]), &ask); err != nil {
		log.Fatal(err)
	}
	conn := must(pgx.Connect(ctx, os.Args[1]))
	modes := map[string]pgx.QueryExecMode{
		"cached": pgx.QueryExecModeCacheStatement, "described": pgx.QueryExecModeDescribeExec, "simple": pgx.QueryExecModeSimpleProtocol,
	}
	for _, name := range []string{"cached", "described", "simple"} {
		for _, question := range ask.Questions {
			rows, err := conn.Query(ctx, question, modes[name])
			print(name, rows, err)
		}
		for _, query := range ask.Errors {
			rows, err := conn.Query(ctx, query, modes[name])
			print("error", rows, err)
		}
	}
	for _, pair := range ask.Parameters {
		query := fmt.Sprintf("SELECT $1::text::%s AS value, $2::%s AS nothing", pair[0], pair[0])
		rows, err := conn.Query(ctx, query, pair[1], nil)
		print(pair[0], rows, err)
	}
	prepared := must(conn.Prepare(ctx, "by_carrier", "SELECT name FROM airlines WHERE carrier = ANY ($1) AND length(name) > $2 ORDER BY 1"))
	fmt.Println("prepared", prepared.ParamOIDs)
	rows, err := conn.Query(ctx, "by_carrier", []string{"UA", "AA"}, int64(3))
	print("prepared", rows, err)
	rows, err = conn.Query(ctx, "SELECT count(*) FROM flights WHERE time_hour < $1 AND dep_delay > $2", time.Date(2013, 1, 9, 0, 0, 0, 0, time.UTC), 30)
	print("inferred", rows, err)
	batches(conn)
	transactions(conn)
	cursor(conn, ask.Many)
	copies(conn)
	cancel(conn, ask.Slow)
	fmt.Println("ping", conn.Ping(ctx))
}

func batches(conn *pgx.Conn) {
	batch := &pgx.Batch{}
	for n := range 5 {
		batch.Queue("SELECT $1::int4 + 1", n)
	}
	batch.Queue("SELECT 1 / 0")
	batch.Queue("SELECT 'never'")
	results := conn.SendBatch(ctx, batch)
	for range 7 {
		rows, err := results.Query()
		print("batch", rows, err)
	}
	fmt.Println("batch", code(results.Close()))
}

func transactions(conn *pgx.Conn) {
	tx := must(conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}))
	rows, err := tx.Query(ctx, "SHOW transaction_isolation")
	print("transaction", rows, err)
	nested := must(tx.Begin(ctx))
	_, err = nested.Exec(ctx, "SELECT 1 / 0")
	fmt.Println("transaction", code(err))
	_, err = nested.Exec(ctx, "SELECT 1")
	fmt.Println("transaction", code(err))
	fmt.Println("transaction", nested.Rollback(ctx))
	rows, err = tx.Query(ctx, "SELECT 'after the savepoint'")
	print("transaction", rows, err)
	fmt.Println("transaction", tx.Commit(ctx))
}

func cursor(conn *pgx.Conn, many string) {
	tx := must(conn.Begin(ctx))
	must(tx.Exec(ctx, "DECLARE tide CURSOR FOR "+many))
	for range 3 {
		rows, err := tx.Query(ctx, "FETCH 2 FROM tide")
		print("cursor", rows, err)
	}
	tag := must(tx.Exec(ctx, "MOVE FORWARD ALL IN tide"))
	fmt.Println("cursor", tag)
	fmt.Println("cursor", tx.Rollback(ctx))
}

func copies(conn *pgx.Conn) {
	for _, form := range []string{"text", "csv", "binary"} {
		var written bytes.Buffer
		tag, err := conn.PgConn().CopyTo(ctx, &written, "COPY (SELECT * FROM airlines ORDER BY carrier) TO STDOUT (FORMAT "+form+")")
		fmt.Printf("copy %v %v %x\n", tag, err, written.Bytes())
	}
}

func cancel(conn *pgx.Conn, slow string) {
	done := make(chan error)
	go func() {
		_, err := conn.Exec(ctx, slow)
		done <- err
	}()
	for {
		select {
		case err := <-done:
			fmt.Println("cancel", code(err))
			return
		case <-time.After(100 * time.Millisecond): // the query may not have begun at the first try
			if err := conn.PgConn().CancelRequest(ctx); err != nil {
				log.Fatal(err)
			}
		}
	}
}
