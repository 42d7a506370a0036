"""The same bits on every processor of a kind, whatever it can do: a walk on muscles."""

import pytest

CASE = ("reflexes", "adult_muscles", "walk")


@pytest.mark.slow
def test_bits_do_not_depend_on_the_processors_abilities(here: str, elsewhere: str):
    assert elsewhere == here
