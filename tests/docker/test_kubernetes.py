"""docker/kubernetes: built by kustomize, held against Kubernetes' and Prometheus Operator's schemas, the program and itself.

The schemas are those of npm's kubernetes-models: its types refuse fields that there are not, its validators values that are wrong.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from gateway.access.users import Users, write_users
from gateway.access.verifier import Verifier
from gateway.commands.cli import _parser, main
from tests.access.certificates import Authority
from tests.docker.test_docker import stage
from tests.plugins.need import program
from tests.plugins.npm import FETCH_S, install
from tests.plugins.prometheus import ALERTS, JOB, read_yaml

#: What a node takes at most to stop: statements that run have 20 s, connections a moment.
STOPS_S: Final = 28
FOLDER: Final = Path(__file__).parents[2] / "docker" / "kubernetes"
MODELS: Final = ("kubernetes-models@5.1.0", "@kubernetes-models/prometheus-operator@6.0.0", "typescript@5.9.3")
CONFIG: Final = "/etc/tidegate/tidegate.toml"
SECRET: Final = "/run/secrets/tidegate"
NAME: Final = "app.kubernetes.io/name"


def built(folder: Path) -> dict[str, dict[str, Any]]:
    """What `kubectl apply -k` would send, by kind and name."""
    made = subprocess.run([program("kubectl"), "kustomize", str(folder)], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return {f"{found['kind']}/{found['metadata']['name']}": found for found in yaml.safe_load_all(made.stdout)}


@pytest.fixture(scope="module")
def base() -> dict[str, dict[str, Any]]:
    return built(FOLDER)


@pytest.fixture(scope="module")
def monitoring() -> dict[str, dict[str, Any]]:
    return built(FOLDER / "monitoring")


def pod(base: dict[str, dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = base["StatefulSet/tidegate"]["spec"]["template"]["spec"]
    return found


# -------------------------------------------------------------------------------------------------------------------- schemas


def program_of(manifests: list[dict[str, Any]]) -> str:
    """A program in TypeScript that has each manifest as its kind, and has it validated."""
    lines = []
    for number, manifest in enumerate(manifests):
        kind, version = manifest["kind"], manifest["apiVersion"]
        package = "@kubernetes-models/prometheus-operator" if "coreos" in version else "kubernetes-models"
        lines.append(f'import {{ {kind} as K{number} }} from "{package}/{version}/{kind}";')
    for number, manifest in enumerate(manifests):
        fields = {name: value for name, value in manifest.items() if name not in ("kind", "apiVersion")}  # a class has its own
        lines.append(f"new K{number}({json.dumps(fields)}).validate();")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    install(folder, *MODELS)
    return folder


def typed(folder: Path, manifests: list[dict[str, Any]]) -> str:
    """What the types say."""
    (folder / "manifests.mts").write_text(program_of(manifests))
    options = ["--module", "nodenext", "--target", "es2022", "--strict", "--skipLibCheck", "--noEmit"]
    return subprocess.run(["node_modules/.bin/tsc", *options, "manifests.mts"], cwd=folder, capture_output=True, text=True).stdout


def validated(folder: Path, manifests: list[dict[str, Any]]) -> str:
    """What the validators say."""
    (folder / "manifests.mjs").write_text(program_of(manifests))
    return subprocess.run([program("node"), "manifests.mjs"], cwd=folder, capture_output=True, text=True).stderr


@pytest.mark.timeout(FETCH_S)
def test_the_manifests_are_valid(models: Path, base: dict[str, dict[str, Any]], monitoring: dict[str, dict[str, Any]]) -> None:
    manifests = [*base.values(), *monitoring.values()]
    assert typed(models, manifests) == ""
    assert validated(models, manifests) == ""


@pytest.mark.timeout(FETCH_S)
def test_a_field_that_there_is_not_and_a_wrong_value_are_seen(models: Path, base: dict[str, dict[str, Any]]) -> None:
    """The check above can fail."""
    wrong = json.loads(json.dumps(base["StatefulSet/tidegate"]))
    wrong["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    assert "readynessProbe" in typed(models, [wrong])
    wrong = json.loads(json.dumps(base["StatefulSet/tidegate"]))
    wrong["spec"]["minReadySeconds"] = 1.5
    assert "minReadySeconds" in validated(models, [wrong])


# --------------------------------------------------------------------------------------------------------------- with each other


def test_what_is_there(base: dict[str, dict[str, Any]], monitoring: dict[str, dict[str, Any]]) -> None:
    assert {re.sub("-[a-z0-9]{10}$", "", name) for name in base} == {
        "ConfigMap/tidegate", "PodDisruptionBudget/tidegate", "Service/tidegate", "Service/tidegate-nodes", "StatefulSet/tidegate",
    }  # fmt: skip
    assert monitoring.keys() == {"PrometheusRule/tidegate", "ServiceMonitor/tidegate"}
    assert {found["metadata"]["namespace"] for found in (*base.values(), *monitoring.values())} == {"tidegate"}


def test_selectors_find_the_pods_and_ports_the_containers(base: dict[str, dict[str, Any]]) -> None:
    state = base["StatefulSet/tidegate"]["spec"]
    labels = state["template"]["metadata"]["labels"]
    assert state["selector"]["matchLabels"] == labels
    assert base["PodDisruptionBudget/tidegate"]["spec"]["selector"]["matchLabels"] == labels
    headless = base[f"Service/{state['serviceName']}"]["spec"]
    assert headless["clusterIP"] == "None"
    assert headless["publishNotReadyAddresses"] is True
    (container,) = pod(base)["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    for name in ("tidegate", state["serviceName"]):
        service = base[f"Service/{name}"]["spec"]
        assert service["selector"].items() <= labels.items()
        assert {port["targetPort"] for port in service["ports"]} == ports.keys()
    assert {port["port"] for port in headless["ports"]} == set(ports.values())
    assert ("EXPOSE", " ".join(map(str, ports.values()))) in stage("gateway")


def test_pods_have_no_privilege_and_time_to_drain(base: dict[str, dict[str, Any]]) -> None:
    spec = pod(base)
    (container,) = spec["containers"]
    assert str(spec["securityContext"]["runAsUser"]) == dict(stage("gateway"))["USER"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    _, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
    assert spec["terminationGracePeriodSeconds"] > STOPS_S + int(seconds)
    probes = {name: container[f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")}
    assert {name: probe["path"] for name, probe in probes.items()} == {
        "startup": "/livez", "liveness": "/livez", "readiness": "/readyz",
    }  # fmt: skip


def test_prometheus_finds_the_nodes_under_the_name_that_the_alerts_have(
    base: dict[str, dict[str, Any]], monitoring: dict[str, dict[str, Any]]
) -> None:
    monitor = monitoring["ServiceMonitor/tidegate"]["spec"]
    found = [
        s
        for n, s in base.items()
        if n.startswith("Service/") and monitor["selector"]["matchLabels"].items() <= s["metadata"]["labels"].items()
    ]
    assert [service["metadata"]["name"] for service in found] == ["tidegate-nodes"]
    assert found[0]["metadata"]["labels"][monitor["jobLabel"]] == JOB
    (endpoint,) = monitor["endpoints"]
    assert endpoint["port"] in {port["name"] for port in found[0]["spec"]["ports"]}
    assert monitoring["PrometheusRule/tidegate"]["spec"] == read_yaml(ALERTS)


# -------------------------------------------------------------------------------------------------------------- with the program


def test_every_node_takes_its_configuration(
    base: dict[str, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the Secret's files as docs/operate.md has them made."""
    spec, state = pod(base), base["StatefulSet/tidegate"]["spec"]
    (container,) = spec["containers"]
    mounts = {mount["mountPath"] for mount in container["volumeMounts"]}
    assert {CONFIG.rpartition("/")[0], SECRET, "/var/lib/tidegate", "/tmp"} == mounts
    write_users(tmp_path / "users", Users({"ann": Verifier.of("pencil")}))
    (tmp_path / "cluster-secret").write_text("correct horse battery staple, a long one")
    (tmp_path / "cluster-secret").chmod(0o440)
    issued = Authority(tmp_path).issue("tidegate.tidegate.svc")
    issued.certificate.rename(tmp_path / "tls.crt")
    issued.key.rename(tmp_path / "tls.key")
    (config,) = (found for name, found in base.items() if name.startswith("ConfigMap/"))
    said = config["data"]["tidegate.toml"].replace(SECRET, str(tmp_path)).replace("/var/lib/tidegate", str(tmp_path))
    (tmp_path / "tidegate.toml").write_text(said)
    for number in range(state["replicas"]):
        arguments = [
            a.replace("$(POD_NAME)", f"tidegate-{number}").replace(CONFIG, str(tmp_path / "tidegate.toml"))
            for a in container["args"]
        ]
        assert arguments[0] == "serve"
        assert _parser().parse_args(arguments).node == f"tidegate-{number}"
        assert main(["check-config", *arguments[1:]]) == 0, capsys.readouterr().err
    beyond = ["check-config", "--config", str(tmp_path / "tidegate.toml"), "--node", f"tidegate-{state['replicas']}"]
    assert main(beyond) == 2
