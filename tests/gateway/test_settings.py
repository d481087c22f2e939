"""The table of settings, and what has to be said of a setting elsewhere."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import psycopg

from gateway.contract.engine import OutputStyle
from gateway.server.remote import _OUTPUT
from gateway.session.definitions import SETTINGS
from tests.gateway.harness import Harness
from tests.gateway.serving import serving


def test_pg_settings_has_what_show_all_and_the_table_say_of_our_own(tmp_path: Path) -> None:
    ours = {name: setting for name, setting in SETTINGS.items() if name.startswith("tidegate.")}
    with Harness(tmp_path) as made, serving(made.engine) as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        connection.execute("SET tidegate.max_staleness = '5s'")
        shown = {name: (value, told) for name, value, told in connection.execute("SHOW ALL") if name in ours}
        sql = """
            SELECT name, current_setting(name), short_desc, vartype, context, unit, setting, boot_val FROM pg_settings
            WHERE name LIKE 'tidegate.%'
        """
        rows = {name: row for name, *row in connection.execute(sql)}
    assert rows.keys() == shown.keys() == ours.keys()
    for name, setting in ours.items():
        value, told, kind, context, unit, number, default = rows[name]
        assert (value, told) == shown[name]
        assert told
        assert (kind, context, unit, default) == (setting.kind, setting.context.value, setting.unit, setting.default)
        assert number == ("5000" if name == "tidegate.max_staleness" else value)


def test_nodes_that_are_forwarded_reads_have_all_settings_of_the_answers_text() -> None:
    assert {name.replace("_", "") for name in _OUTPUT} == {field.name.replace("_", "") for field in fields(OutputStyle)}
