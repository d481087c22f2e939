"""What the command line and the configuration say of attached checkpoints and of views defined by SQL, and how errors are said."""

from __future__ import annotations

from pathlib import Path

import pytest

from gateway.config import ConfigError, ConfigFile
from gateway.node.attaching import attachments
from gateway.node.settings import definitions
from statestore.attach.options import CheckpointAt


def config(tmp_path: Path, text: str) -> ConfigFile:
    path = tmp_path / "tidegate.toml"
    path.write_text(text)
    return ConfigFile(path)


# ------------------------------------------------------------------------------------------------------------------- checkpoints


def test_checkpoints_of_both(tmp_path: Path) -> None:
    file = config(tmp_path, '[attach]\ntrades = "s3://bucket/a"\n"old" = "/b"\n[attach.riders]\nuri = "file:///c"\n')
    assert attachments(file, ["trades=/elsewhere", "more=x=y"]) == {
        "trades": CheckpointAt("/elsewhere"),
        "old": CheckpointAt("/b"),
        "riders": CheckpointAt("file:///c"),
        "more": CheckpointAt(str(Path("x=y").absolute())),
    }
    file.finish()


def test_names_of_columns(tmp_path: Path) -> None:
    text = '[attach.trades]\nuri = "/a"\n[attach.trades.columns]\ntrades = ["symbol", "", ""]\ntrades_1_left = []\n'
    columns = {"trades": ["symbol", "", ""], "trades_1_left": []}
    assert attachments(config(tmp_path, text), []) == {"trades": CheckpointAt("/a", columns)}
    assert attachments(config(tmp_path, text), ["trades=/b"]) == {"trades": CheckpointAt("/b", columns)}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["trades"], "--attach trades: it takes NAME=URI"),
        (["trades="], "--attach trades=: it takes NAME=URI"),
        (["=/a"], "'' cannot be part of a table's name"),
        (["Trades=/a"], "'Trades' cannot be part of a table's name"),
        (["a b=/a"], "'a b' cannot be part of a table's name"),
        (["1a=/a"], "'1a' cannot be part of a table's name"),
        ([f"{'a' * 33}=/a"], "32 at most"),
        (["a=/a", "a=/b"], "a is given twice"),
    ],
)
def test_wrong_arguments(given: list[str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        attachments(ConfigFile(None), given)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('attach = "x"', r"attach must be a table, \[attach\]"),
        ("[attach]\ntrades = 1", r"\[attach.trades\] uri is 1; it takes str"),
        ('[attach]\ntrades = ""', r"\[attach.trades\]: uri is missing"),
        ("[attach.trades]", r"\[attach.trades\]: uri is missing"),
        ('[attach.trades]\nurl = "x"', r"\[attach.trades\] has no setting 'url'; it has columns, uri"),
        ('[attach.t]\nuri = "/a"\ncolumns = ["a"]', r"\[attach.t\] columns is \['a'\]; it takes dict"),
        ('[attach.t]\nuri = "/a"\n[attach.t.columns]\nt = "a"', r"\[attach.t\]: columns of t: it takes a list of names"),
        ('[attach.t]\nuri = "/a"\n[attach.t.columns]\nt = [1]', r"\[attach.t\]: columns of t: it takes a list of names"),
        ('[attach.t]\nuri = "/a"\n[attach.t.columns]\nt = ["a", "b", "a"]', r"\[attach.t\]: columns of t: a is given twice"),
        (f'[attach.t]\nuri = "/a"\n[attach.t.columns]\nt = ["{"é" * 32}"]', "63 bytes at most"),
        ('[attach]\n"T" = "/a"', r"\[attach.T\]: 'T' cannot be part of a table's name"),
    ],
)
def test_wrong_sections(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=rf"tidegate\.toml: {said}|{said}"):
        attachments(config(tmp_path, text), [])


# ------------------------------------------------------------------------------------------------------------------ definitions


def test_definitions_in_any_order(tmp_path: Path) -> None:
    text = """
        [view.b]
        sql = 'SELECT * FROM a;'
        [view.a]
        sql = 'SELECT 1 AS x'
        comment = 'one'
        [view."C D"]
        sql = 'TABLE b'
    """
    file = config(tmp_path, text)
    found = definitions(file, ["trades"])
    assert [(view.name, view.sql, view.comment) for view in found] == [
        ("b", "SELECT * FROM a", ""), ("a", "SELECT 1 AS x", "one"), ("C D", "TABLE b", ""),
    ]  # fmt: skip
    file.finish()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[view]\nv = 1", r"view\.v must be a table, \[view\.v\]"),
        ("[view.v]", r"\[view\.v\]: sql is missing"),
        ("[view.v]\nsql = '  '", r"\[view\.v\]: sql is missing"),
        ("[view.v]\nsql = 1", r"\[view\.v\] sql is 1; it takes str"),
        ("[view.v]\nsql = 'SELECT 1'\nkey = 'a'", r"\[view\.v\] has no setting 'key'; it has comment, sql"),
        ("[view.v]\nsql = 'SELECT a FORM t WHERE'", r"\[view\.v\] sql: syntax error at or near \"t\" \(line 1, character 15\)"),
        (
            "[view.v]\nsql = '''SELECT a\n  FROM t\n  WHERE )'''",
            r"\[view\.v\] sql: syntax error at or near \"\)\" \(line 3, character 9\)",
        ),
        ("[view.v]\nsql = 'SELECT $1'", r"\[view\.v\] sql: there is no parameter \$1 \(line 1, character 8\)"),
        ("[view.v]\nsql = 'SELECT a, a FROM t'", r"\[view\.v\] sql: column \"a\" specified more than once"),
        ("[view.v]\nsql = 'DROP TABLE t'", r"\[view\.v\] sql: .*read-only"),
        ("[view.v]\nsql = 'SELECT 1; SELECT 2'", r"\[view\.v\] sql: a view is defined by one query"),
        (
            "[view.v]\nsql = 'TABLE w'\n[view.w]\nsql = 'TABLE v'",
            r"infinite recursion detected in the definition of view \"v\": v → w → v",
        ),
        ("[view.trades]\nsql = 'SELECT 1'", r"\[view\.trades\]: a checkpoint is attached under this name"),
        ('[view.""]\nsql = "SELECT 1"', "a view's name has 1 to 63 bytes"),
    ],
)
def test_definitions_that_can_never_be(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=rf"tidegate\.toml: .*{said}"):
        definitions(config(tmp_path, text), ["trades"])
