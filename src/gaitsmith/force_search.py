"""The largest force that passes, found by trying few, and what may be tried next."""

from collections import deque
from collections.abc import Callable, Iterator

RESOLUTION = 5.0  # N; every force that is tried is a multiple of it
FIRST_FORCE = 50.0  # N, doubled until it fails
LARGEST_FORCE = 800.0  # N, beyond which nothing is tried


def largest_force(passes: Callable[[float], bool]) -> float:
    """The largest force [N] that passes, of the multiples of 5 N up to 800 N.

    Doubled from 50 N until it fails, then bisected. A character can survive a push by
    luck although it falls at a smaller one, so half of what was found must pass as
    well; if it does not, the search goes on below that half. What lies between is not
    tried: forces below the reported one may fail.

    Args:
        passes: whether a force [N] is survived; 0 N is taken to be.
    """
    known = {0: True}  # by multiple of the resolution

    def does_pass(multiple: int) -> bool:
        if multiple not in known:
            known[multiple] = passes(multiple * RESOLUTION)
        return known[multiple]

    limit = round(LARGEST_FORCE / RESOLUTION)
    low, high = 0, round(FIRST_FORCE / RESOLUTION)
    while high <= limit and does_pass(high):
        low, high = high, 2 * high
    while True:
        while low < limit and high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if does_pass(middle) else (low, middle)
        if does_pass(low // 2):
            return low * RESOLUTION
        high = low // 2
        low = max(tried for tried, passed in known.items() if passed and tried < high)


def needed(answers: dict[float, bool]) -> float | None:
    """The force [N] that `largest_force` asks for next; None: it has found it.

    Args:
        answers: whether forces [N] are survived, of those that were tried.
    """
    try:
        largest_force(answers.__getitem__)
    except KeyError as untried:
        return untried.args[0]
    return None


def forces_ahead(answers: dict[float, bool]) -> Iterator[float]:
    """The force [N] that is needed next, then those that may be needed after it.

    Args:
        answers: whether forces [N] are survived, of those that were tried.
    """
    possible = deque([answers])
    while possible:
        supposed = possible.popleft()
        force = needed(supposed)
        if force is not None:
            yield force
            possible += [supposed | {force: True}, supposed | {force: False}]
