"""An even row of steps over gaps: where to step if any length could be had.

The hybrid planner of Coros et al. 2008 takes steps of the preferred length and moves
the one that falls into a gap to the nearer edge (`at_edges`), so that the last step
before a gap may be a very short or a very long one. Ours looks further: of all rows of
steps that avoid the gaps it takes the one whose lengths differ least from the preferred
one and from each other, by dynamic programming over places and lengths.
"""

import numpy as np

from gaitsmith.planning.footholds import Stretches

TICK = 0.02  # m, between two places that are tried
REACH = 4.0  # m that are laid out
EVENNESS = 0.1  # of squared changes of length, beside squared differences from the best
DISCOMFORT = 4.0  # of squared nearness to an edge
FORBIDDEN = 1e3  # for a place where no foot may land


def lay_out(
    footholds: Stretches,
    place: float,
    last: float,
    preferred: float,
    ends: tuple[float, float],
) -> list[float]:
    """Places of the heels [m], until they are `REACH` ahead.

    Args:
        footholds: where feet may land.
        place: m, of the heel that has struck.
        last: m, length of the step that it made.
        preferred: m, length of a step.
        ends: m, the shortest and the longest step that can be made.
    """
    ticks = np.arange(max(1, round(ends[0] / TICK)), round(ends[1] / TICK) + 1)
    lengths = TICK * ticks
    count = round(REACH / TICK)
    places = place + TICK * np.arange(count + ticks[-1] + 1)
    wrong = footholds.error(0, places)
    cost = DISCOMFORT * footholds.discomfort(places) ** 2 + FORBIDDEN * (wrong > 0.0)
    cost += FORBIDDEN * wrong
    odd = (lengths - preferred) ** 2
    change = EVENNESS * (lengths[:, None] - lengths) ** 2
    # rest[p, l]: least cost of all steps after one of length l that has ended at p.
    rest = np.zeros((len(places), len(lengths)))
    best = np.zeros((count, len(lengths)), dtype=np.int64)
    every = np.arange(len(lengths))
    for here in reversed(range(count)):
        total = change + (odd + cost[here + ticks] + rest[here + ticks, every])
        best[here] = np.argmin(total, axis=1)
        rest[here] = total[every, best[here]]
    here, length = 0, int(np.argmin(np.abs(lengths - last)))
    heels = []
    while here < count:
        length = int(best[here, length])
        here += int(ticks[length])
        heels.append(float(places[here]))
    return heels


def at_edges(footholds: Stretches, place: float, preferred: float) -> list[float]:
    """Places of the heels [m] of the paper's footstep planner, as far as `REACH`."""
    heels, here = [], place
    while here < place + REACH:
        here = footholds.nearest(here + preferred, beyond=here)
        heels.append(here)
    return heels
