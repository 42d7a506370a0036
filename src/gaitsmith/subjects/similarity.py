"""A walk of one body put on another of other size: dynamic similarity, by units.

Two walkers are alike if lengths grow with the leg L, times with the root of L, and
torques with mass x L (Alexander 1989). A parameter's unit says by what it grows.
Delays of nerves and of activation do not; so the copy is a start, not an answer.
"""

from collections.abc import Mapping

from gaitsmith.parameters import ParameterSpace

# Powers of the legs' ratio and of the masses' ratio.
POWERS = {
    "m": (1.0, 0.0),
    "m/s": (0.5, 0.0),
    "rad/s": (-0.5, 0.0),
    "s/rad": (0.5, 0.0),
    "rad/m": (-1.0, 0.0),
    "rad s/m": (-0.5, 0.0),
    "N m/rad": (1.0, 1.0),
    "N m s/rad": (1.5, 1.0),
}


def similar_values(
    values: Mapping[str, float], space: ParameterSpace, size: float, weight: float
) -> dict[str, float]:
    """The values of an alike walk, where there are parameters.

    Args:
        values: of the body that walks.
        space: of the controller on the other body; names that are new start as
            declared.
        size: its leg length over that of the body that walks.
        weight: its mass over that of the body that walks.
    """
    found: dict[str, float] = {}
    for parameter in space.parameters:
        if parameter.name not in values:
            continue
        length, mass = POWERS.get(parameter.unit, (0.0, 0.0))
        grown = values[parameter.name] * size**length * weight**mass
        found[parameter.name] = parameter.within(grown)
    return found
