"""Makes physically simulated characters walk by optimising their controllers.

    import gaitsmith

    experiment = gaitsmith.load_experiment("demo")
    run = gaitsmith.optimize(experiment, "runs/first")
    print(run.stop_reason.value)
    gaitsmith.write_report(run.best, "first.html")

Names are loaded when they are first used, so that `import gaitsmith` is quick. They are
listed once, in the stub beside this file.
"""

import ast
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

_STUB = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
_HOMES = {
    name.name: str(line.module)
    for line in _STUB.body
    if isinstance(line, ast.ImportFrom)
    for name in line.names
}
__all__ = sorted(_HOMES)  # noqa: PLE0605  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return version("gaitsmith")
    if name not in _HOMES:
        raise AttributeError(f"module 'gaitsmith' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
