"""What is asked of a node in a small container: statements over two views, and what arithmetic says of their answers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from struct import pack
from typing import Final

import pyarrow as pa

from statestore import types as st
from statestore.schema import Column, HashPartitioning, ViewSchema
from tests.plugins.scale import scaled

ROWS: Final = scaled(120_000, 1_800_000)
#: Rows of 256 KiB.
DOCS: Final = scaled(300, 1_600)
DOC_LENGTH: Final = 1 << 18
SERIES: Final = scaled(1_000_000, 20_000_000)
BIG: Final = ViewSchema(
    "big", (Column("id", st.Long()), Column("word", st.String()), Column("amount", st.Double())), ("id",), ("id",),
    HashPartitioning(4), (3,),
)  # fmt: skip
WIDE: Final = ViewSchema("wide", (Column("id", st.Long()), Column("doc", st.String())), ("id",), ("id",), HashPartitioning(4), (2,))


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer has so many *rows*, and the first one's first column is *first*; None is not looked at."""

    sql: str
    rows: int | None = 1
    first: int | None = None


def _word(number: int) -> str:
    """32 characters; all differ."""
    return hashlib.md5(pack("!q", number)).hexdigest()


def big() -> pa.Table:
    """The rows of BIG."""
    ids = pa.array(range(ROWS), pa.int64())
    return pa.table(
        {"id": ids, "word": list(map(_word, range(ROWS))), "amount": pa.array((i / 8 for i in range(ROWS)), pa.float64())}
    )


def wide() -> pa.Table:
    """The rows of WIDE."""
    return pa.table({"id": pa.array(range(DOCS), pa.int64()), "doc": [_word(i) * (DOC_LENGTH // 32) for i in range(DOCS)]})


#: What asks for all rows as they are has to be answered: it needs little memory at a time.
WHOLE: Final = {
    "rows": Asked("SELECT * FROM big", ROWS),
    "computed": Asked("SELECT id, upper(word), amount * 2 FROM big", ROWS),
    "copy": Asked("COPY big TO STDOUT", None),
    "copy computed": Asked("COPY (SELECT id, upper(word) FROM big) TO STDOUT (FORMAT csv)", None),
    "documents": Asked("SELECT * FROM wide", DOCS),
    "copy of documents": Asked("COPY wide TO STDOUT (FORMAT binary)", None),
    "lengths": Asked("SELECT sum(length(doc)) FROM wide", 1, DOCS * DOC_LENGTH),
    "documents by key": Asked(f"SELECT doc FROM wide WHERE id IN ({','.join(map(str, range(0, DOCS, 2)))})", DOCS // 2),
    "documents of a range": Asked(f"SELECT id, doc FROM wide WHERE id >= 0 AND id < {DOCS // 2} ORDER BY id", DOCS // 2, 0),
}
_JOINED: Final = "FROM wide a JOIN big b ON a.id = b.id % 100 WHERE a.id < 100"
_CROSS: Final = "FROM wide a CROSS JOIN wide b"
GREEDY: Final = {
    "group": Asked("SELECT word, count(*), max(amount) FROM big GROUP BY word", ROWS),
    "distinct": Asked("SELECT count(DISTINCT word || id) FROM big", 1, ROWS),
    "sort": Asked("SELECT id FROM big ORDER BY word", ROWS),
    "sort and skip": Asked("SELECT word || word FROM big ORDER BY word || word OFFSET 100000 LIMIT 1"),
    "join": Asked("SELECT count(*) FROM big a JOIN big b ON a.word = b.word", 1, ROWS),
    "join of all columns": Asked("SELECT a.id, a.*, b.* FROM big a JOIN big b ON a.word = b.word ORDER BY a.amount", ROWS, 0),
    "window": Asked("SELECT row_number() OVER (ORDER BY word), id FROM big", ROWS),
    "text of everything": Asked("SELECT string_agg(word, ',') FROM big"),
    "sorted text of everything": Asked("SELECT string_agg(word, ',' ORDER BY word DESC) FROM big"),
    "array of texts": Asked("SELECT array_agg(word) FROM big"),
    "arrays by group": Asked("SELECT id % 10, array_agg(word) FROM big GROUP BY 1", 10),
    "materialized": Asked(
        "WITH m AS MATERIALIZED (SELECT word || id AS w FROM big) SELECT count(*) FROM m x JOIN m y USING (w)", 1, ROWS
    ),
    "series": Asked(f"SELECT * FROM generate_series(1, {SERIES})", SERIES, 1),
    "series as an array": Asked(f"SELECT array_agg(n) FROM generate_series(1, {SERIES}) AS s(n)"),
    "series sorted": Asked(f"SELECT n FROM generate_series(1, {SERIES}) AS s(n) ORDER BY n DESC", SERIES, SERIES),
    "large texts": Asked("SELECT repeat(word, 20000) FROM big LIMIT 3000", 3000),
    "large texts together": Asked("SELECT string_agg(repeat(word, 1000), '') FROM big WHERE id < 20000"),
    "texts of 16 MB": Asked("SELECT repeat('x', 16000000), repeat('y', 16000000), repeat('z', 16000000)"),
    "texts of 10 MB": Asked("SELECT repeat('x', 10000000) FROM generate_series(1, 20)", 20),
    "split": Asked("SELECT string_to_array(repeat(word, 4000), 'a') FROM big LIMIT 3000", 3000),
    "a function of Python's": Asked("SELECT regexp_replace(repeat(word, 100), '([0-9]+)', '<\\1>', 'g') FROM big LIMIT 20", 20),
    "array of constants": Asked(f"SELECT cardinality(ARRAY[{','.join(map(str, range(60_000)))}])", 1, 60_000),
    "list of constants": Asked(f"SELECT count(*) FROM big WHERE id IN ({','.join(map(str, range(100_000)))})", 1, 100_000),
    "one text in all rows": Asked("SELECT id, (SELECT string_agg(doc, ',') FROM wide WHERE id < 24) FROM big", ROWS),
    "one array in all rows": Asked("SELECT id, ARRAY(SELECT doc FROM wide WHERE id < 24) FROM big", ROWS),
    "windows of documents": Asked("SELECT id, array_agg(doc) OVER () FROM wide WHERE id < 40", 40),
    "pairs of documents": Asked(f"SELECT a.doc, b.doc {_CROSS} LIMIT 2000", 2000),
    "copy of pairs": Asked(f"COPY (SELECT a.doc, b.doc {_CROSS} LIMIT 2000) TO STDOUT", None),
    "records of pairs": Asked(f"SELECT ROW(b.id, a.doc) {_CROSS}", DOCS * DOCS),
    "documents sorted": Asked("SELECT * FROM wide ORDER BY doc DESC", DOCS),
    "documents by group": Asked("SELECT id / 4, string_agg(doc, '') FROM wide GROUP BY 1", -(-DOCS // 4)),
    "array of documents": Asked("SELECT array_agg(doc) FROM wide"),
    "documents as JSON": Asked("SELECT to_json(doc) FROM wide", DOCS),
    "shared and made anew": Asked(f"SELECT sum(length(upper(a.doc))) {_JOINED}", 1, ROWS * DOC_LENGTH),
    "shared and joined": Asked(f"SELECT sum(length(a.doc || b.word)) {_JOINED}", 1, ROWS * (DOC_LENGTH + 32)),
    "few of many pairs": Asked(f"SELECT count(*) {_CROSS} WHERE a.id % 50 = 0 AND a.doc < b.doc AND a.doc >= b.doc", 1, 0),
    "arrays made anew": Asked(
        "SELECT sum(cardinality(array_append(l, 1::bigint))) FROM (SELECT array_agg(id) AS l FROM big) s JOIN big b ON b.id < 4000",
        1, 4000 * (ROWS + 1),
    ),
}  # fmt: skip
#: What several ask at once.
