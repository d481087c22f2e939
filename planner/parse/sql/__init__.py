"""Queries, parsed by sqlglot: tokens → sqlglot's tokens → sqlglot's tree → planner.parse.syntax. See planner/DESIGN.md."""
