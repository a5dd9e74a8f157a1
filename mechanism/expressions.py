# SPDX-License-Identifier: GPL-3.0-or-later
"""Formulas: read by a small grammar of their own, computed in float64, never run as Python."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from graphlib import CycleError, TopologicalSorter
from itertools import takewhile
from keyword import iskeyword, kwlist
from numbers import Real
from typing import NamedTuple, NoReturn

import numpy as np

from .checks import check_finite, check_name
from .errors import MechanismError

Value = float | np.ndarray
MAX_LENGTH = 500  # characters
MAX_STEPS = 200  # numbers, names, operators and calls
MAX_DEPTH = 50  # parentheses and signs inside one another
FEW = 12  # names that a message still lists


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator or a function of `count` arguments, or of more, taken from left to right."""

    name: str
    compute: np.ufunc
    count: int = 1
    more: bool = False
    takes_angle: bool = False
    gives_angle: bool = False

    def apply(self, arguments: Sequence[Value], angle: float) -> Value:
        first, *rest = [argument * angle for argument in arguments] if self.takes_angle else arguments
        result = reduce(self.compute, rest, first) if rest else self.compute(first)
        return result / angle if self.gives_angle else result


FUNCTIONS = {
    "sqrt": Operation("sqrt", np.sqrt),
    "sin": Operation("sin", np.sin, takes_angle=True),
    "cos": Operation("cos", np.cos, takes_angle=True),
    "tan": Operation("tan", np.tan, takes_angle=True),
    "asin": Operation("asin", np.arcsin, gives_angle=True),
    "acos": Operation("acos", np.arccos, gives_angle=True),
    "atan": Operation("atan", np.arctan, gives_angle=True),
    "atan2": Operation("atan2", np.arctan2, 2, gives_angle=True),
    "min": Operation("min", np.minimum, 2, more=True),
    "max": Operation("max", np.maximum, 2, more=True),
    "abs": Operation("abs", np.abs),
    "rad": Operation("rad", np.radians),
    "deg": Operation("deg", np.degrees),
}
RESERVED = ("pi", *FUNCTIONS, *kwlist)  # no parameter can be called so
SIGNS = {"+": Operation("+", np.positive), "-": Operation("-", np.negative)}
SIGNED = 3
BINARY = {  # with the strength that holds the left operand, and the one with which the right one is read
    "+": (Operation("+", np.add, 2), 1, 1),
    "-": (Operation("-", np.subtract, 2), 1, 1),
    "*": (Operation("*", np.multiply, 2), 2, 2),
    "/": (Operation("/", np.divide, 2), 2, 2),
    "**": (Operation("**", np.power, 2), 4, SIGNED),
}
DIGITS = "[0-9](?:_?[0-9])*"
NUMBER = re.compile(rf"(?:{DIGITS}\.?(?:{DIGITS})?|\.{DIGITS})(?:[eE][+-]?{DIGITS})?")
HINTS = {"": ": it ends too soon", "^": ": powers are written **"}


class Step(NamedTuple):
    """Puts a number or a parameter on the stack, or replaces its last `arity` values by a result."""

    what: float | str | Operation
    place: int
    arity: int = 0


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula that has been read: what to do, step by step, in reverse Polish order."""

    text: str
    names: frozenset[str]
    """Parameters it uses."""
    steps: tuple[Step, ...] = field(repr=False)

    @np.errstate(all="ignore")
    def evaluate(self, values: Mapping[str, Value], *, angle: float = 1.0) -> Value:
        """Compute the formula in float64.

        Of plain numbers it gives a float, and whatever is not finite on the way (a division by zero, the root
        of a negative number, an overflow) is a MechanismError. Of arrays it gives a new array of their common
        shape, in which entries without a finite value are nan or inf, without a warning: plots skip them.
        Angles are taken by sin, cos and tan, and given by their inverses, in units of `angle` radians.
        """
        self.check_names(values)
        arguments = {name: self._read_argument(name, values[name]) for name in sorted(self.names)}
        shapes = {name: argument.shape for name, argument in arguments.items() if argument.ndim}
        try:
            np.broadcast_shapes(*shapes.values())
        except ValueError:
            fail(self.text, f"the shapes of its arrays do not fit each other: {shapes}")
        result = self._run(arguments, angle, strict=not shapes)
        return result if isinstance(result, np.ndarray) and result.ndim else float(result)

    def check_names(self, known: Collection[str]) -> None:
        """Refuse the formula if it uses a parameter that is not known."""
        for what, place, _arity in self.steps:
            if isinstance(what, str) and what not in known:
                listed = f"; known: {', '.join(known)}" if 0 < len(known) <= FEW else ""
                fail(self.text, f"{what!r} at character {place} is not known{listed}")

    def _read_argument(self, name: str, value: object) -> np.ndarray:
        value = value[()] if isinstance(value, np.ndarray) else value  # one of no dimension is a number
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "fiu":
                fail(self.text, f"{name!r} is an array of {value.dtype}; it must hold real numbers")
            return value.astype(np.float64)
        return np.array(read_number(f"Formula {self.text!r}", repr(name), value))

    def _run(self, arguments: Mapping[str, np.ndarray], angle: float, *, strict: bool) -> Value:
        stack: list[Value] = []
        for what, place, arity in self.steps:
            if not isinstance(what, Operation):
                stack.append(arguments[what] if isinstance(what, str) else what)
                continue
            taken = stack[-arity:]
            result = what.apply(taken, angle)
            if strict and not np.isfinite(result):
                given = " and ".join(f"{float(value):g}" for value in taken)
                fail(self.text, f"{what.name!r} at character {place} has no finite result for {given}")
            stack[-arity:] = [result]
        return stack[0]


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """Read a formula of decimal numbers, `pi`, parameters, + - * / **, parentheses and `FUNCTIONS`.

    Operators bind as in Python; names are compared letter by letter, as they are written.
    """
    if len(text) > MAX_LENGTH:
        fail(f"{text[:40]}...", f"has {len(text)} characters; at most {MAX_LENGTH} are allowed")
    parser = Parser(text, [*read_pieces(text)][::-1])
    parser.read(0)
    parser.expect("")
    names = frozenset(step.what for step in parser.steps if isinstance(step.what, str))
    return Expression(text, names, tuple(parser.steps))


def solve_parameters(parameters: Mapping[str, float | str], *, angle: float) -> dict[str, float]:
    """Compute parameters that are numbers or formulas of one another, in any order."""
    formulas: dict[str, Expression] = {}
    values: dict[str, float] = {}
    for name, value in parameters.items():
        check_parameter_name(name)
        if not isinstance(value, str):
            values[name] = read_number(f"Parameter {name!r}", "its value", value)
            continue
        with blamed_on(name):
            formulas[name] = parse(value)
            formulas[name].check_names(parameters)
    for name in sort_formulas(formulas):
        with blamed_on(name):
            values[name] = float(formulas[name].evaluate(values, angle=angle))
    return {name: values[name] for name in parameters}


def check_parameter_name(name: str) -> None:
    """Refuse a name that no formula could use, or that looks like a word of the language."""
    check_name("A parameter", unicodedata.normalize("NFKC", name), taken=RESERVED)
    if not name.isidentifier():
        raise MechanismError(f"Parameter {name!r}: its name must be letters, digits and _, no digit first")


def read_number(where: str, what: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise MechanismError(f"{where}: {what} is a {type(value).__name__}; it must be a number")
    try:
        number = float(value)
    except OverflowError:
        raise MechanismError(f"{where}: {what} is too large a number") from None
    check_finite(where, what, [number])
    return number


@contextmanager
def blamed_on(name: str) -> Iterator[None]:
    """Say which parameter has the formula that is wrong."""
    try:
        yield
    except MechanismError as error:
        raise MechanismError(f"Parameter {name!r}: {error}") from error


def sort_formulas(formulas: Mapping[str, Expression]) -> list[str]:
    """The parameters that have formulas, each after those it needs."""
    needs = {name: sorted(formula.names & formulas.keys()) for name, formula in formulas.items()}
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        circle = error.args[1][::-1]
    listed = circle if len(circle) <= FEW else [*circle[: FEW - 2], "...", circle[-1]]
    raise MechanismError(f"Parameter {circle[0]!r} needs itself, in a circle: {' -> '.join(listed)}")


def fail(text: str, problem: str) -> NoReturn:
    raise MechanismError(f"Formula {text!r}: {problem}")


def read_pieces(text: str) -> Iterator[tuple[str, int]]:
    """Numbers, words and symbols, known or not, each with its place; the last is empty."""
    start = 0
    while start < len(text):
        number = NUMBER.match(text, start)
        word = "".join(takewhile(lambda letter: f"_{letter}".isidentifier(), text[start:]))
        piece = number[0] if number else word or ("**" if text.startswith("**", start) else text[start])
        if piece not in " \t\r\n":
            yield piece, start + 1
        start += len(piece)
    yield "", len(text) + 1


@dataclass(slots=True)
class Parser:
    """Turns pieces, of which the next one is last, into steps."""

    text: str
    pieces: list[tuple[str, int]]
    steps: list[Step] = field(default_factory=list)
    depth: int = 0

    def add(self, step: Step) -> None:
        self.steps.append(step)
        if len(self.steps) > MAX_STEPS:
            fail(self.text, f"has more than {MAX_STEPS} numbers, names and operators")

    def expect(self, symbol: str) -> None:
        piece, place = self.pieces.pop()
        if piece != symbol:
            fail(self.text, f"cannot be read at character {place}{HINTS.get(piece, '')}")

    def read(self, strength: int) -> None:
        """Read an operand, and what follows it as long as the operators are stronger."""
        self.read_operand()
        while (sign := self.pieces[-1][0]) in BINARY and BINARY[sign][1] > strength:
            operation, _left, right = BINARY[sign]
            _sign, place = self.pieces.pop()
            self.read(right)
            self.add(Step(operation, place, 2))

    def read_operand(self) -> None:
        piece, place = self.pieces[-1]
        self.depth += 1
        if self.depth > MAX_DEPTH:
            fail(self.text, f"is nested more than {MAX_DEPTH} deep at character {place}")
        if NUMBER.match(piece):
            self.pieces.pop()
            check_finite(f"Formula {self.text!r}", f"the number at character {place}", [float(piece)])
            self.add(Step(float(piece), place))
        elif piece.isidentifier() and not iskeyword(piece):
            self.read_word(*self.pieces.pop())
        elif piece in ("+", "-"):
            self.pieces.pop()
            self.read(SIGNED)
            self.add(Step(SIGNS[piece], place, 1))
        else:
            self.expect("(")
            self.read(0)
            self.expect(")")
        self.depth -= 1

    def read_word(self, word: str, place: int) -> None:
        if self.pieces[-1][0] == "(":
            self.read_call(word, place)
        elif word in FUNCTIONS:
            fail(self.text, f"{word!r} at character {place} is a function; ( must follow it")
        else:
            self.add(Step(np.pi if word == "pi" else word, place))

    def read_call(self, word: str, place: int) -> None:
        if word not in FUNCTIONS:
            fail(self.text, f"{word!r} at character {place} is not known; known: {', '.join(FUNCTIONS)}")
        function, count = FUNCTIONS[word], 0
        while not count or self.pieces[-1][0] != ")":
            self.expect("," if count else "(")
            self.read(0)
            count += 1
        self.expect(")")
        if count < function.count or (count > function.count and not function.more):
            allowed = f"{function.count}{' or more' if function.more else ''}"
            plural = "s" if function.count > 1 else ""
            fail(self.text, f"{word!r} at character {place} takes {allowed} argument{plural}, not {count}")
        self.add(Step(function, place, count))
