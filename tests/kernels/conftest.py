"""Kernels are tested compiled and as plain Python."""

import pytest


@pytest.fixture(params=["compiled", "plain"])
def version(request):
    """Picks one of the two versions of a kernel."""
    return lambda kernel: kernel if request.param == "compiled" else kernel.py_func
