"""Lengths of muscles as polynomials: what a file says, and the tables of the kernel."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from gaitsmith.characters.character import Character
from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.muscle_curves import TENDON_STRAIN
from gaitsmith.kernels.muscle_polynomials import Paths, powers
from gaitsmith.kernels.records import Floats, Integers

Positive = Annotated[float, Field(gt=0)]


class PathSpec(Declaration):
    """One muscle, and its length as a polynomial."""

    name: str
    side: Literal["left", "right"]
    group: str = ""
    """SOL, TA, GAS, VAS, HAM, RF, GLU or HFL: what laws excite it as; "": passive."""
    max_force: Annotated[float, Field(ge=0)]
    """N, along the tendon."""
    optimal_length: Positive
    """m, of the fibre along the tendon."""
    slack_length: Positive
    """m, of the tendon."""
    strain: Annotated[float, Field(gt=0, le=0.5)] = TENDON_STRAIN
    """Of the tendon at the greatest force."""
    max_velocity: Positive
    """Optimal lengths per second."""
    joints: tuple[str, ...]
    """Names of the model's joints that it crosses."""
    degree: Annotated[int, Field(ge=1, le=9)]
    coefficients: tuple[float, ...]
    """m, of all monomials up to the degree, in angles scaled to -1 to 1 over the
    range of the fit."""


def build_paths(
    character: Character,
    ranges: Mapping[str, tuple[float, float]],
    sides: Sequence[Sequence[PathSpec]],
) -> Paths:
    """The polynomials, those of the same joints together.

    Args:
        character: whose joints they cross.
        ranges: rad, by joint: where they were fitted.
        sides: muscles of the left and of the right side.
    """
    hinges = {hinge.name: hinge for hinge in character.roles.hinges}
    sets: dict[tuple[str, ...], list[tuple[int, int, PathSpec]]] = {}
    for side, rows in enumerate(sides):
        for index, row in enumerate(rows):
            for name in row.joints:
                if name not in hinges or name not in ranges:
                    raise unknown_name("joint", name, hinges, row.name)
            sets.setdefault(row.joints, []).append((side, index, row))
    if not sets:
        raise InputError("there are no paths; give one muscle at least.")
    most = max(len(joints) for joints in sets)
    ordered = [row for rows in sets.values() for row in rows]
    exponents = [
        powers(len(joints), max(row.degree for *_, row in rows))
        for joints, rows in sets.items()
    ]
    terms = max(len(found) for found in exponents)
    shape, table = (len(sets), most), (len(sets), terms)
    made = Paths(
        num_joints=np.array([len(joints) for joints in sets], dtype=np.int64),
        position=np.zeros(shape, dtype=np.int64),
        axis=np.full(shape, -1, dtype=np.int64),
        lower=np.zeros(shape),
        upper=np.zeros(shape),
        middle=np.zeros(shape),
        scale=np.ones(shape),
        num_terms=np.array([len(found) for found in exponents], dtype=np.int64),
        parent=np.zeros(table, dtype=np.int64),
        factor=np.zeros(table, dtype=np.int64),
        first=np.cumsum([0, *(len(rows) for rows in sets.values())]),
        side=np.array([side for side, _, _ in ordered], dtype=np.int64),
        muscle=np.array([index for _, index, _ in ordered], dtype=np.int64),
        terms=np.zeros(len(ordered), dtype=np.int64),
        slope_terms=np.zeros(len(ordered), dtype=np.int64),
        coefficient=np.zeros((len(ordered), 1 + most, terms)),
        monomial=np.zeros(terms),
        angle=np.zeros(most),
        beyond=np.zeros(most),
        arm=np.zeros((len(ordered), most)),
        torque=np.zeros(character.model.nv),
    )
    for number, (joints, rows) in enumerate(sets.items()):
        for place, name in enumerate(joints):
            lower, upper = ranges[name]
            made.position[number, place] = hinges[name].position
            made.axis[number, place] = hinges[name].axis
            made.lower[number, place], made.upper[number, place] = lower, upper
            made.middle[number, place] = 0.5 * (lower + upper)
            made.scale[number, place] = 2.0 / (upper - lower)
        _chain(made, number, exponents[number])
        for offset, (_, _, row) in enumerate(rows):
            scale = made.scale[number, : len(joints)]
            _fill(made, int(made.first[number]) + offset, row, exponents[number], scale)
    return made


def _index(exponents: Integers) -> dict[tuple[int, ...], int]:
    return {tuple(row): term for term, row in enumerate(exponents.tolist())}


def _lowered(row: Sequence[int], joint: int) -> tuple[int, ...]:
    return tuple(n - (i == joint) for i, n in enumerate(row))


def _chain(made: Paths, number: int, exponents: Integers) -> None:
    """Each monomial from an earlier one."""
    where = _index(exponents)
    for term, row in enumerate(exponents.tolist()):
        if term:
            joint = next(i for i, power in enumerate(row) if power)
            made.parent[number, term] = where[_lowered(row, joint)]
            made.factor[number, term] = joint


def _fill(
    made: Paths, index: int, row: PathSpec, exponents: Integers, scale: Floats
) -> None:
    """One muscle's polynomial, and those of its slopes [m/rad]."""
    where, count = _index(exponents), len(row.joints)
    made.terms[index] = len(powers(count, row.degree))
    made.slope_terms[index] = len(powers(count, row.degree - 1))
    if len(row.coefficients) != made.terms[index]:
        raise InputError(
            f"{row.name}: {len(row.coefficients)} coefficients given; {count} joints"
            f" and degree {row.degree} have {made.terms[index]}."
        )
    made.coefficient[index, 0, : made.terms[index]] = row.coefficients
    for term in range(int(made.terms[index])):
        for joint in range(count):
            power = int(exponents[term, joint])
            if power:
                lower = where[_lowered(exponents[term].tolist(), joint)]
                made.coefficient[index, 1 + joint, lower] += (
                    power * row.coefficients[term] * scale[joint]
                )
