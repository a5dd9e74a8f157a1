# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes a function a kernel: compiled in `solvers.kernels`, left as it is in `solvers.kernels_plain`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

PLAIN = __name__.split(".")[-2] == "kernels_plain"
Function = TypeVar("Function", bound=Callable[..., Any])

prange: Any = range
if not PLAIN:
    import numba
    from numba.core import event

    settings: Any = numba.config
    if settings.DISABLE_JIT:
        raise ImportError("numba is switched off by NUMBA_DISABLE_JIT")
    prange = numba.prange

    class Refusal(event.Listener):
        """Stops numba where it is about to compile, which would hold up Blender for seconds."""

        def on_start(self, event: event.Event) -> None:
            name = event.data["dispatcher"].__name__
            raise RuntimeError(f"the cache lacks kernel '{name}' for this processor")

        def on_end(self, event: event.Event) -> None:
            """Nothing to do: what was refused has not begun."""


compiled: list[Any] = []
"""Numba's dispatchers of all kernels imported so far; none in plain mode."""


def kernel(signature: str, *, parallel: bool = False) -> Callable[[Function], Function]:
    """Decorate a kernel: compiled, or loaded from the cache, as soon as its module is imported.

    Args:
        signature: Types of the result and the arguments as numba writes them, `"f8(f8[:, ::1], i8)"`.
        parallel: Whether the rounds of a `prange` loop are shared among the processor's cores.
    """
    if PLAIN:
        return lambda function: function
    jit = numba.njit(
        signature, cache=True, error_model="numpy", fastmath=False, parallel=parallel, nogil=True
    )

    def compile_now(function: Function) -> Function:
        dispatcher: Any = jit(function)
        compiled.append(dispatcher)
        return dispatcher

    return compile_now


@contextmanager
def filling(folder: str) -> Iterator[None]:
    """Kernels imported meanwhile are kept in this cache folder; numba's own setting returns afterwards."""
    before = settings.CACHE_DIR
    settings.CACHE_DIR = folder
    try:
        yield
    finally:
        settings.CACHE_DIR = before


@contextmanager
def loading(folder: str) -> Iterator[None]:
    """Kernels imported meanwhile come from this cache folder; one that is not in it raises RuntimeError."""
    with filling(folder), event.install_listener("numba:compile", Refusal()):
        yield
