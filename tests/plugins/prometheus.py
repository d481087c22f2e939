"""A real Prometheus (Debian's package prometheus) beside the tests, with the repository's own configuration and alerts.

Only what a test cannot have is changed: targets, the intervals, and how long something has to last before an alert fires, is stale
or is remembered.
"""

from __future__ import annotations

import json
import math
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.plugins.cluster import wait_until
from tests.plugins.need import program
from tests.plugins.postgres import free_port

FOLDER: Final = Path(__file__).parents[2] / "docker" / "prometheus"
CONFIG: Final = FOLDER / "prometheus.yml"
ALERTS: Final = FOLDER / "alerts.yml"
JOB: Final = "tidegate"
INTERVAL: Final = "1s"
#: Longer than a loaded machine may keep one scrape waiting.
LASTS: Final = "4s"
REMEMBERED: Final = "[10s]"
STALE_S: Final = 3
READY_S: Final = 60.0


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def promtool(*arguments: str, text: str = "", folder: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    """Run it, with *text* to read; what it says is the caller's to judge."""
    return subprocess.run([program("promtool"), *arguments], input=text, cwd=folder, capture_output=True, text=True)


@dataclass(frozen=True)
class Prometheus:
    """A running server."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def ask(self, path: str, **parameters: str) -> Any:
        """What its API says. Raises urllib.error.URLError."""
        address = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(address, timeout=30) as answer:
            return json.load(answer)["data"]

    def values(self, expression: str) -> dict[frozenset[tuple[str, str]], float]:
        """An instant query's samples that are numbers, by their labels."""
        found = self.ask("query", query=expression)
        samples = [([], found["value"])] if found["resultType"] == "scalar" else [
            ([*sample["metric"].items()], sample["value"]) for sample in found["result"]
        ]  # fmt: skip
        return {frozenset(labels): float(value) for labels, (_, value) in samples if not math.isnan(float(value))}

    def value(self, expression: str) -> float | None:
        """The only sample's; None where there is none."""
        found = self.values(expression)
        assert len(found) <= 1, found
        return next(iter(found.values()), None)

    def firing(self, alert: str = "") -> list[dict[str, str]]:
        """Labels of the alerts that fire, of those of one name."""
        found = [a["labels"] for a in self.ask("alerts")["alerts"] if a["state"] == "firing"]
        return [labels for labels in found if alert in ("", labels["alertname"])]

    def await_value(self, expression: str, expected: float, what: str) -> None:
        """Wait for it."""
        wait_until(lambda: self.value(expression) == expected, READY_S, what)


def configure(folder: Path, targets: Sequence[str]) -> Path:
    """Write the configuration that a test's server has; *targets* are the nodes' HTTP ports."""
    config, alerts = read_yaml(CONFIG), read_yaml(ALERTS)
    config["global"] |= dict.fromkeys(("scrape_interval", "evaluation_interval", "scrape_timeout"), INTERVAL)
    config["scrape_configs"] = [job for job in config["scrape_configs"] if job["job_name"] == JOB]
    (job,) = config["scrape_configs"]
    job["static_configs"] = [{"targets": list(targets)}]
    for group in alerts["groups"]:
        for rule in group["rules"]:
            rule["for"] = LASTS
            rule["expr"] = (
                rule["expr"].replace("[5m]", REMEMBERED).replace('_seconds{job="tidegate"} > 60', f"_seconds > {STALE_S}")
            )
    (folder / "alerts.yml").write_text(yaml.safe_dump(alerts))
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
    return folder / "prometheus.yml"


@contextmanager
def running_prometheus(folder: Path, targets: Sequence[str]) -> Iterator[Prometheus]:
    """A server for the time of a with block, with its files in *folder*."""
    port, log = free_port(), folder / "prometheus.log"
    command = [
        program("prometheus"), f"--config.file={configure(folder, targets)}", f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address=127.0.0.1:{port}",
    ]  # fmt: skip
    with log.open("wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, stdin=subprocess.DEVNULL, cwd=folder)
    found = Prometheus(process, port, log)
    try:
        wait_until(lambda: _answers(found), READY_S, "Prometheus answers")
        yield found
    finally:
        process.terminate()
        try:
            process.wait(30)
        finally:
            process.kill()


def _answers(server: Prometheus) -> bool:
    if server.process.poll() is not None:
        pytest.fail(f"Prometheus has ended; its log:\n{server.log.read_text(errors='replace')[-4000:]}")
    try:
        return bool(server.ask("status/buildinfo"))
    except urllib.error.URLError:
        return False
