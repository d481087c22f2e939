"""Fixtures come from tests/plugins, one file per service."""

from hypothesis import HealthCheck, settings

from tests.plugins.scale import FULL

pytest_plugins = [
    "tests.plugins.few_rows",
    "tests.plugins.folders",
    "tests.plugins.postgres",
    "tests.plugins.spark",
    "tests.plugins.jobs",
    "tests.plugins.twin",
    "tests.plugins.namesake",
    "tests.plugins.jdbc",
    "tests.plugins.debezium",
    "tests.plugins.cluster",
    "tests.plugins.kafka",
]

# Other work on the machine is no failure: without this, an example that takes 0.2 s is one, and slowly made data another.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=not FULL)
settings.load_profile("unhurried")
