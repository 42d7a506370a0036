"""The one table of reproductions."""

from collections.abc import Callable

from rich.console import Console

from gaitsmith.reproduction import demo, yin2007
from gaitsmith.reproduction.comparison import Comparison

TABLES: dict[str, Callable[[Console, int | None], Comparison]] = {
    "demo/success-rate": demo.success_rate,
    "yin2007/gaits": yin2007.gaits,
    "yin2007/pushes": yin2007.pushes,
}
