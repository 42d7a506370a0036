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
    """Lines over generations, on a logarithmic scale if all numbers allow it."""

    def __init__(self, gui: viser.GuiApi, names: Sequence[str]) -> None:
        """Add it, still hidden, to the container that is open."""
        self.names = tuple(names)
        lines: list[uplot.Series] = [
            {"label": name, "stroke": color, "width": 2.0}
            for name, color in zip(names, _colors(len(names)), strict=True)
        ]
        self._is_logarithmic = False
        self._plot = gui.add_uplot(
            tuple(np.zeros(1) for _ in range(len(lines) + 1)),
            ({"label": "generation"}, *lines),
            scales=_scales(False),
            axes=({"size": 38.0}, {"size": 56.0}),
            height=HEIGHT,
            visible=False,
        )

    def remove(self) -> None:
        """Take it away."""
        self._plot.remove()

    @property
    def data(self) -> tuple[np.ndarray, ...]:
        """Generations, then the lines in the order of their names."""
        return self._plot.data

    def draw(
        self, generations: Sequence[int], lines: Mapping[str, Sequence[float]]
    ) -> None:
        """Show numbers; those that stand for infinity are left out."""
        columns = [np.array(lines[name], dtype=float) for name in self.names]
        for column in columns:
            column[~(np.abs(column) < WORST_COST)] = np.nan
        is_logarithmic = all(np.all(~(column <= 0.0)) for column in columns)
        if is_logarithmic != self._is_logarithmic:
            self._is_logarithmic = is_logarithmic
            self._plot.scales = _scales(is_logarithmic)
        self._plot.data = (np.array(generations, dtype=float), *columns)
        self._plot.visible = True


class ProgressPlots:
    """All plots of a search."""

    def __init__(self, gui: viser.GuiApi) -> None:
        """Add their folders to the page; the terms' names come with the first best."""
        self._gui = gui
        with gui.add_folder("Cost"):
            self.cost = GenerationPlot(
                gui, ("best so far", "best of generation", "median")
            )
        self._terms_folder = gui.add_folder("Terms of the best")
        with gui.add_folder("Step size"):
            self.step_size = GenerationPlot(gui, ("sigma",))
        self.terms: GenerationPlot | None = None

    def draw(self, rows: Sequence[Progress], terms: Sequence[BestTerms]) -> None:
        """Show what is known now."""
        if rows:
            generations = [row.generation for row in rows]
            self.cost.draw(
                generations,
                {
                    "best so far": [row.best for row in rows],
                    "best of generation": [row.generation_best for row in rows],
                    "median": [row.generation_median for row in rows],
                },
            )
            self.step_size.draw(generations, {"sigma": [row.sigma for row in rows]})
        if terms:
            self._draw_terms(terms, rows)

    def _draw_terms(self, terms: Sequence[BestTerms], rows: Sequence[Progress]) -> None:
        names = tuple(terms[-1].contributions)
        if not names:
            return
        if self.terms is None or self.terms.names != names:
            if self.terms is not None:
                self.terms.remove()
            with self._terms_folder:
                self.terms = GenerationPlot(self._gui, names)
        # What was the best stays so until the present generation.
        now = max(terms[-1].generation, rows[-1].generation if rows else 0)
        held = [*terms, BestTerms(now, terms[-1].contributions)]
        self.terms.draw(
            [best.generation for best in held],
            {
                name: [best.contributions.get(name, math.nan) for best in held]
                for name in names
            },
        )


def _colors(count: int) -> list[str]:
    return list(itertools.islice(itertools.cycle(COLORS), count))


def _scales(is_logarithmic: bool) -> dict[str, uplot.Scale]:
    return {"x": {"time": False}, "y": {"distr": 3 if is_logarithmic else 1}}
