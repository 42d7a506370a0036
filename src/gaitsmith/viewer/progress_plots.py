"""Plots of a search over its generations: costs, step size, terms of the best."""

import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np
import viser
from viser import uplot

from gaitsmith.optimization.search import WORST_COST
from gaitsmith.runs.folder import Progress
from gaitsmith.runs.terms_log import BestTerms

HEIGHT = 190  # pixels
COLORS = (
    "#2f6fb0", "#d6541c", "#2e8657", "#b4286e", "#8a6d1f", "#5b4aa8",
    "#1f8a8a", "#a03232", "#6b7280", "#3f7d20", "#c2760c", "#111827",
)  # fmt: skip


class GenerationPlot:
    """A folder with lines over generations, logarithmic if all numbers allow it."""

    def __init__(self, gui: viser.GuiApi, title: str) -> None:
        """Add the folder, still empty; the lines come with the first numbers."""
        self.names: tuple[str, ...] = ()
        self._gui, self._folder = gui, gui.add_folder(title)
        self._plot: viser.GuiUplotHandle | None = None

    @property
    def data(self) -> tuple[np.ndarray, ...]:
        """Generations, then the lines in the order of their names."""
        return self._plot.data if self._plot else ()

    def draw(
        self, generations: Sequence[int], lines: Mapping[str, Sequence[float]]
    ) -> None:
        """Show numbers; those that stand for infinity are left out."""
        columns = [np.array(line, dtype=float) for line in lines.values()]
        for column in columns:
            column[~(np.abs(column) < WORST_COST)] = np.nan
        is_logarithmic = all(np.all(~(column <= 0.0)) for column in columns)
        data = (np.array(generations, dtype=float), *columns)
        scales: dict[str, uplot.Scale] = {
            "x": {"time": False},
            "y": {"distr": 3 if is_logarithmic else 1},
        }
        if self._plot is not None and self.names == tuple(lines):
            if self._plot.scales != scales:
                self._plot.scales = scales
            self._plot.data = data
            return
        if self._plot is not None:
            self._plot.remove()
        self.names = tuple(lines)
        series: list[uplot.Series] = [
            {"label": name, "stroke": color, "width": 2.0}
            for name, color in zip(lines, itertools.cycle(COLORS), strict=False)
        ]
        with self._folder:
            self._plot = self._gui.add_uplot(
                data,
                ({"label": "generation"}, *series),
                scales=scales,
                axes=({"size": 38.0}, {"size": 56.0}),
                height=HEIGHT,
            )


class ProgressPlots:
    """All plots of a search."""

    def __init__(self, gui: viser.GuiApi) -> None:
        """Add their folders to the page."""
        self.cost = GenerationPlot(gui, "Cost")
        self.terms = GenerationPlot(gui, "Terms of the best")
        self.step_size = GenerationPlot(gui, "Step size")

    def draw(self, rows: Sequence[Progress], terms: Sequence[BestTerms]) -> None:
        """Show what is known now."""
        if rows:
            generations = [row.generation for row in rows]
            costs = {
                "best so far": [row.best for row in rows],
                "best of generation": [row.generation_best for row in rows],
                "median": [row.generation_median for row in rows],
            }
            self.cost.draw(generations, costs)
            self.step_size.draw(generations, {"sigma": [row.sigma for row in rows]})
        if not terms or not terms[-1].contributions:
            return
        # What was the best stays so until the present generation.
        now = max(terms[-1].generation, rows[-1].generation if rows else 0)
        held = [*terms, BestTerms(now, terms[-1].contributions)]
        lines = {
            name: [best.contributions.get(name, math.nan) for best in held]
            for name in terms[-1].contributions
        }
        self.terms.draw([best.generation for best in held], lines)
