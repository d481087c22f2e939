"""The Dockerfile and the compose file against the program, the repository and each other.

Where there is a docker CLI with compose, it reads the file too; an engine is not needed for that.
"""

from __future__ import annotations

import ipaddress
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from gateway.access.trust import Trust
from gateway.cluster.options import ClusterSettings
from gateway.commands.cli import _parser
from gateway.config import Address
from tests.plugins.kafka import KAFKA, SPARK_SOURCE

ROOT: Final = Path(__file__).parent.parent.parent
DOCKERFILE: Final = ROOT / "docker" / "Dockerfile"
COMPOSE: Final = ROOT / "docker" / "compose.yml"
NODES: Final = ("a", "b", "c")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
    return loaded


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = compose["services"]
    return found


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, continued lines put together."""
    text = re.sub(r"\\\n\s*", " ", DOCKERFILE.read_text())
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def test_services_refer_to_what_exists(compose: dict[str, Any], services: dict[str, Any]) -> None:
    assert services.keys() == {"kafka", "feed", "job", *NODES}
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= services.keys() - {name}
        assert set(service["networks"]) <= compose["networks"].keys()
        for volume in service.get("volumes", ()):
            source, target, *_ = volume.split(":")
            assert source in compose["volumes"]
            assert target.startswith("/")
        if "build" in service:
            context = (COMPOSE.parent / service["build"]["context"]).resolve()
            assert context == ROOT
            assert (context / service["build"]["dockerfile"]) == DOCKERFILE
            assert service["image"] == "tidegate"
    for waited in {
        d for s in services.values() for d, how in s.get("depends_on", {}).items() if how["condition"] == "service_healthy"
    }:
        assert "healthcheck" in services[waited]


def test_names_and_ports_are_one_nodes_own(services: dict[str, Any]) -> None:
    published = [port.rpartition(":")[0] for name in NODES for port in services[name]["ports"]]
    assert len(set(published)) == len(published) == len(NODES)
    assert all(ipaddress.ip_address(port.split(":")[0]).is_loopback for port in published)
    stores = [volume.split(":")[0] for name in NODES for volume in services[name]["volumes"] if volume.endswith("/store")]
    assert len(set(stores)) == len(NODES)


@pytest.mark.parametrize("name", NODES)
def test_a_nodes_command_line_is_accepted(compose: dict[str, Any], services: dict[str, Any], name: str) -> None:
    service = services[name]
    options = _parser().parse_args(service["command"])
    fields = {field: getattr(options, field) for field in ("node", "kafka", "cluster", "advertise", "replicas")}
    settings = ClusterSettings(**fields)
    assert settings.node == name == service["hostname"]
    assert settings.copies() <= len(NODES)
    listen = Address.parse(options.listen)
    assert settings.address == Address(name, listen.port)
    assert [port.rpartition(":")[2] for port in service["ports"]] == [str(listen.port)]
    assert ("EXPOSE", str(listen.port)) in instructions()
    (subnet,) = (config["subnet"] for config in compose["networks"]["tidegate"]["ipam"]["config"])
    assert subnet in options.trust.split(",")
    assert Trust.parse(options.trust).beyond_loopback
    mounted = {volume.split(":")[1] for volume in service["volumes"]}
    assert mounted == {options.root, options.store}


def test_the_job_and_the_feed_take_their_command_lines(services: dict[str, Any]) -> None:
    pytest.importorskip("pyspark", reason="this machine lacks pyspark")
    pytest.importorskip("confluent_kafka", reason="this machine lacks confluent-kafka")
    from gateway.demo import feed, job

    assert services["job"]["entrypoint"] == ["python", "-m", job.__name__]
    assert services["feed"]["entrypoint"] == ["python", "-m", feed.__name__]
    run, fed = job.parser().parse_args(services["job"]["command"]), feed.parser().parse_args(services["feed"]["command"])
    assert run.work == fed.work
    assert run.kafka == fed.kafka
    assert run.topic == feed.TOPIC
    nodes = [_parser().parse_args(services[name]["command"]) for name in NODES]
    assert {node.root for node in nodes} == {run.root}
    assert {node.kafka for node in nodes} == {run.kafka}
    assert run.work.is_relative_to(run.root)
    assert any(word == "COPY" and rest.endswith(f" {run.jars}") for word, rest in instructions())


def test_kafka_is_the_official_image_at_the_address_that_all_use(services: dict[str, Any]) -> None:
    kafka = services["kafka"]
    assert kafka["image"] == f"apache/kafka:{KAFKA.split(':')[2]}"
    settings = kafka["environment"]
    assert all(isinstance(value, str) for value in settings.values())
    advertised = settings["KAFKA_ADVERTISED_LISTENERS"].removeprefix("PLAINTEXT://")
    assert Address.parse(advertised).host == kafka["hostname"]
    bootstraps = {
        service["command"][service["command"].index("--kafka") + 1] for name, service in services.items() if name != "kafka"
    }
    assert bootstraps == {advertised}
    assert kafka["healthcheck"]["test"][-1] == advertised


def test_the_dockerfile_refers_to_what_exists() -> None:
    found = instructions()
    stages = [rest.split(" AS ")[1] for word, rest in found if word == "FROM" and " AS " in rest]
    ignored = (ROOT / ".dockerignore").read_text().split()
    for word, rest in found:
        if word != "COPY":
            continue
        *sources, _target = rest.split()
        if sources[0].startswith("--from="):
            assert sources[0].removeprefix("--from=") in stages
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            assert source.split("/")[0] not in ignored
    assert ("ENTRYPOINT", '["tidegate"]') in found
    assert dict(found)["STOPSIGNAL"] == "SIGTERM"


def test_the_images_jars_are_those_that_the_tests_use() -> None:
    project = ET.fromstring((ROOT / "docker" / "pom.xml").read_text())
    found = [
        ":".join(dependency.findtext(part) or "" for part in ("groupId", "artifactId", "version"))
        for dependency in project.iter("dependency")
    ]
    assert tuple(found) == SPARK_SOURCE


def test_docker_compose_reads_the_file() -> None:
    try:
        known = subprocess.run(["docker", "compose", "version"], capture_output=True)
    except FileNotFoundError:
        pytest.skip("this machine lacks docker")
    if known.returncode != 0:
        pytest.skip("this machine's docker lacks compose")
    read = subprocess.run(["docker", "compose", "-f", str(COMPOSE), "config", "--quiet"], capture_output=True, text=True)
    assert read.returncode == 0, read.stderr
