# SPDX-License-Identifier: GPL-3.0-or-later
"""What a developer sees: progress, and one clear sentence when something fails."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from .places import LOGS, ROOT, cache_folder

SIGN_OF_LIFE = 10.0
"""Seconds between two lines of progress where the output is no terminal."""

ALMOST_NOTHING = 4_000_000
"""Bytes that may be free on a disk that is called full."""
FULL = "the disk is full: free some space and run it again"
REASONS = (
    (r"No space left on device|Errno 28|ENOSPC", FULL),
    (
        r"Retrying \(|SSLError|HTTP error 5\d\d|NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError"
        r"|name resolution|Connection refused|Could not (resolve|connect)|Unable to connect|Failed to fetch",
        "the package registry cannot be reached: check the network, then run it again",
    ),
    (r"No matching distribution found for (\S+)", "the package registry has no {0}"),
    (r"Could not get lock|Unable to acquire the dpkg", "another package installation is running"),
)


class Problem(Exception):
    """Something a developer has to know, in one sentence."""


class StepFailed(Problem):
    """A command of ours ended with an error; its whole output is in `log`."""

    def __init__(self, title: str, code: int, log: Path, output: str, *, disk: str = "") -> None:
        reason = explain(output) or disk or f"exit code {code}, {last_line(output)!r}"
        super().__init__(f"{title}: {reason} (everything it said: {log})")
        self.output = output


def explain(output: str) -> str:
    """The known reason why a command failed, or an empty text."""
    for pattern, sentence in REASONS:
        if match := re.search(pattern, output):
            return sentence.format(*match.groups())
    return ""


def disk_problem() -> str:
    """The sentence for a disk so full that not even the reason could be written down."""
    places = (ROOT, cache_folder(), Path(tempfile.gettempdir()))
    full = [place for place in places if place.exists() and shutil.disk_usage(place).free < ALMOST_NOTHING]
    return f"{FULL} ({full[0]} has none left)" if full else ""


def say(text: str) -> None:
    print(text, flush=True)


def run_step(
    title: str,
    command: Sequence[object],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> str:
    """Run a long command with a sign of life on screen.

    Args:
        title: What it does, for the developer.
        command: Program and arguments.
        environment: Variables of the command; those of this process where not given.
        folder: Where it runs.

    Returns:
        All that it printed. The same text is kept in `out/logs/`.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / (re.sub(r"\W+", "-", title.lower()).strip("-")[:60] + ".log")
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdout=stream,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=None if environment is None else dict(environment),
            cwd=folder,
        )
        try:
            disk = watch(process, title, log)
        except BaseException:
            process.kill()
            process.wait()
            raise
    output = log.read_text(encoding="utf-8", errors="replace")
    if process.returncode:
        raise StepFailed(title, process.returncode, log, output, disk=disk)
    return output


def watch(process: subprocess.Popen[bytes], title: str, log: Path) -> str:
    """Wait for `process`, showing that it is alive and what it said last.

    Returns:
        That the disk was full meanwhile, which the log, being on it, may not hold; else an empty text.
    """
    started = shown = time.monotonic()
    disk = ""
    live = sys.stdout.isatty()
    say(f"... {title}")
    while process.poll() is None:
        time.sleep(0.05)
        disk = disk or disk_problem()
        now = time.monotonic()
        if now - shown >= (1.0 if live else SIGN_OF_LIFE):
            shown = now
            show_life(f"    {now - started:4.0f} s  {tail_of(log)}", live=live)
    if live:
        sys.stdout.write("\r\033[K")
    if process.returncode == 0:
        say(f"    done in {time.monotonic() - started:.0f} s")
    return disk or disk_problem()


def show_life(line: str, *, live: bool) -> None:
    if live:
        width = os.get_terminal_size().columns - 1
        sys.stdout.write("\r\033[K" + line[:width])
        sys.stdout.flush()
    else:
        say(line[:120])


def tail_of(log: Path) -> str:
    """The last line that a growing log holds so far."""
    with log.open("rb") as stream:
        stream.seek(max(0, log.stat().st_size - 400))
        return last_line(stream.read().decode("utf-8", errors="replace"))


def last_line(text: str) -> str:
    lines = [line.strip() for line in re.split(r"[\r\n]+", text) if line.strip()]
    return lines[-1] if lines else ""
