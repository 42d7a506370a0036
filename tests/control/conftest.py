"""Laws are tested compiled and as plain Python."""

import pytest


@pytest.fixture(params=["compiled", "plain"])
def version(request):
    """Picks one of the two versions of a compiled function."""
    return lambda function: (
        function if request.param == "compiled" else function.py_func
    )
