"""What tests of publishing with Spark start with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.statestore.stream_input import Stream

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture
def stream(spark: SparkSession, tmp_path: Path) -> Iterator[Stream]:
    stream = Stream(spark, tmp_path)
    yield stream
    for query in stream.running:
        query.stop()


@pytest.fixture
def publish() -> Any:
    pytest.importorskip("pyspark")
    from statestore import publish

    return publish
