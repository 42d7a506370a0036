"""The page of `gaitsmith watch`: a search as it goes, and its best gait in a loop."""

import itertools
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import viser
from viser import uplot

from gaitsmith.characters.character import Character
from gaitsmith.optimization.search import WORST_COST
from gaitsmith.runs.folder import Progress
from gaitsmith.runs.row_log import BestTerms
from gaitsmith.runs.solution import Solution
from gaitsmith.scene.replay import FRAME_RATE, scene_of
from gaitsmith.scene.scene import Scene
from gaitsmith.viewer.live_page import DRAW_RATE, plain
from gaitsmith.viewer.run_reader import RunReader, RunState
from gaitsmith.viewer.scene_view import ForceOnBody, Pose, SceneView
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.ticker import Ticker
from gaitsmith.workflows import simulate

POLL_RATE = 1.0  # Hz, at which the folder is read
LEAST_SHOWN = 4.0  # s that a gait is shown before a better one takes its place
PAUSE = 0.7  # s between the end of a gait and its next beginning


@dataclass(frozen=True)
class Replay:
    """A gait that was simulated to be shown."""

    solution: Solution
    character: Character
    scene: Scene
    began: float
    """Real time [s] when it came onto the stage."""

    def draw(self, stage: SceneView, now: float) -> None:
        """Show the frame of this moment [s], again from the start after the end."""
        scene = self.scene
        into = (now - self.began) % (scene.duration + PAUSE)
        index = min(int(into * scene.frame_rate), len(scene.positions) - 1)
        time_now = index / scene.frame_rate
        contacts, forces = scene.contact_positions, scene.contact_forces
        if contacts is None or forces is None:
            raise RuntimeError("the scene was made without contacts")
        stage.draw(
            Pose(
                scene.positions[index],
                scene.orientations[index],
                scene.com[index],
                contacts[index],
                forces[index],
            ),
            time_now,
            [
                ForceOnBody(push.body, push.force)
                for push in scene.pushes
                if push.start <= time_now < push.start + push.duration
            ],
        )


def replay_of(solution: Solution) -> Replay:
    """Simulate a solution with a recording; compiles if need be."""
    problem = solution.problem
    rollout = simulate(solution, frame_rate=FRAME_RATE).rollout
    scene = scene_of(solution.name, problem.character, problem.setting, rollout)
    return Replay(solution, problem.character, scene, time.perf_counter())


class WatchPage:
    """A run folder in the browser."""

    def __init__(self, server: PageServer, reader: RunReader) -> None:
        """Read the folder once; nothing moves until `start`."""
        self.server = server
        self.replay: Replay | None = None
        self.state: RunState = reader.read()
        self._reader = reader
        self._message = ""
        self._shown: Replay | None = None
        self._stage = SceneView(server)
        self._status = server.gui.add_markdown("")
        self.plots = ProgressPlots(server.gui)
        self._tickers = (
            Ticker(POLL_RATE, self._poll, self._tell_error, "run reader"),
            Ticker(DRAW_RATE, self._play, self._tell_error, "replay"),
        )
        self._show()

    def start(self) -> None:
        """Follow the run."""
        for ticker in self._tickers:
            ticker.start()

    def stop(self) -> None:
        """Follow it no longer."""
        for ticker in self._tickers:
            ticker.stop()

    def _tell_error(self, error: Exception) -> None:
        self._message = f"{type(error).__name__}: {error}"
        self._status.content = self.text

    def _poll(self) -> None:
        before, self.state = self.state, self._reader.read()
        if self.state != before or self._message:
            self._message = ""
            self._show()
        best = self.state.best
        old = self.replay
        if best is None or (old is not None and old.solution is best):
            return
        if old is None or time.perf_counter() - old.began >= LEAST_SHOWN:
            self.replay = replay_of(best)
            self._status.content = self.text

    def _show(self) -> None:
        with self.server.atomic():
            self._status.content = self.text
            self.plots.draw(self.state.rows, self.state.terms)

    def _play(self) -> None:
        replay = self.replay
        if replay is None or not (self.server.is_watched or self._shown is None):
            return
        with self.server.atomic():
            if replay is not self._shown:
                self._shown = replay
                self._stage.set_character(replay.character)
                self._stage.set_ground(replay.scene.ground)
            replay.draw(self._stage, time.perf_counter())

    @property
    def text(self) -> str:
        """Where the search stands, as Markdown."""
        state = self.state
        lines = [f"**{plain(state.name)}**", plain(state.phase)]
        if state.rows:
            last = state.rows[-1]
            lines += [
                f"best cost {last.best:.5g}, stays up {last.best_survived:.1f} s",
                f"{last.evaluations} candidates in {last.seconds:.0f} s",
            ]
        if self.replay is not None:
            total = self.replay.solution.score.get("total")
            cost = f" (cost {total:.5g})" if isinstance(total, int | float) else ""
            lines.append(f"On stage{cost}: {plain(self.replay.scene.caption)}")
        if self._message:
            lines.append(f"*{plain(self._message)}*")
        return "  \n".join(lines)


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
