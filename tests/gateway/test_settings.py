"""The table of settings, and what has to be said of a setting elsewhere."""

from __future__ import annotations

from dataclasses import fields

from gateway.contract.engine import OutputStyle
from gateway.server.remote import _OUTPUT
from gateway.session.definitions import EFFECTIVE, SETTINGS
from gateway.session.inert_settings import INERT_SETTINGS


def test_each_setting_stands_in_one_table() -> None:
    assert len(SETTINGS) == len(INERT_SETTINGS) + len(EFFECTIVE)


def test_nodes_that_are_forwarded_reads_have_all_settings_of_the_answers_text() -> None:
    assert {name.replace("_", "") for name in _OUTPUT} == {field.name.replace("_", "") for field in fields(OutputStyle)}
