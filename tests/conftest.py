"""A small search, an own body as MJCF, a scene, the command line, a real browser."""

import copy
import linecache
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Chromium refuses to start its sandbox as root, as people are in containers.
AS_ROOT = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()
# The planar walk for half a second: a rollout takes milliseconds.
TINY: dict[str, Any] = {
    "name": "tiny",
    "character": "planar_biped",
    "controller": {"law": "simbicon", "gait": "walk"},
    "setting": {"duration": 0.5, "rate": 1200.0},
    "objective": {"fail": {}, "user": {"speed": 1.2}, "power": {}},
    "optimizer": {"population": 4, "max_generations": 3, "sigma": 0.3},
    "sturdiness": {"finalists": 0},  # 100 s for a search of milliseconds
}

PERFECT: dict[str, Any] = {
    "survived": 1.0,
    "mass": 70.0,
    "velocity": (1.2, 0.0, 0.0),
    "speed": 1.2,
    "start_speed": 1.2,
    "steps": 20,
    "step_length": 0.6,
    "duty_factor": 0.4,
    "knee_at_strike": 0.1,
    "torque_squared": 0.0,
    "torque_shares": (0.43, 0.04, 0.53),
    "state_durations": (0.3, 0.2, 0.3, 0.2),
    "heading_degrees": 0.0,
    "ground_impulse": (0.0, 0.0, 0.0),
    "duration": 10.0,
}
# What the meters of the terms have counted in it.
PERFECT_METERED: dict[str, dict[str, float]] = {
    "ang": {"rate_squared": 0.0},
    "guide": {"effort": 0.0, "work": 0.0},
    "head": {"velocity_std": 0.0, "tilted": 0.0},
    "land": {"share": 0.0},
    "likeness": {"difference": 0.0},
    "posture": {"tilt": 0.0},
}

BIPED = """
<mujoco>
  <worldbody>
    <body name="hips" pos="0 0 1">
      <freejoint/>
      <geom type="box" size="0.1 0.15 0.1" mass="30"/>
      {left}
      {right}
    </body>
  </worldbody>
</mujoco>
"""
LEG = """
      <body name="{side}_thigh" pos="0 {y} 0">
        <joint name="{side}_hip" axis="0 1 0" range="-90 45"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.45" size="0.05" mass="5"/>
        <body name="{side}_shank" pos="0 0 -0.45">
          <joint name="{side}_knee" axis="0 1 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.45" size="0.04" mass="3"/>
          <body name="{side}_foot" pos="0 0 -0.45">
            <joint name="{side}_ankle" axis="0 1 0"/>
            <geom type="box" pos="0.05 0 -0.05" size="0.1 0.04 0.05" mass="1"/>
          </body>
        </body>
      </body>
"""
BIPED_MASS = 48.0  # kg

# Files that take minutes begin first, so that all cores have work to the end.
LONGEST = ("simulation/processors/", "gallery/test_gallery.py", "cluster/test_local.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, then those with the most tests."""
    counts = Counter(item.path for item in items)

    def turn(item: pytest.Item) -> tuple[int, int]:
        name = item.path.as_posix()
        places = [place for place, part in enumerate(LONGEST) if part in name]
        return min(places, default=len(LONGEST)), -counts[item.path]

    items.sort(key=turn)


@dataclass(frozen=True)
class OwnModel:
    """An MJCF text, and who is who in it."""

    xml: str
    roles: dict[str, Any]
    mass: float

    def with_role(self, path: str, value: Any) -> dict[str, Any]:
        """The roles with another value at, for example, "left.knee"."""
        roles = copy.deepcopy(self.roles)
        *tables, key = path.split(".")
        table = roles
        for name in tables:
            table = table[name]
        table[key] = value
        return roles


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def own_model() -> OwnModel:
    """A biped of seven bodies with one hinge per joint."""
    legs = {
        side: {"hip": [f"{side}_hip"], "knee": f"{side}_knee"}
        | {"ankle": [f"{side}_ankle"]}
        for side in ("left", "right")
    }
    xml = BIPED.format(
        left=LEG.format(side="left", y=0.1), right=LEG.format(side="right", y=-0.1)
    )
    return OwnModel(xml, {"pelvis": "hips"} | legs, BIPED_MASS)


@pytest.fixture
def tiny_values() -> dict[str, Any]:
    """The contents of an experiment file, for a test to change."""
    return copy.deepcopy(TINY)


@pytest.fixture(scope="session")
def make_experiment() -> Callable[..., Any]:
    """A tiny experiment; tables that are given replace those of the file key by key."""
    from gaitsmith.experiment import experiment_from_values

    def make(**changes: Any):
        values = dict(TINY)
        for key, value in changes.items():
            is_table = isinstance(value, dict) and isinstance(values.get(key), dict)
            values[key] = {**values[key], **value} if is_table else value
        return experiment_from_values(values, "tiny.toml", Path())

    return make


@pytest.fixture
def tiny_file(tiny_values: dict[str, Any], tmp_path: Path) -> Path:
    """The tiny experiment as a file."""
    path = tmp_path / "tiny.toml"
    path.write_text(tomli_w.dumps(tiny_values), encoding="utf-8")
    return path


@pytest.fixture
def run_cli(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Finished]:
    """Runs the program in this process."""
    from gaitsmith.cli.main import main

    def run(*arguments: object) -> Finished:
        monkeypatch.setattr(sys, "argv", ["gaitsmith", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Finished(code, printed.out, printed.err)

    return run


@pytest.fixture
def no_plugin_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten after it."""
    from gaitsmith import plugins
    from gaitsmith.actuators.muscle_model import MUSCLE_MODELS
    from gaitsmith.characters.registered import CHARACTERS
    from gaitsmith.cli import console
    from gaitsmith.cli.registered import COMMANDS
    from gaitsmith.control.controllers import CONTROLLERS
    from gaitsmith.export.format import FORMATS
    from gaitsmith.objectives.term import TERMS
    from gaitsmith.optimization.strategy import OPTIMIZERS
    from gaitsmith.simulation.meters import TERM_METERS

    plugins.load_installed()
    for registry in (
        *(TERMS, TERM_METERS, CONTROLLERS, CHARACTERS, FORMATS, OPTIMIZERS),
        *(MUSCLE_MODELS, COMMANDS),
    ):
        monkeypatch.setattr(registry, "_entries", dict(registry.registered()))
        monkeypatch.setattr(registry, "_origins", dict(vars(registry)["_origins"]))
    monkeypatch.setattr(plugins, "_loaded", dict(vars(plugins)["_loaded"]))
    monkeypatch.setattr(console, "_plugin_files", [])
    linecache.clearcache()  # the next test may have another file of the same name


@pytest.fixture
def plugin(tmp_path: Path, no_plugin_stays: None) -> Callable[..., Path]:
    """Loads a plug-in from its text or file; what it brings is gone after the test."""
    from gaitsmith import plugins

    def load(source: str | Path) -> Path:
        path = source if isinstance(source, Path) else tmp_path / "own_plugin.py"
        if isinstance(source, str):
            path.write_text(source, encoding="utf-8")
        plugins.load_plugin(path)
        return path

    return load


@pytest.fixture(params=["compiled", "plain"])
def version(request: pytest.FixtureRequest):
    """Picks one of the two versions of a compiled function."""
    return lambda function: (
        function if request.param == "compiled" else function.py_func
    )


@pytest.fixture(scope="session")
def with_muscles():
    """A body of the catalogue with a table [muscles] of the test's."""
    from gaitsmith.characters.character import character_from_values

    def make(body: str = "adult_muscles", **table: Any):
        values = {"based_on": body, "muscles": table}
        return character_from_values(values, "own.toml", "own", Path())

    return make


@pytest.fixture(scope="session")
def muscle_walk():
    """The first steps on muscles, which end in a fall, measured from the start on."""
    from gaitsmith.assessment import Assessment
    from gaitsmith.gait.analysis import FRAME_RATE, analyze
    from gaitsmith.gait.reference import human_reference
    from gaitsmith.gait.score import score_gait
    from gaitsmith.workflows import simulate, solution_or_start

    start = solution_or_start("wang2012/first_steps")
    rollout = simulate(start, FRAME_RATE).rollout
    assert rollout.recording is not None
    character = start.problem.character
    analysis = analyze(character, rollout.recording, 0.0, rollout.muscles)
    reference = human_reference("walk", analysis.summary.speed)
    return Assessment(rollout, analysis, (), score_gait(analysis, reference))


@pytest.fixture
def make_measures() -> Callable[..., Any]:
    """A rollout in numbers, made by hand: a perfect walk that costs nothing."""
    import numpy as np

    from gaitsmith.simulation.measures import Measures, Strikes

    count = np.arange(1, PERFECT["steps"] + 1)
    place = np.column_stack([0.6 * count, 0.0 * count, 0.0 * count])
    steady = Strikes(0.5 * count, count % 2, place, 0.0 * count, 0.1 + 0.0 * count)

    def make(
        metered: dict[str, dict[str, float]] | None = None, **changes: Any
    ) -> Measures:
        counted = {
            name: numbers | (metered or {}).get(name, {})
            for name, numbers in PERFECT_METERED.items()
        }
        return Measures(**(PERFECT | {"strikes": steady} | changes), metered=counted)

    return make


@pytest.fixture(scope="session")
def make_scene() -> Callable[..., Any]:
    """A scene small enough to know by heart: a box and a capsule travel along x."""
    return _moving_scene


def _moving_scene(duration: float = 2.0, **changes: Any) -> Any:
    """Body 0, a box, slides; body 1, a capsule above it, also turns about y."""
    from gaitsmith.scene.ground import GroundShape
    from gaitsmith.scene.scene import Scene, Shape

    frame_rate, speed = 20.0, 1.0
    frames = round(duration * frame_rate) + 1
    time = np.arange(frames) / frame_rate
    positions = np.zeros((frames, 2, 3))
    positions[:, :, 0] = speed * time[:, None]
    positions[:, 0, 2], positions[:, 1, 2] = 0.2, 0.9
    orientations = np.zeros((frames, 2, 4))
    orientations[:, 0, 0] = 1
    orientations[:, 1, 0], orientations[:, 1, 2] = np.cos(time / 2), np.sin(time / 2)
    upright = (1.0, 0.0, 0.0, 0.0)
    fields: dict[str, Any] = {
        "label": "after",
        "caption": "Went on to the end.",
        "frame_rate": frame_rate,
        "shapes": (
            Shape(0, "box", (0.2, 0.15, 0.2), (0.0, 0.0, 0.0), upright, "#2f6f8f"),
            Shape(1, "capsule", (0.1, 0.4), (0.0, 0.0, 0.0), upright, "#c06030"),
        ),
        "positions": positions,
        "orientations": orientations,
        "com": positions.mean(axis=1),
        "ground": GroundShape.flat(),
    }
    return Scene(**(fields | changes))


@pytest.fixture(scope="session")
def launch() -> Iterator:
    """A function that starts the browser with additional arguments."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        pytest.skip(f"no browser found; looked for {', '.join(BROWSERS)}")
    with sync_api.sync_playwright() as playwright:

        def start(*arguments: str):
            return playwright.chromium.launch(
                executable_path=executable, args=[*AS_ROOT, *arguments]
            )

        yield start
