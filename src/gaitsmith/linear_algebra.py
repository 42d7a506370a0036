"""Linear algebra on one thread, so that its bits do not depend on their number."""

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def on_one_thread() -> AbstractContextManager[Any]:
    """Sums of products in the `with` statement are added up in one order."""
    return _controller().limit(limits=1)
