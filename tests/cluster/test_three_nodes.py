"""Three real nodes answer as one node with everything does, whichever of them is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.cluster.answers import QUERIES, Answers, answer
from tests.plugins.cluster import Cluster, running_cluster


@pytest.fixture(scope="module", params=[1, 2], ids=["R=1", "R=2"])
def nodes(root: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Cluster]:
    with running_cluster(root, tmp_path_factory.mktemp("cluster"), replicas=request.param) as found:
        yield found


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_every_node_gives_the_answers_of_one(nodes: Cluster, expected: Answers, name: str, subtests: pytest.Subtests) -> None:
    with psycopg.connect(nodes.nodes[name].dsn, autocommit=True) as connection:
        for sql in QUERIES:
            with subtests.test(sql=sql):
                assert answer(connection, sql) == expected[sql]
