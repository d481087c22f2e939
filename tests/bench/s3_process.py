"""The S3 server of the tests in a process of its own, which says what it was asked."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

import boto3

from tests.statestore.s3_server import s3_server

BUCKET: Final = "bench"
URI: Final = f"s3://{BUCKET}/root"


@dataclass(frozen=True)
class S3Process:
    """The server has one bucket, BUCKET."""

    _asked: Connection

    def requests(self) -> list[tuple[str, str]]:
        """(method, path) of those since the last call."""
        self._asked.send("requests")
        found: list[tuple[str, str]] = self._asked.recv()
        return found

    def delay(self, seconds: float) -> None:
        """Before each answer from now on."""
        self._asked.send(seconds)
        self._asked.recv()


@contextmanager
def s3_process() -> Iterator[S3Process]:
    """Runs until the block ends. The environment says where it is, also to processes that are started."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    os.environ |= {"AWS_ACCESS_KEY_ID": "tide", "AWS_SECRET_ACCESS_KEY": "gate", "AWS_DEFAULT_REGION": "us-east-1"}
    os.environ["AWS_ENDPOINT_URL"] = ours.recv()
    try:
        boto3.client("s3").create_bucket(Bucket=BUCKET)
        yield S3Process(ours)
    finally:
        ours.send(None)
        process.join()
        del os.environ["AWS_ENDPOINT_URL"]


def _serve(asked: Connection) -> None:
    os.environ |= {"AWS_ACCESS_KEY_ID": "tide", "AWS_SECRET_ACCESS_KEY": "gate"}
    with s3_server() as server:
        asked.send(server.endpoint)
        while (wish := asked.recv()) is not None:
            if wish == "requests":
                found, server.requests = server.requests, []
                asked.send(found)
            else:
                server.delay_s = wish
                asked.send(None)
