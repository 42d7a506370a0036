"""Colours, written #rrggbb, and what they tell: activation, uncertainty."""

import math

REST, FULL = "#8ea3b8", "#e0162b"  # of a muscle: blue-grey, red
# From certain to as uncertain as is allowed.
UNCERTAINTY_RAMP = ("#0e9aa7", "#5fae4b", "#e8a317", "#e0661f", "#b02f90")


def rgb(color: str) -> tuple[int, int, int]:
    """The parts of a colour, 0 to 255."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue


def mixed(start: str, end: str, share: float) -> str:
    """A colour between two; a share of 1 is the end."""
    parts = zip(rgb(start), rgb(end), strict=True)
    return "#" + bytes(round(a + share * (b - a)) for a, b in parts).hex()


def muscle_color(activation: float) -> str:
    """The colour of a muscle between rest (0) and full activation (1)."""
    return mixed(REST, FULL, min(max(activation, 0.0), 1.0))


def uncertainty_color(uncertainty: float, limit: float) -> str:
    """The colour of a predicted step; most uncertainties are small: a root is shown.

    Args:
        uncertainty: of the step.
        limit: at which the last colour is reached.
    """
    share = math.sqrt(min(max(uncertainty / limit, 0.0), 1.0))
    place = share * (len(UNCERTAINTY_RAMP) - 1)
    lower = min(int(place), len(UNCERTAINTY_RAMP) - 2)
    before, after = UNCERTAINTY_RAMP[lower : lower + 2]
    return mixed(before, after, place - lower)
