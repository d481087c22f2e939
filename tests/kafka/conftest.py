"""The modules here skip themselves where Python lacks confluent-kafka; a strict run must not be green by that."""

import importlib
import os

if os.environ.get("TIDEGATE_TESTS_STRICT") == "1":
    importlib.import_module("confluent_kafka")
