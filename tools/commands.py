# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of dev.py."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from typing import TypeAlias

from .bench import bench
from .build import build
from .console import Problem, disk_problem, explain
from .contact_sheet import contact_sheet
from .demo import demo
from .places import cache_folder
from .resolve import lock
from .targets import PLATFORM_TAGS, SHIPPED
from .test import test

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def run(arguments: Sequence[str]) -> int:
    """Carry out one command; a problem becomes one sentence and a non-zero code."""
    options = parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except Problem as problem:
        print(f"dev.py: {problem}", file=sys.stderr)
    except OSError as error:
        print(f"dev.py: {explain(str(error)) or error}", file=sys.stderr)
    except subprocess.CalledProcessError as error:
        reason = disk_problem() or f"ended with code {error.returncode}"
        print(f"dev.py: {error.cmd[0]}: {reason}", file=sys.stderr)
    except KeyboardInterrupt:
        print("dev.py: stopped; the next run goes on from what is whole", file=sys.stderr)
        return 130
    return 1


def parser() -> argparse.ArgumentParser:
    main = argparse.ArgumentParser(
        prog="dev.py",
        description="Everything a developer of Linkwright needs. Environments are made in .venv,"
        f" results in out, downloads are kept in {cache_folder()} (LINKWRIGHT_CACHE chooses another folder).",
    )
    commands = main.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add_demo(commands)
    add_test(commands)
    add_build(commands)
    add(commands, "bench", "compare our speed with that of other engines, into out/bench.md").set_defaults(
        command=lambda _options: bench()
    )
    add(commands, "contact-sheet", "render every robot of the library, into docs/images").set_defaults(
        command=lambda _options: contact_sheet()
    )
    add(commands, "lock", "write wheels.lock anew from tools/requirements.toml").set_defaults(
        command=lambda _options: lock()
    )
    return main


def add(commands: Commands, name: str, purpose: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")


def add_demo(commands: Commands) -> None:
    command = add(commands, "demo", "install the extension and let it make, move and render a robot")
    command.add_argument("robot", nargs="?", help="a RAFF file (default: the PUMA 560 in presets/robots)")
    command.set_defaults(command=lambda options: demo(options.robot))


def add_test(commands: Commands) -> None:
    command = add(commands, "test", "lint, types, and all tests in one pytest run")
    command.add_argument("--no-gui", action="store_true", help="leave out the tests in a real Blender window")
    command.add_argument(
        "pytest", nargs="*", metavar="PYTEST", help="after --: options for pytest, as in -- -k tab"
    )
    command.set_defaults(command=lambda options: test(options.pytest, gui=not options.no_gui))


def add_build(commands: Commands) -> None:
    command = add(commands, "build", "make the zips that users install, one for each platform and Python")
    pythons = sorted({target.python for target in SHIPPED})
    command.add_argument("--platform", choices=list(PLATFORM_TAGS), help="only this platform")
    command.add_argument("--python", choices=pythons, help="only this Python")
    command.set_defaults(command=lambda options: build(options.platform, options.python))
