"""The same bits on every processor of a kind, whatever it can do: SIMBICON."""

import pytest

CASE = ("simbicon", "stocky", "walk_3d")


@pytest.mark.slow
def test_bits_do_not_depend_on_the_processors_abilities(here: str, elsewhere: str):
    assert elsewhere == here
