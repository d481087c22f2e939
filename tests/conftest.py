"""Fixtures come from tests/plugins, one file per service."""

pytest_plugins = [
    "tests.plugins.postgres",
    "tests.plugins.spark",
    "tests.plugins.jobs",
    "tests.plugins.twin",
    "tests.plugins.namesake",
    "tests.plugins.jdbc",
    "tests.plugins.cluster",
    "tests.plugins.kafka",
]
