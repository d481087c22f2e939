"""Servers for roots that are not local, beside S3's: Azure's blobs (Azurite), Google's (an emulator), HDFS (Hadoop's mini cluster).

Each context manager gives a function that makes a new empty prefix: its URI, and the options that reach it.
"""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
from azure.core.exceptions import AzureError
from azure.storage.blob import BlobServiceClient
from gcp_storage_emulator.exceptions import NotFound
from gcp_storage_emulator.handlers import objects
from gcp_storage_emulator.server import create_server

from tests.hostile.process import eventually
from tests.plugins.maven import copy_jars
from tests.plugins.need import program
from tests.plugins.npm import install
from tests.plugins.postgres import free_port

AZURITE: Final = "azurite@3.37.0"
MINI_CLUSTER: Final = "org.apache.hadoop:hadoop-client-minicluster:3.5.0"
#: The account that every Azurite has.
ACCOUNT: Final = "devstoreaccount1"
KEY: Final = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
BUCKET: Final = "bucket"
#: Else gcsfs asks by gRPC what kind a bucket is before each request, and the emulator does not speak that.
PLAIN_BUCKETS: Final = ("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")
UPLOAD: Final = objects._multipart_upload
MINI_CLUSTER_SOURCE: Final = Path(__file__).parent / "MiniCluster.java"

#: A URI and the options of its file system.
Place = tuple[str, dict[str, Any]]
Places = Callable[[], Place]


@contextmanager
def azure(folder: Path) -> Iterator[Places]:
    """Azurite, which keeps all in memory."""
    install(folder, AZURITE)
    port = free_port()
    endpoint = f"http://127.0.0.1:{port}/{ACCOUNT}"
    connection = f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={KEY};BlobEndpoint={endpoint};"
    options = ["--blobPort", str(port), "--inMemoryPersistence", "--skipApiVersionCheck", "--disableTelemetry", "--silent"]
    command = [program("node"), "node_modules/azurite/dist/src/blob/main.js", *options]
    with _running(command, folder), BlobServiceClient.from_connection_string(connection, retry_total=0) as client:

        def is_made() -> bool:
            with suppress(AzureError):
                client.create_container(BUCKET)
                return True
            return False

        eventually(is_made, "Azurite has started")
        yield lambda: (f"az://{BUCKET}/{uuid4().hex}/views", {"connection_string": connection})


@contextmanager
def google(folder: Path, *, conditions: bool = True) -> Iterator[Places]:
    """An emulator, in this process. With *conditions* it heeds ifGenerationMatch=0, which it does not by itself."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*PLAIN_BUCKETS)
        patch.setattr(objects, "_multipart_upload", _heeding_conditions(UPLOAD) if conditions else UPLOAD)
        with create_server("127.0.0.1", port, in_memory=True, default_bucket=BUCKET):
            options = {"endpoint_url": f"http://127.0.0.1:{port}", "token": "anon", "project": "tests"}
            yield lambda: (f"gs://{BUCKET}/{uuid4().hex}/views", options)


def _heeding_conditions(upload: Callable[..., None]) -> Callable[..., None]:
    def multipart_upload(request: Any, response: Any, storage: Any) -> None:
        if request.query.get("ifGenerationMatch") == ["0"]:
            with suppress(NotFound):
                storage.get_file_obj(request.params["bucket_name"], request.data["meta"]["name"])
                response.status = HTTPStatus.PRECONDITION_FAILED
                response.json({"error": {"code": 412, "message": "conditionNotMet"}})
                return
        upload(request, response, storage)

    return multipart_upload


@contextmanager
def hdfs(folder: Path) -> Iterator[Places]:
    """A namenode and a datanode of Hadoop, with WebHDFS."""
    copy_jars(folder, MINI_CLUSTER)
    spark = find_spec("pyspark")
    assert spark is not None
    assert spark.origin is not None
    class_path = f"{folder}/*:{Path(spark.origin).parent}/jars/*"
    command = [program("java"), f"-Djava.io.tmpdir={folder}", "-cp", class_path, str(MINI_CLUSTER_SOURCE), str(folder / "data")]
    with _running(command, folder) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        place = f"webhdfs://127.0.0.1:{port}"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/webhdfs/v1/?op=LISTSTATUS") as answer:
            assert json.load(answer)
        yield lambda: (f"{place}/{uuid4().hex}/views", {})


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that ends when its input does, or when it is told to."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            yield process
        finally:
            process.terminate()
            process.communicate()
