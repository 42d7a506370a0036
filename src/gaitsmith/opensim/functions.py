"""Functions of one coordinate, as OpenSim's files have them, with their values only."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

import numpy as np

from gaitsmith.errors import InputError
from gaitsmith.kernels.records import Floats
from gaitsmith.opensim.document import name_of, number, numbers

Function = Callable[[Floats], Floats]


def constant(value: float) -> Function:
    """The same everywhere."""
    return lambda x: np.full_like(x, value)


def polynomial(coefficients: Floats) -> Function:
    """Coefficients from the highest power down, such as slope and offset of a line."""
    return lambda x: np.asarray(np.polyval(coefficients, x), dtype=np.float64)


def is_linear(element: Element) -> bool:
    """Whether the function is a straight line."""
    return element.tag == "LinearFunction"


def read_function(element: Element) -> Function:
    """The function that an element stands for.

    Raises:
        InputError: of a kind that is not known, or without its numbers.
    """
    match element.tag:
        case "Constant":
            return constant(number(element, "value", 0.0))
        case "LinearFunction" | "PolynomialFunction":
            return polynomial(_needed(element, "coefficients"))
        case "SimmSpline" | "NaturalCubicSpline" | "PiecewiseLinearFunction":
            x, y = _needed(element, "x"), _needed(element, "y")
            if len(x) != len(y) or len(x) < 2 or np.any(np.diff(x) <= 0.0):
                raise InputError(
                    f"{element.tag} '{name_of(element)}': x must increase, and y have"
                    " as many numbers, two at least."
                )
            if element.tag == "PiecewiseLinearFunction":
                return lambda at: _continued(at, x, y, np.interp(at, x, y))
            return spline(x, y, is_natural=element.tag == "NaturalCubicSpline")
        case "MultiplierFunction":
            inner = element.find("function/*")
            if inner is None:
                raise InputError(
                    f"MultiplierFunction '{name_of(element)}': no function."
                )
            factor, function = number(element, "scale", 1.0), read_function(inner)
            return lambda at: factor * function(at)
        case _:
            raise InputError(f"function '{element.tag}'")


def _needed(element: Element, key: str) -> Floats:
    found = numbers(element, key)
    if found is None or not len(found):
        raise InputError(f"{element.tag} '{name_of(element)}': {key} is missing.")
    return found


def _continued(at: Floats, x: Floats, y: Floats, inside: Floats) -> Floats:
    """A broken line, continued straight beyond its ends."""
    first, last = ((y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in (0, -2))
    low = y[0] + first * (at - x[0])
    return np.where(
        at < x[0], low, np.where(at > x[-1], y[-1] + last * (at - x[-1]), inside)
    )


def spline(x: Floats, y: Floats, is_natural: bool = False) -> Function:
    """A cubic spline through points, straight beyond its ends.

    A SimmSpline's third derivatives at the ends are those of the cubics through the
    first and the last four points (Forsythe, Malcolm & Moler 1977).

    Args:
        x: (n,) increasing.
        y: (n,)
        is_natural: its ends are not curved instead.
    """
    n, h = len(x), np.diff(x)
    rise = np.diff(y) / h
    system, right = np.zeros((n, n)), np.zeros(n)
    for i in range(1, n - 1):  # of the second derivatives
        system[i, i - 1 : i + 2] = h[i - 1], 2.0 * (h[i - 1] + h[i]), h[i]
        right[i] = 6.0 * (rise[i] - rise[i - 1])
    for end, other, few in ((0, 1, slice(0, 4)), (n - 1, n - 2, slice(-4, None))):
        system[end, end] = 1.0
        if not is_natural and n > 2:
            system[end, other] = -1.0
            third = 6.0 * np.polyfit(x[few], y[few], 3)[0] if n > 3 else 0.0
            right[end] = third * (x[end] - x[other])
    bent = np.linalg.solve(system, right)
    start = rise - h * (2.0 * bent[:-1] + bent[1:]) / 6.0
    end_slope = rise[-1] + h[-1] * (bent[-2] + 2.0 * bent[-1]) / 6.0

    def value(at: Floats) -> Floats:
        part = np.clip(np.searchsorted(x, at, side="right") - 1, 0, n - 2)
        t = np.clip(at, x[0], x[-1]) - x[part]
        cubic = (bent[part + 1] - bent[part]) / (6.0 * h[part])
        inside = y[part] + t * (start[part] + t * (0.5 * bent[part] + t * cubic))
        beyond = np.where(at < x[0], (at - x[0]) * start[0], 0.0)
        return inside + np.where(at > x[-1], (at - x[-1]) * end_slope, beyond)

    return value
