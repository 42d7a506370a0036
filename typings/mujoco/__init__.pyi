"""The MuJoCo bindings are compiled modules that a type checker cannot read."""

from typing import Any

def __getattr__(name: str) -> Any: ...
