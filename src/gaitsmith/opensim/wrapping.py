"""The shortest way from point to point around a cylinder, for many poses at once.

Unrolled, it is a straight line: along the cylinder it advances in proportion to the way
around. When OpenSim wraps, and around which side, follows `WrapCylinder::wrapLine`:
all around only where the straight line would pass through; with one half that alone
counts, also where the line passes by on the wrong side.
"""

from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.opensim.model import Cylinder

PAST, AROUND, THROUGH = 0, 1, 2  # no wrap; a possible one; one that must be


class Touch(NamedTuple):
    """How lines meet a cylinder; all (n,) or (n, 3), in the cylinder's frame."""

    status: np.ndarray
    first: Floats  # m, where the path reaches the cylinder
    last: Floats  # m, where it leaves it
    arc: Floats  # m, the way on the cylinder


def over_cylinder(cylinder: Cylinder, start: Floats, end: Floats) -> Touch:
    """Wrap lines from `start` to `end`, (n, 3) m, in the cylinder's frame."""
    radius = cylinder.radius
    a, b = start[:, :2], end[:, :2]
    away_a, away_b = np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1)
    is_outside = (away_a >= radius) & (away_b >= radius)
    line = b - a
    share = -np.sum(a * line, axis=1) / np.maximum(np.sum(line**2, axis=1), 1e-30)
    near = a + share[:, None] * line
    crosses = (np.linalg.norm(near, axis=1) < radius) & (share > 0) & (share < 1)
    reach_a, reach_b = (
        np.arccos(np.clip(radius / np.maximum(away, radius), -1.0, 1.0))
        for away in (away_a, away_b)
    )
    angle_a, angle_b = (np.arctan2(p[:, 1], p[:, 0]) for p in (a, b))
    left = _unit(angle_a + reach_a), _unit(angle_b - reach_b)  # counterclockwise
    right = _unit(angle_a - reach_a), _unit(angle_b + reach_b)
    if cylinder.axis < 0:
        status = np.where(crosses, THROUGH, PAST)
        goes_left = _apart(*left) < _apart(*right)
    else:
        status, goes_left = _half(cylinder, a, b, near, crosses, left, right)
    status = np.where(is_outside, status, PAST)
    first, last = (
        np.where(goes_left[:, None], p, q) for p, q in zip(left, right, strict=True)
    )
    turned = _apart(first, last)
    if cylinder.axis >= 0:
        outward = np.sum((first + last) * (radius * (first + last) - a - b), axis=1)
        turned = np.where(outward < 0.0, 2.0 * np.pi - turned, turned)
    before, after = (np.sqrt(np.maximum(w**2 - radius**2, 0)) for w in (away_a, away_b))
    whole = np.maximum(before + radius * turned + after, 1e-30)
    climb = (end[:, 2] - start[:, 2]) / whole
    low, high = start[:, 2] + climb * before, end[:, 2] - climb * after
    half = 0.5 * cylinder.length
    status = np.where((np.abs(low) > half) & (np.abs(high) > half), PAST, status)
    return Touch(
        status,
        np.column_stack([radius * first, low]),
        np.column_stack([radius * last, high]),
        np.hypot(radius * turned, high - low),
    )


def _half(
    cylinder: Cylinder,
    a: Floats,
    b: Floats,
    near: Floats,
    crosses: Flags,
    left: tuple[Floats, Floats],
    right: tuple[Floats, Floats],
) -> tuple[np.ndarray, Flags]:
    """Status and side of paths over the half of a cylinder that alone counts."""

    def counts(places: Floats) -> Flags:
        along = places[:, cylinder.axis]
        return along >= 0.0 if cylinder.sign > 0.0 else along < 0.0

    has_end = counts(a) | counts(b)
    passes_wrong = (counts(a) != counts(b)) & ~counts(near)
    there = np.where(crosses, THROUGH, np.where(passes_wrong, AROUND, PAST))
    status = np.where(has_end, there, AROUND)
    shorter = _apart(*left) > _apart(*right)  # the far side, if nothing counts
    is_left, is_right = counts(left[0]), counts(right[0])
    by_end = np.where(
        counts(right[1]), False, np.where(is_left | counts(left[1]), True, shorter)
    )
    return status, np.where(is_left == is_right, by_end, is_left)


def _unit(angle: Floats) -> Floats:
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _apart(p: Floats, q: Floats) -> Floats:
    """Angle between unit vectors, 0 to pi."""
    return np.arccos(np.clip(np.sum(p * q, axis=1), -1.0, 1.0))
