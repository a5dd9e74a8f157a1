# SPDX-License-Identifier: GPL-3.0-or-later
"""A Blender with a real window: Debian's or Ubuntu's, in a folder of its own, entered through namespaces."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .console import Problem, last_line, run_step
from .environments import STAMP, made_whole
from .places import cache_folder
from .system_packages import distribution, may_install, require

SUITES = {"debian": ("sid", "main"), "ubuntu": ("resolute", "main,universe")}
"""Which release has a Blender of 5.0 or newer, and in which components."""
PACKAGES = (
    *("blender", "python3-numpy", "python3-cattr", "python3-requests", "python3-zstandard"),
    *("xvfb", "imagemagick", "fonts-dejavu-core"),
    *("libgl1-mesa-dri", "libglx-mesa0", "libegl1"),
)
PACKAGE_OF_TOOL = {"unshare": "util-linux", "mount": "mount", "perl": "perl"}
"""What a small installation may lack to unpack and enter that system."""
NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
SCREEN = "1280x800x24"

ENTER = """
set -eu
root=$1; shift
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
while [ "$1" != -- ]; do
    mkdir -p "$root$2"; mount --bind "$1" "$root$2"; shift 2
done
shift
chroot "$root" /usr/bin/env -i HOME=/tmp/home DISPLAY=:99 LIBGL_ALWAYS_SOFTWARE=1 \
    GALLIUM_DRIVER=llvmpipe PATH=/usr/bin:/bin LANG=C.UTF-8 "$@"
exit $?
"""
"""Root folder, pairs of host folder and inner mount point, --, command."""


def window_obstacle() -> str:
    """Why this machine can have no such window, or an empty text."""
    if not distribution():
        return "they need Debian or Ubuntu"
    if not may_install():
        return "they need root, to enter a root folder of their own"
    if missing := [package for tool, package in PACKAGE_OF_TOOL.items() if not shutil.which(tool)]:
        require(missing, "a Blender with a window needs them")
    trial = subprocess.run([*NAMESPACES, "true"], capture_output=True, text=True, check=False)
    return f"this machine allows no namespaces ({last_line(trial.stderr)})" if trial.returncode else ""


def prepare_window() -> Path:
    """The root folder of the system with that Blender; fetched once into the cache."""
    suite, components = SUITES[distribution()]
    root = cache_folder() / f"window-{suite}"
    stamp = " ".join([suite, *PACKAGES])
    marker = root / STAMP
    if not (marker.is_file() and marker.read_text(encoding="utf-8").startswith(stamp)):
        with made_whole(root, stamp) as fresh, tempfile.TemporaryDirectory() as folder:
            bootstrap(suite, components, fresh, Path(folder))
    return root


def bootstrap(suite: str, components: str, root: Path, folder: Path) -> None:
    """Unpack a system with Blender into `root`; nothing is installed on this machine."""
    run_step("Refreshing the package list", ["apt-get", "update"])
    run_step("Fetching mmdebstrap", ["apt-get", "download", "mmdebstrap"], folder=folder)
    (package,) = folder.glob("mmdebstrap_*.deb")
    subprocess.run(["dpkg", "-x", package, folder], check=True)
    options = ["--variant=apt", "--mode=root", f"--components={components}"]
    options += ['--aptopt=APT::Install-Recommends "false"', '--aptopt=Acquire::Check-Valid-Until "false"']
    command = [folder / "usr/bin/mmdebstrap", *options, f"--include={','.join(PACKAGES)}"]
    title = f"Fetching a Blender with a window ({suite}, about 320 MB)"
    run_step(title, [*command, suite, root, archive()])


def archive() -> str:
    """Where this machine's own apt gets its main packages from."""
    listing = ["apt-get", "indextargets", "--format", "$(SITE) $(ORIGIN) $(LABEL)"]
    said = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        site, _, names = line.partition(" ")
        if names in {"Debian Debian", "Ubuntu Ubuntu"}:
            return site
    raise Problem("apt's sources on this machine name no Debian or Ubuntu archive")


def enter(root: Path, folders: dict[Path, str], command: Sequence[str], *, seconds: float) -> str:
    """Run a command inside `root` with some of our folders in it; return all that it printed.

    Args:
        root: From `prepare_window`.
        folders: Where each folder of ours appears inside.
        command: Program and arguments, as seen inside.
        seconds: After which everything in there is ended.
    """
    mounts = [text for host, inner in folders.items() for text in (str(host), inner)]
    whole = [*NAMESPACES, "sh", "-c", ENTER, "enter", str(root), *mounts, "--", *command]
    process = subprocess.Popen(whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()  # --kill-child: all processes of the namespace end with it
        output, _ = process.communicate()
        output += f"\nTraceback: ended after {seconds:.0f} s without an answer\n".encode()
    text = output.decode("utf-8", errors="replace")
    return text + (f"\nexit code {process.returncode}\n" if process.returncode else "")
