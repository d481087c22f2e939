"""The program `tidegate`, with a command for each thing to do; `python -m gateway` is the same.

Exit codes: 0 done, 1 something went wrong while running, 2 wrong command line or configuration; of commands that work on roots and
stores: 1 damage, 2 it cannot be done (output.py). Errors are one line on standard error, with the hint
behind it where there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gateway import importing, tidegate_version
from gateway.commands.copies import add_copy_commands
from gateway.commands.grants import add_grant_commands
from gateway.commands.output import EXIT_FAILURE, EXIT_USAGE, complain
from gateway.commands.reload import add_reload_command
from gateway.commands.roots import add_root, add_root_commands, root_of
from gateway.commands.stores import add_store_commands
from gateway.commands.users import add_user_commands
from gateway.commands.views import add_view_commands
from gateway.config import DEFAULT_LISTEN, Address, ConfigError, ConfigFile
from gateway.node.logs import LogOptions, log_as
from statestore.errors import StateStoreError

if TYPE_CHECKING:
    from gateway.node.settings import NodeArguments

DEMO_PORT: Final = 5433
DEMO_HTTP_PORT: Final = 8432
#: Options of serve that are settings of [cluster].
_CLUSTER: Final = ("node", "peers", "replicas", "cluster", "kafka", "advertise", "dead_after_s")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code. Without *arguments* it is the process's own, which is all that the process does."""
    options = _parser().parse_args(arguments)
    options.is_program = arguments is None
    options.given = sys.argv[1:] if arguments is None else arguments
    log_as(LogOptions())
    command: Callable[[argparse.Namespace], int] = options.command
    code_of: Callable[[Exception], int] = getattr(options, "code_of", lambda _: EXIT_FAILURE)
    try:
        return command(options)
    except ConfigError as error:
        return complain(str(error), EXIT_USAGE)
    except StateStoreError as error:
        return complain(str(error), code_of(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return EXIT_FAILURE
    except OSError as error:
        return complain(f"{error.filename or command.__name__.strip('_')}: {error.strerror or error}", code_of(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tidegate", description="Ask the state of a Spark Structured Streaming job in SQL.")
    parser.add_argument("--version", action="version", version=f"tidegate {tidegate_version()}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_serve(commands)
    add_reload_command(commands)
    views = commands.add_parser("views", help="list the views under a root")
    add_root(views)
    views.set_defaults(command=_views)

    describe = commands.add_parser("describe-checkpoint", help="tell what a Spark checkpoint holds and how to attach it")
    describe.add_argument("uri", metavar="URI", help="the query's checkpointLocation")
    describe.add_argument("--name", metavar="NAME", help="what to attach it as (default: from the folder's name)")
    describe.set_defaults(command=_describe_checkpoint)

    add_root_commands(commands)
    add_view_commands(commands)
    add_copy_commands(commands)
    add_store_commands(commands)
    add_user_commands(commands)
    add_grant_commands(commands)

    _add_demo(commands)
    return parser


def _add_serve(commands: Any) -> None:
    check = commands.add_parser(
        "check-config", help="tell whether `serve` would take these options and this file, and what is wrong"
    )
    check.set_defaults(command=_check_config)
    serve = commands.add_parser("serve", help="serve the views under a root to Postgres clients")
    serve.set_defaults(command=_serve)
    for parser in (serve, check):
        _add_serve_options(parser)


def _add_serve_options(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--root", metavar="URI", help="folder that the jobs publish to")
    serve.add_argument(
        "--attach",
        metavar="NAME=URI",
        action="append",
        default=[],
        help="a Spark query's checkpoint, served as tables (repeatable)",
    )
    serve.add_argument("--listen", metavar="HOST:PORT", help=f"address to listen on (default {DEFAULT_LISTEN})")
    serve.add_argument("--trust", metavar="CIDR,…", help="networks whose every user is trusted (default: loopback)")
    serve.add_argument("--store", metavar="DIR", help="folder for this node's local copy")
    serve.add_argument("--workers", metavar="N", type=int, help="processes behind the port, each with a store in DIR (default 1)")
    serve.add_argument("--http", metavar="HOST:PORT", help="address for health, metrics and REST (needs the extra http)")
    serve.add_argument("--presto", metavar="HOST:PORT", help="address for clients of Trino and Presto (needs the extra presto)")
    serve.add_argument("--config", metavar="FILE", type=Path, help="TOML file with the same and more settings")
    cluster = serve.add_argument_group("cluster", "several nodes that answer as one")
    cluster.add_argument("--node", metavar="NAME", help="this node's name")
    cluster.add_argument("--peers", metavar="a=HOST:PORT,…", help="all nodes of the cluster, this one among them")
    cluster.add_argument("--replicas", metavar="N|all", help="nodes that hold each shard (default 1)")
    cluster.add_argument("--cluster", metavar="NAME", help="the cluster's name (default tidegate)")
    cluster.add_argument("--kafka", metavar="BOOTSTRAP", help="instead of --peers: nodes find each other through Kafka")
    cluster.add_argument("--advertise", metavar="HOST:PORT", help="with --kafka: where other nodes reach this one")
    cluster.add_argument(
        "--dead-after",
        metavar="SECONDS",
        type=float,
        dest="dead_after_s",
        help="a node that was silent for so long is not used until it is heard again (default 0.35)",
    )


def _add_demo(commands: Any) -> None:
    demo = commands.add_parser("demo", help="stream a year of real flights through Spark and serve the result")
    demo.add_argument("--port", type=int, default=DEMO_PORT)
    demo.add_argument("--http-port", type=int, default=DEMO_HTTP_PORT, help="of the status page and REST; 0: none")
    demo.add_argument("--root", type=Path, default=Path("demo-root"), metavar="DIR")
    demo.add_argument("--fast", action="store_true", help="a month per micro-batch instead of a day a second")
    demo.add_argument("--exit-when-done", action="store_true", help="end after the last day instead of serving on")
    demo.add_argument("--days", type=int, default=None, metavar="N", help="only the first N days of the year")
    demo.add_argument("--kafka", metavar="BOOTSTRAP", default="", help="by way of a Kafka topic, served by three nodes")
    demo.add_argument("--jars", type=Path, metavar="DIR", help="with --kafka: Spark's Kafka source (default: fetched by Spark)")
    demo.set_defaults(command=_demo)


def _serve(options: argparse.Namespace) -> int:
    if options.is_program:
        from gateway.node.imports import arrow_without_pandas

        arrow_without_pandas()
    with importing(kept=options.is_program):
        from gateway.node.run import run_node

    return run_node(ConfigFile(options.config), _serve_arguments(options))


def _check_config(options: argparse.Namespace) -> int:
    from gateway.node.checking import check_settings
    from gateway.node.settings import NodeSettings

    settings = NodeSettings.read(ConfigFile(options.config), _serve_arguments(options))
    address = check_settings(settings).address
    sys.stdout.write(f"this can be served, on {address}\n")
    return 0


def _serve_arguments(options: argparse.Namespace) -> NodeArguments:
    from gateway.node.settings import NodeArguments

    cluster = {name: getattr(options, name) for name in _CLUSTER}
    return NodeArguments(
        options.root,
        options.listen,
        options.store,
        options.trust,
        cluster,
        workers=options.workers,
        presto=options.presto,
        http=options.http,
        attach=options.attach,
        command=options.given,
    )


def _views(options: argparse.Namespace) -> int:
    from gateway.commands.views import list_views

    sys.stdout.writelines(f"{line}\n" for line in list_views(root_of(options), as_json=options.json))
    return 0


def _describe_checkpoint(options: argparse.Namespace) -> int:
    from gateway.commands.checkpoints import described
    from gateway.node.attaching import check_name

    if options.name is not None:
        check_name(options.name, f"--name {options.name}")
    sys.stdout.writelines(f"{line}\n" for line in described(options.uri, options.name))
    return 0


def _demo(options: argparse.Namespace) -> int:
    Address.parse(f"127.0.0.1:{options.port}")
    Address.parse(f"127.0.0.1:{options.http_port}")
    try:
        from gateway.demo.run import DemoFailed, DemoOptions, run
    except ModuleNotFoundError as error:
        return complain(f"the demo needs {error.name}: pip install 'tidegate[demo]'", EXIT_FAILURE)
    settings = DemoOptions(
        options.root, options.port, options.fast, options.exit_when_done, options.days, options.kafka, options.jars,
        http_port=options.http_port,
    )  # fmt: skip
    try:
        run(settings)
    except DemoFailed as error:
        return complain(str(error), EXIT_FAILURE)
    return 0
