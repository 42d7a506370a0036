"""The public names are exactly those we promise, and each is documented."""

import subprocess
import sys

import pytest

import gaitsmith


def test_every_public_name_resolves_and_has_a_docstring():
    for name in gaitsmith.__all__:
        assert (getattr(gaitsmith, name).__doc__ or "").strip(), name


def test_export_list_is_sorted_and_matches_where_names_live():
    assert list(gaitsmith.__all__) == sorted(gaitsmith.__all__)
    assert set(gaitsmith.__all__) == set(gaitsmith._HOMES)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'walk'"):
        _ = gaitsmith.walk


def test_importing_gaitsmith_loads_nothing_heavy():
    code = (
        "import sys, gaitsmith;"
        "heavy = {'mujoco', 'numba', 'cma', 'matplotlib'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
