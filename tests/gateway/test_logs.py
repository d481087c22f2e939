"""The node's log: its forms, levels, slow statements, and what SIGHUP changes; and check-config, which starts nothing."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from gateway.commands.cli import main
from gateway.node.logs import JsonLines, LogOptions
from statestore.views.local_writer import write_version
from tests.hostile.conftest import NUMBERS, numbers
from tests.plugins.gateway import Gateway, running_gateway

SLOW = "SELECT count(*)\nFROM numbers a, numbers b, numbers c WHERE a.id + b.id + c.id > %s AND 'secret-1' <> ''"


@pytest.mark.parametrize("wrong", [{"level": "loud"}, {"format": "xml"}, {"slow_statement_s": -1.0}])
def test_options_that_make_no_sense(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        LogOptions(**wrong)  # type: ignore[arg-type]


def test_a_line_of_json_is_one_line() -> None:
    try:
        raise OSError("a\nb")
    except OSError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "two\nlines %s", ("ü",), sys.exc_info())
    line = JsonLines().format(record)
    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == ("error", "x", "two\nlines ü")
    assert told["exception"].startswith("Traceback")
    assert told["time"].endswith("Z")


def test_slow_statements_are_logged_until_nobody_wants_them(tmp_path: Path) -> None:
    write_version(str(tmp_path / "root"), NUMBERS, numbers(200))
    config = tmp_path / "tidegate.toml"
    config.write_text('[log]\nformat = "json"\nslow_statement_s = 0.001\n')
    with running_gateway(tmp_path / "root", tmp_path / "store", "--config", str(config)) as gateway:
        with psycopg.connect(gateway.dsn, autocommit=True) as connection:
            connection.execute(SLOW, (171717,))
            (told,) = _slow(gateway.log)
            assert told["statement"]["rows"] == 1
            assert told["statement"]["user_name"] == "tester"
            assert told["statement"]["versions"] == "numbers=1"
            assert (told["statement"]["plan"], told["statement"]["shards"]) == ("scan", "numbers=0-3")
            stages = [told["statement"][f"{stage}_ms"] for stage in ("planning", "first_row", "rows")]
            assert min(stages) >= 0
            assert sum(stages[1:]) == pytest.approx(told["statement"]["elapsed_ms"], abs=0.01)
            assert stages[0] > 0, "it has been planned"
            assert "171717" not in json.dumps(told)
            with pytest.raises(psycopg.errors.InvalidTextRepresentation, match="hidden-7"):
                connection.execute(
                    f"SELECT count((CASE WHEN n.n < 0 THEN '1' ELSE %s END)::int) FROM ({SLOW}) n(n)", ("hidden-7", 1)
                )
            assert "hidden-7" not in gateway.log.read_text()
            reload(gateway, config, "parameters = true\nslow_statement_s = 0.001")
            connection.execute(SLOW, (5,))
            line = next(line for line in gateway.log.read_text().splitlines() if "parameters ['5']" in line)
            assert ", query, scan, done, user 'tester', 1 rows, versions numbers=1, shards numbers=0-3, " in line
            assert "planning " in line
            reload(gateway, config, "")
            connection.execute(SLOW, (3,))
        done, failed = _slow(gateway.log)
        assert (done["statement"]["state"], failed["statement"]["state"], "error" in failed["statement"]) == (
            "done",
            "failed",
            False,
        )
        assert gateway.log.read_text().count("slow statement") == 3


def reload(gateway: Gateway, config: Path, log: str) -> None:
    """Section [log] is as said, in force."""
    done = "SIGHUP: the configuration is reloaded"
    before = gateway.log.read_text().count(done)
    config.write_text(f"[log]\n{log}\n")
    gateway.process.send_signal(signal.SIGHUP)
    until(lambda: gateway.log.read_text().count(done) > before)


def until(condition: Callable[[], bool], timeout_s: float = 30.0) -> None:
    ends_s = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < ends_s
        time.sleep(0.02)


def _slow(log: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if "statement" in line]


def check(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "gateway", "check-config", *options], capture_output=True, text=True, timeout=60)


def test_a_configuration_is_checked_without_serving(tmp_path: Path) -> None:
    config = tmp_path / "tidegate.toml"
    config.write_text('[serve]\nroot = "/nowhere"\nstore = "/nowhere/store"\nlisten = "127.0.0.1:7777"\n')
    good = check("--config", str(config))
    assert (good.returncode, good.stdout) == (0, "this can be served, on 127.0.0.1:7777\n")
    config.write_text("[log]\nlevel = 1\n")
    wrong = check("--root", "/nowhere", "--store", "/nowhere/store", "--config", str(config))
    assert (wrong.returncode, "level" in wrong.stderr) == (2, True)
    config.write_text("[nothing]\n")
    assert "nothing" in check("--root", "/nowhere", "--store", "/nowhere/store", "--config", str(config)).stderr
    assert "HOST:PORT" in check("--root", "/nowhere", "--store", "/nowhere/store", "--listen", "here").stderr
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('[serve]\nlisten = "here"', "--listen, or listen in [serve]: 'here' is no HOST:PORT"),
        ('[http]\nlisten = "8432"', "--http, or listen in [http]: '8432' is no HOST:PORT"),
        ('[presto]\nlisten = "[::1]"', "--presto, or listen in [presto]: '[::1]' is no HOST:PORT"),
        ('[http]\nlisten = "nowhere.invalid:1"', "--http nowhere.invalid:1: "),
        (
            '[serve]\nlisten = "127.0.0.1:7777"\n[http]\nlisten = "127.0.0.1:7777"',
            "--http 127.0.0.1:7777: --listen has this address",
        ),
        ('[http]\nlisten = "127.0.0.1:1"\n[presto]\nlisten = "127.0.0.1:1"', "--http 127.0.0.1:1: --presto has this address"),
        ('[http]\nlisten = "127.0.0.1:0"\n[presto]\nlisten = "127.0.0.1:0"', None),
    ],
)
def test_where_a_node_listens_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: str, told: str | None) -> None:
    config = tmp_path / "tidegate.toml"
    config.write_text(f"{lines}\n")
    code = main(["check-config", "--root", str(tmp_path), "--store", str(tmp_path / "store"), "--config", str(config)])
    assert code == (0 if told is None else 2)
    assert (told or "") in capsys.readouterr().err
