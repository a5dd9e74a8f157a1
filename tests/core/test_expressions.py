# SPDX-License-Identifier: GPL-3.0-or-later
"""Formulas against Python's own arithmetic; attacks and noise against the one error allowed."""

import ast
import math
import operator
import pickle
import re
import time
import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from linkwright.mechanism.errors import MechanismError
from linkwright.mechanism.expressions import FUNCTIONS, parse, solve_parameters

DEGREE = math.pi / 180.0
VALUES = {"a": 3.0, "b": -0.5, "größe": 2.0, "α": 0.3}
seeded = settings(derandomize=True, database=None, deadline=None, max_examples=300)

FORMULAS = r"""
1 ¦ 1_000.5 ¦ .5e+1 ¦ 2. ¦ 7/2 ¦ 9007199254740993 ¦ pi ¦ a ¦ größe*α ¦ 1 + 2*3 - 4/5 ¦ 10 - 4 - 3 ¦ 100/10/5
2**3**2 ¦ -2**2 ¦ (-2)**2 ¦ 2**-1 ¦ 2**-2**2 ¦ - - + -a ¦ 2*-a ¦ -a*b ¦ a**-b*2 ¦ 0**0 ¦ (-8)**3
sqrt(a**2 + 16) ¦ sin(1) ¦ cos(1) ¦ tan(1) ¦ asin(b) ¦ acos(b) ¦ atan(a) ¦ atan2(-1, b) ¦ min(a, b)
max(1, a, 2, b) ¦ min(a, 1, b, 2) ¦ abs(b) ¦ rad(180) ¦ deg(pi/2) ¦ abs(-min(a, b)**2 - max(1, 2))
"""
FORMULA_TABLE = [text for line in FORMULAS.strip().splitlines() for text in line.split(" ¦ ")]
MATHS = {"sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin}
MATHS |= {"acos": math.acos, "atan": math.atan, "atan2": math.atan2, "min": min, "max": max, "abs": abs}
MATHS |= {"rad": math.radians, "deg": math.degrees, ast.UAdd: operator.pos, ast.USub: operator.neg}
MATHS |= {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
MATHS |= {ast.Pow: operator.pow}
SAME_BITS = {"sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos}
SAME_BITS = MATHS | SAME_BITS | {"atan": np.arctan, "atan2": np.arctan2, ast.Pow: np.power}
SAME_BITS |= {ast.Div: np.divide, "sqrt": np.sqrt, "rad": np.radians, "deg": np.degrees}


def compute(node, functions):
    """What Python's own reader makes of a formula, computed from the leaves up; all of it must be finite."""
    if isinstance(node, ast.Constant):
        return float(node.value)
    if isinstance(node, ast.Name):
        return VALUES.get(node.id, math.pi)
    if isinstance(node, ast.BinOp):
        name, arguments = type(node.op), [node.left, node.right]
    elif isinstance(node, ast.UnaryOp):
        name, arguments = type(node.op), [node.operand]
    else:
        name, arguments = node.func.id, node.args
    result = functions[name](*(compute(argument, functions) for argument in arguments))
    if not math.isfinite(result):
        raise OverflowError
    return float(result)


@pytest.mark.parametrize("text", FORMULA_TABLE)
def test_values(text):
    result = parse(text).evaluate(VALUES)
    assert type(result) is float
    assert result == pytest.approx(compute(ast.parse(text, mode="eval").body, MATHS), rel=1e-15, abs=1e-15)


FORMS = ["({0})", "-{0}", "+{0}", "{0}+{1}", "{0} - {1}", "{0}*{1}", "{0}/{1}", "{0}**{1}", "{0}** -{1}*{2}"]
FORMS += [f"{name}({{0}})" for name in FUNCTIONS if name not in ("atan2", "min", "max")]
FORMS += [
    "atan2({0}, {1})",
    "min({0}, {1})",
    "max({0},{1},{2})",
    "{0}-{1}/{2}",
    "{0}/{1}*{2}",
    "{0}*{1}**{2}",
]
leaves = st.sampled_from(["pi", "0", ".5", "1.25", "2", "30", "1e3", *VALUES])


def grown(inner):
    return st.tuples(st.sampled_from(FORMS), inner, inner, inner).map(
        lambda parts: parts[0].format(*parts[1:])
    )


@seeded
@given(st.recursive(leaves, grown, max_leaves=20))
def test_random_trees(text):
    assume(len(text) <= 500)
    try:
        with np.errstate(all="ignore"):
            expected = compute(ast.parse(text, mode="eval").body, SAME_BITS)
    except ArithmeticError:
        with pytest.raises(MechanismError, match="has no finite result"):
            parse(text).evaluate(VALUES)
    else:
        assert parse(text).evaluate(VALUES) == expected


@pytest.mark.parametrize(("angle", "right"), [(1.0, math.pi / 2.0), (DEGREE, 90.0), (math.tau, 0.25)])
def test_angles_are_in_the_unit_given(angle, right):
    def value(text):
        return parse(text).evaluate({"right": right}, angle=angle)

    assert value("sin(right)") == pytest.approx(1.0)
    assert value("cos(right*2/3)") == pytest.approx(0.5)
    assert value("tan(right/2)") == pytest.approx(1.0)
    for text in ("asin(1)", "acos(0)", "2*atan(1)", "atan2(1, 0)"):
        assert value(text) == pytest.approx(right)
    assert value("rad(90) + deg(pi)") == pytest.approx(math.pi / 2.0 + 180.0)


def test_an_expression_is_a_value():
    expression = parse("sin(x)*pi + y*x - rad(_z1)")
    assert expression.text == "sin(x)*pi + y*x - rad(_z1)"
    assert expression.names == {"x", "y", "_z1"}
    assert pickle.loads(pickle.dumps(expression)) == expression
    with pytest.raises(AttributeError):
        expression.text = "a"


def test_arrays_broadcast():
    x, y = np.linspace(-1.0, 1.0, 5), np.array([[1], [2], [4]])
    result = parse("x*y + max(x, 0, -y)").evaluate({"x": x, "y": y})
    np.testing.assert_allclose(result, x * y + np.clip(x, 0.0, None))
    turned = parse("sin(x)").evaluate({"x": np.array([0, 30, 90])}, angle=DEGREE)
    np.testing.assert_allclose(turned, [0.0, 0.5, 1.0])
    assert parse("2*n").evaluate({"n": np.array([2**62], dtype=np.int64)}) == [2.0**63]
    assert type(parse("n + 1").evaluate({"n": np.array(2)})) is float
    assert not np.shares_memory(parse("x").evaluate({"x": x}), x)
    with pytest.raises(MechanismError, match=r"do not fit each other: \{'x': \(5,\), 'y': \(2,\)\}"):
        parse("y*x").evaluate({"x": x, "y": x[:2]})


def test_arrays_keep_what_is_not_finite_and_do_not_warn():
    x = np.array([-1.0, 0.0, 1.0, np.nan])
    with warnings.catch_warnings(action="error"):
        roots = parse("sqrt(x)").evaluate({"x": x})
        inverses = parse("1/x + c").evaluate({"x": x, "c": 1})
        large = parse("(x*1e200)**2").evaluate({"x": x})
        bounded = parse("min(x, asin(2))").evaluate({"x": x})
    np.testing.assert_array_equal(roots, [np.nan, 0.0, 1.0, np.nan])
    np.testing.assert_array_equal(inverses, [0.0, np.inf, 2.0, np.nan])
    np.testing.assert_array_equal(large, [np.inf, 0.0, np.inf, np.nan])
    assert np.isnan(bounded).all()


MESSAGES = [
    ("a + * b", "cannot be read at character 5"),
    ("größe + ü)", "cannot be read at character 10"),
    ("  α @ 2", "cannot be read at character 5"),
    ("a +", "cannot be read at character 4: it ends too soon"),
    ("a^2", "cannot be read at character 2: powers are written **"),
    ("x²", "cannot be read at character 2"),
    ("foo(1)", f"'foo' at character 1 is not known; known: {', '.join(FUNCTIONS)}"),
    ("α + ü", "'ü' at character 5 is not known; known: a, b, größe, α"),
    ("1 + sin", "'sin' at character 5 is a function; ( must follow it"),
    ("sin(1, 2)", "'sin' at character 1 takes 1 argument, not 2"),
    ("2*atan2(1)", "'atan2' at character 3 takes 2 arguments, not 1"),
    ("min(1)", "'min' at character 1 takes 2 or more arguments, not 1"),
    ("1e999", "the number at character 1 is inf; it must be a finite number"),
    ("(" * 51 + "1" + ")" * 51, "is nested more than 50 deep at character 51"),
    ("1+" * 100 + "1", "has more than 200 numbers, names and operators"),
    ("a/(1 - 1)", "'/' at character 2 has no finite result for 3 and 0"),
    ("1/(1/0)", "'/' at character 5 has no finite result for 1 and 0"),
    ("9**9**9", "'**' at character 2 has no finite result for 9 and 3.8742e+08"),
]


@pytest.mark.parametrize(("text", "problem"), MESSAGES)
def test_messages(text, problem):
    with pytest.raises(MechanismError) as caught:
        parse(text).evaluate(VALUES)
    assert str(caught.value) == f"Formula {text!r}: {problem}"


def test_the_limits_can_be_reached():
    assert parse("  007\n+ 1\t").evaluate({}) == 8.0
    assert parse("(" * 49 + "1" + ")" * 49).evaluate({}) == 1.0
    assert parse("1+" * 99 + "1").evaluate({}) == 100.0
    assert parse("1".rjust(500)).evaluate({}) == 1.0
    with pytest.raises(MechanismError, match=r"^Formula ' {40}\.\.\.': has 501 characters; at most 500"):
        parse("1".rjust(501))


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({}, "'x' at character 1 is not known"),
        ({f"p{number}": 1.0 for number in range(13)}, "'x' at character 1 is not known"),
        ({"x": np.array(math.inf)}, "'x' is inf; it must be a finite number"),
        ({"x": 10**400}, "'x' is too large a number"),
        ({"x": "1"}, "'x' is a str; it must be a number"),
        ({"x": np.ones(2, complex)}, "'x' is an array of complex128; it must hold real numbers"),
    ],
)
def test_values_that_are_none(values, problem):
    with pytest.raises(MechanismError) as caught:
        parse("x + 1").evaluate(values)
    assert str(caught.value) == f"Formula 'x + 1': {problem}"


def test_parameters_in_any_order():
    given_parameters = {"sum": "half + α", "half": "whole/2", "α": "asin(1)", "whole": 5}
    solved = solve_parameters(given_parameters, angle=DEGREE)
    assert solved == pytest.approx({"sum": 92.5, "half": 2.5, "α": 90.0, "whole": 5.0})
    assert list(solved) == list(given_parameters)
    assert {type(value) for value in solved.values()} == {float}
    chain = {f"p{index}": f"p{index + 1} + 1" for index in range(3000)} | {"p3000": 0.0}
    assert solve_parameters(chain, angle=1.0)["p0"] == 3000.0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"a": 1, "b": "c"}, "Parameter 'b': Formula 'c': 'c' at character 1 is not known; known: a, b"),
        ({"a": "a"}, "Parameter 'a' needs itself, in a circle: a -> a"),
        (
            {"z": "a", "a": "b", "b": "1 + c", "c": "a*a"},
            "Parameter 'a' needs itself, in a circle: a -> b -> c -> a",
        ),
        ({f"p{k}": f"p{(k + 1) % 99}" for k in range(99)}, "p8 -> p9 -> ... -> p0"),
        ({"a": "1/0"}, "Parameter 'a': Formula '1/0': '/' at character 2 has no finite result for 1 and 0"),
        ({"a": "1 +"}, "Parameter 'a': Formula '1 +': cannot be read at character 4: it ends too soon"),
        ({"a": math.inf}, "Parameter 'a': its value is inf; it must be a finite number"),
        ({"a": 10**5000}, "Parameter 'a': its value is too large a number"),
        ({"a": True}, "Parameter 'a': its value is a bool; it must be a number"),
        ({"2a": 1}, "Parameter '2a': its name must be letters, digits and _, no digit first"),
        ({"": 1}, "A parameter needs a name, but it is ''"),
        ({"ｐｉ": 3}, "A parameter cannot be called 'pi'"),
        ({"max": 3}, "A parameter cannot be called 'max'"),
        ({"lambda": 3}, "A parameter cannot be called 'lambda'"),
    ],
)
def test_parameters_that_are_wrong(parameters, message):
    with pytest.raises(MechanismError, match=re.escape(message)):
        solve_parameters(parameters, angle=1.0)


ATTACKS = r"""
__import__('os') ¦ __import__('os').system('ls') ¦ __builtins__ ¦ __name__ ¦ __debug__ ¦ ().__class__
().__class__.__bases__[0].__subclasses__() ¦ a.__class__ ¦ a.real ¦ 1 .real ¦ 1..real ¦ 1.0.hex() ¦ a[0]
[1][0] ¦ eval('1') ¦ exec('1') ¦ open('x') ¦ getattr(a, 'b') ¦ print(1) ¦ globals() ¦ (lambda: 1)()
lambda x: x ¦ lambda ¦ a if b else 1 ¦ a and b ¦ not a ¦ a < b ¦ a == b ¦ a in b ¦ a is b ¦ True ¦ None ¦ ...
Ellipsis ¦ NotImplemented ¦ (a := 1) ¦ a := 1 ¦ a = 1 ¦ a; b ¦ a, b ¦ (a,) ¦ () ¦ [] ¦ {} ¦ {a} ¦ {a: b}
[x for x in (1, 2)] ¦ (x for x in a) ¦ {x for x in a} ¦ [a] * 9 ¦ 'a' ¦ "a" * 9 ¦ b'a' ¦ f'{a}'
f"{a!r:>{9**9}}" ¦ '%99999999d' % 1 ¦ '{0.x}'.format(a) ¦ 1j ¦ 1 + 2J ¦ 0x10 ¦ 0b1 ¦ 0o7 ¦ 1__0 ¦ 1_ ¦ _1
1e ¦ 1e+ ¦ . ¦ 1.2.3 ¦ 1,5 ¦ ٣ ¦ ３ ¦ ½ ¦ ∞ ¦ inf ¦ nan ¦ e ¦ a % b ¦ a // b ¦ a @ b ¦ a << 9 ¦ a | b ¦ a & b
~a ¦ a ^ b ¦ a *** b ¦ a ** ¦ ** a ¦ a b ¦ a(b) ¦ 2(3) ¦ (a)(b) ¦ pi(1) ¦ ｓｉｎ(1) ¦ ѕin(1) ¦ ſqrt(4) ¦ 𝐚
ｐｉ ¦ а ¦ a−b ¦ a×b ¦ a·b ¦ a＋b ¦ （a） ¦ sin ¦ sin 1 ¦ sin.x(1) ¦ abs.__self__ ¦ SIN(1) ¦ sin(*a)
sin(**a) ¦ sin(x=1) ¦ max(1, 2, key=abs) ¦ max(a) ¦ min() ¦ sin(1,) ¦ min(1,,2) ¦ sin((1, 2)) ¦ pow(9, 9)
int(1) ¦ await a ¦ yield a ¦ yield ¦ import os ¦ del a ¦ a # b ¦ a \ b ¦ `a` ¦ $a ¦ a? ¦ a! ¦ @a ¦ a -> b
while 1: a ¦ def f(): a ¦ 9**9**9 ¦ 9.9**9**9**9 ¦ 1e999 ¦ 1e308*10 ¦ 10**400 ¦ 0/0 ¦ 0**-1 ¦ (-1)**.5
atan(1/0) ¦ min(1, 0/0) ¦ asin(1e9) ¦ sqrt(b)
"""
ODD = ["", " ", "\0", "1\0", "a\0b", "\ud800", "a + '\udfff'", "\ufeff1", "1\u00a0+ 1", "1\u2028", "1\f+ 1"]
ODD += ["(" * 500, ")" * 500, "-" * 499 + "1", "[" * 200, "2**" * 150 + "2", "sin(" * 99 + "1" + ")" * 99]
ODD += ["9" * 400, "9" * 100_000, "(" * 100_000, "a." * 100_000, "é" * 100_000]
ODD += ["1e" + "9" * 400, "min(" + "1," * 220]
ATTACK_TABLE = [text for line in ATTACKS.strip().splitlines() for text in line.split(" ¦ ")] + ODD


@pytest.mark.parametrize("text", ATTACK_TABLE, ids=range(len(ATTACK_TABLE)))
def test_attacks_are_refused_at_once(text):
    started = time.perf_counter()
    with warnings.catch_warnings(action="error"), pytest.raises(MechanismError) as caught:
        parse(text).evaluate({"a": 3.0, "b": -0.5})
    assert time.perf_counter() - started < 0.5
    assert str(caught.value).startswith("Formula ")
    assert len(str(caught.value).encode()) < 5000


def check_outcome(text):
    """A finite float or a MechanismError; for arrays, the shape is right, too."""
    with warnings.catch_warnings(action="error"):
        try:
            result = parse(text).evaluate(VALUES)
        except MechanismError as error:
            assert str(error).startswith("Formula ")
            return
        assert type(result) is float
        assert math.isfinite(result)
        results = parse(text).evaluate({name: np.array([value, 0.0]) for name, value in VALUES.items()})
        np.testing.assert_allclose(np.ravel(results)[0], result)
        assert np.shape(results) == ((2,) if parse(text).names else ())


@seeded
@given(st.text() | st.text("0123456789.e_+-*/(), \tapib[]'\"=:{}\0αsqrtcoi"))
def test_random_text(text):
    check_outcome(text)


@seeded
@given(st.sampled_from(FORMULA_TABLE + ATTACK_TABLE[:200]), st.data())
def test_mutated_formulas(text, data):
    for _ in range(data.draw(st.integers(1, 4))):
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        filling = data.draw(st.sampled_from([*"+-*/(),.19aα^", "**", "pi", "sin(", "", text[start:end] * 2]))
        text = text[:start] + filling + text[end:]
    check_outcome(text)
