"""Files that are written while the search goes on."""

import threading

import pytest

from gaitsmith.errors import WorkFailedError
from gaitsmith.runs.write_behind import WriteBehind


def test_everything_is_written_in_order_before_it_ends():
    written: list[int] = []
    is_let = threading.Event()

    def write(number: int) -> None:
        is_let.wait()
        written.append(number)

    with WriteBehind() as later:
        for number in range(5):
            later(write, number)  # does not wait
        assert written == []
        is_let.set()
    assert written == [0, 1, 2, 3, 4]


def fail() -> None:
    raise WorkFailedError("the disk is full")


def test_a_failure_is_raised_by_what_is_written_next():
    with (
        pytest.raises(WorkFailedError, match="full"),
        WriteBehind() as later,
    ):
        later(fail)
        while True:
            later(lambda: None)


def test_a_failure_of_the_last_is_raised_at_the_end():
    with pytest.raises(WorkFailedError, match="full"), WriteBehind() as later:
        later(fail)


def test_what_ended_the_search_is_not_hidden_by_a_failure():
    with pytest.raises(KeyboardInterrupt), WriteBehind() as later:
        later(fail)
        raise KeyboardInterrupt
