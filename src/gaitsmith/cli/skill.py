"""gaitsmith skill: learn where to step, and cross gaps and stepping stones."""

import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gaitsmith.cli.console import (
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    notes,
    print_json,
    print_lines,
    program,
    tell_how_to_go_on,
)
from gaitsmith.cli.options import AsJson, RunPath, Seed, Workers
from gaitsmith.cli.serving import Host, Port, Seconds, serve
from gaitsmith.cli.simulate import parse_push
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.planning.crossing import Crossing
    from gaitsmith.skills.skill import Skill, SkillPlan
    from gaitsmith.skills.training import Advance, Teller

LINE_EVERY = 10.0  # s, where there is no terminal
DEFAULTS = {"planner": "rehearsed", "model": "kernel", "horizon": 2, "seed": 1}

app = typer.Typer(
    help="Learn where to step; cross gaps, stepping stones and crevasses.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("train")
def train(
    name: Annotated[str, typer.Argument(help="A skill's name, or a .toml file.")],
    examples: Annotated[
        int | None,
        typer.Option(min=30, max=100_000, help="Example steps.", show_default="1000"),
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Make example steps by optimisation; all of them are kept in a folder."""
    from gaitsmith.cli.searching import unused_folder
    from gaitsmith.skills.skill import SkillPlan, load_plan
    from gaitsmith.skills.training import train as train_skill

    found = load_plan(name)
    given = {"examples": examples, "seed": seed}
    changes = {key: value for key, value in given.items() if value is not None}
    plan = SkillPlan(found.spec.model_copy(update=changes), found.base)
    command = ["gaitsmith", "skill", "train", name]
    command += ["--examples", str(plan.spec.examples), "--seed", str(plan.spec.seed)]
    folder = run or unused_folder(f"skill-{plan.spec.name}", plan.spec.seed)
    _compile(plan)
    _trained(
        folder,
        plan.spec.examples,
        lambda tell: train_skill(plan, folder, workers, tell, shlex.join(command)),
        json,
    )


def resume_skill(folder: Path, workers: int | None, json: bool) -> None:
    """Go on with a training, for `gaitsmith resume`."""
    from gaitsmith.skills.skill import read_plan
    from gaitsmith.skills.training import resume_training

    plan = read_plan(folder)
    _compile(plan)
    _trained(
        folder,
        plan.spec.examples,
        lambda tell: resume_training(folder, workers, tell),
        json,
    )


def _compile(plan: "SkillPlan") -> None:
    from gaitsmith.cli.searching import announce_compiling

    announce_compiling(notes(), plan.base.problem)


def _trained(
    folder: Path, wanted: int, work: "Callable[[Teller], Skill]", json: bool
) -> None:
    from gaitsmith.skills.training import InterruptedTrainingError

    began = time.perf_counter()
    try:
        with TrainingProgress(notes(), wanted) as tell:
            skill = work(tell)
    except InterruptedTrainingError:
        tell_how_to_go_on(folder)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    _tell_trained(skill, folder, time.perf_counter() - began, json)


def _tell_trained(skill: "Skill", folder: Path, seconds: float, json: bool) -> None:
    from gaitsmith.planning.examples import placement_errors

    found = placement_errors(skill.examples)
    if json:
        print_json(
            {
                "run": str(folder),
                "examples": len(skill.examples),
                "seconds": seconds,
                "mean_error": found.mean,
                "below_6_cm": found.below_6_cm,
                "above_12_cm": found.above_12_cm,
                "explained": skill.model.known.explained,
            }
        )
        return
    print_lines(
        f"{len(skill.examples)} example steps in {seconds:.0f} s; they land"
        f" {100 * found.mean:.1f} cm from where they should, {found.below_6_cm:.0%} of"
        " them within 6 cm.",
        f"Kept in {folder}",
        f"Try it with: {program()} skill cross {folder} --terrain gaps:width=0.4",
    )


class TrainingProgress:
    """Steps made so far, and how long the others will take."""

    def __init__(self, console: Console, wanted: int) -> None:
        """Know how many steps are wanted."""
        self._console, self._wanted = console, wanted
        self._began = self._last_line = time.perf_counter()
        self._bar = Progress(
            TextColumn("{task.description} {task.completed:.0f}/{task.total:.0f}"),
            BarColumn(bar_width=24),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._what = "step"
        self._task = self._bar.add_task(self._what, total=wanted)

    def __enter__(self) -> "TrainingProgress":
        """Start the bar."""
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the bar."""
        self._bar.stop()

    def __call__(self, advance: "Advance") -> None:
        """Show how far it is."""
        now = time.perf_counter()
        if advance.what != self._what:  # the examples are made; practice begins
            self._what, self._wanted, self._began = advance.what, advance.wanted, now
            self._bar.reset(self._task, description=self._what, total=self._wanted)
        self._bar.update(self._task, completed=min(advance.steps, self._wanted))
        if self._console.is_terminal or now - self._last_line < LINE_EVERY:
            return
        self._last_line = now
        rate = advance.new_steps / max(now - self._began, 1e-3)
        left = max(0, advance.wanted - advance.steps) / rate
        self._console.print(
            f"{self._what} {advance.steps}/{advance.wanted}  {rate:.2f} {self._what}s/s"
            f"  ETA {left:.0f} s",
            markup=False,
        )


@app.command("cross")
def cross(
    name: Annotated[
        str, typer.Argument(help="A trained skill of the gallery, or a folder of one.")
    ],
    terrain: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="A .toml file, or gaps:width=0.5,spacing=0.5,count=5,seed=3 or"
            " stones:count=20,min=0.2,max=0.8,seed=3 or crevasses:width=0.5,count=10.",
        ),
    ],
    planner: Annotated[
        str,
        typer.Option(
            metavar="rehearsed|hybrid|regular|random", help="How steps are chosen."
        ),
    ] = "rehearsed",
    model: Annotated[
        str,
        typer.Option(
            metavar="kernel|nearest",
            help="How steps are predicted; nearest: the paper's.",
        ),
    ] = "kernel",
    horizon: Annotated[int, typer.Option(help="Steps to look ahead: 1, 2, 3.")] = 2,
    push: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FX,FY[,FZ]@START[+DURATION][/BODY]",
            help="A force [N] from START [s] on. Can be given again.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of random plans.")] = 1,
    report: Annotated[
        Path | None, typer.Option(help="Write the page of the crossing to this file.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(help="Write a filmstrip with the footfalls to this .png file."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Cross a terrain step by step, planning at every strike."""
    from gaitsmith.declarations import declare
    from gaitsmith.planning.course import read_course
    from gaitsmith.planning.crossing import cross as cross_course
    from gaitsmith.planning.plan import PlannerSettings
    from gaitsmith.planning.planners import require_planner
    from gaitsmith.simulation.disturbances import PushSpec
    from gaitsmith.skills.skill import SkillGround, load_skill

    require_planner(planner)
    _require_places(report, picture)
    values = {"planner": planner, "horizon": horizon, "seed": seed}
    settings = declare(PlannerSettings, values, "skill cross")
    course = read_course(terrain)
    skill = load_skill(name).with_model(model)
    pushes = tuple(declare(PushSpec, parse_push(text), "--push") for text in push or ())
    ground = SkillGround(course, pushes, course.longest_seconds)
    runner = skill.runner(ground, settings)
    _compile(skill.plan)
    if report is None and picture is None:
        crossing = cross_course(runner)
    else:
        from gaitsmith.report.crossing_page import (
            FRAME_RATE,
            write_crossing_page,
            write_picture,
        )

        crossing = cross_course(runner, frame_rate=FRAME_RATE)
        if report is not None:
            title = f"{skill.name}: {terrain}"
            options = {"planner": planner, "model": model, "horizon": horizon}
            options |= {"push": push or [], "seed": seed}
            command = cross_command(name, terrain, options)
            write_crossing_page(report, title, runner, crossing, command)
        if picture is not None:
            write_picture(picture, runner, crossing)
    if json:
        print_json(crossing_result(crossing))
    else:
        print_lines(*crossing_lines(crossing))
        if report is not None:
            print_lines(f"Page written to {report}")
        if picture is not None:
            print_lines(f"Picture written to {picture}")
    if not crossing.is_completed:
        raise typer.Exit(EXIT_FAILED)


@app.command("view")
def view(
    name: Annotated[
        str, typer.Argument(help="A trained skill of the gallery, or a folder of one.")
    ],
    planner: Annotated[
        str,
        typer.Option(
            metavar="rehearsed|hybrid|regular|random", help="How steps are chosen."
        ),
    ] = "rehearsed",
    gap: Annotated[
        float | None,
        typer.Option(metavar="WIDTH", help="Of the gaps [m].", show_default="0.3"),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="Of the ground between the gaps.")
    ] = 1,
    port: Port = 8080,
    host: Host = "127.0.0.1",
    seconds: Seconds = None,
    json: AsJson = False,
) -> None:
    """Watch a skill cross gaps without end in the browser; widen them, push it.

    Ctrl-C ends it.
    """
    from gaitsmith.planning.planners import require_planner
    from gaitsmith.skills.skill import load_skill
    from gaitsmith.viewer.server import PageServer
    from gaitsmith.viewer.skill_page import SkillPage
    from gaitsmith.viewer.skill_session import SkillSession, require_width

    require_planner(planner)
    skill = load_skill(name)
    if gap is not None:
        require_width(skill, gap)
    _compile(skill.plan)
    server = PageServer(host, port, "gaitsmith skill view")
    serve(
        server,
        lambda: SkillPage(server, SkillSession(skill, planner, gap, seed)),
        {"skill": skill.name},
        seconds,
        json,
    )


def _require_places(report: Path | None, picture: Path | None) -> None:
    """Refuse what cannot be written, before the long work is done."""
    from gaitsmith.runs.files import require_place

    if picture is not None and picture.suffix.lower() != ".png":
        raise InputError(f"--picture {picture}: the file's name must end in .png.")
    for path in filter(None, (report, picture)):
        require_place(path)


def cross_command(name: str, terrain: str, options: dict[str, Any]) -> str:
    """The command that makes a crossing again, without options of default value."""
    command = ["gaitsmith", "skill", "cross", name, "--terrain", terrain]
    for option, value in options.items():
        values = value if isinstance(value, list) else [value]
        for one in values:
            if one != DEFAULTS.get(option):
                command += [f"--{option}", str(one)]
    return shlex.join(command)


def crossing_result(crossing: "Crossing") -> dict[str, Any]:
    """A crossing as scripts read it."""
    return {
        "outcome": crossing.outcome.name.lower(),
        "steps": len(crossing.steps),
        "good_steps": crossing.good_steps,
        "planned_steps": len(crossing.planned),
        "missed_plans": crossing.missed_plans,
        "rehearsed_steps": crossing.simulated,
        "step_errors": crossing.errors,
        "planning_ms": {
            "median": crossing.planning_ms(0.5),
            "p99": crossing.planning_ms(0.99),
        },
        "realtime_factor": crossing.realtime_factor,
        "simulated_seconds": crossing.simulated_seconds,
    }


def crossing_lines(crossing: "Crossing") -> list[str]:
    """A crossing in words."""
    ended = "Crossed it" if crossing.is_completed else "Fell"
    errors = crossing.errors
    mean = sum(errors) / len(errors) if errors else 0.0
    lines = [
        f"{ended} after {len(crossing.steps)} steps and"
        f" {crossing.simulated_seconds:.1f} s; {crossing.good_steps} steps with at"
        " least half of the foot on the ground.",
        f"{len(errors)} steps were planned, {crossing.missed_plans} of them without an"
        f" acceptable plan; mean error {100 * mean:.1f} cm.",
        f"Planning took {crossing.planning_ms(0.5):.1f} ms (99 %:"
        f" {crossing.planning_ms(0.99):.1f} ms); {crossing.realtime_factor:.1f} x real"
        " time in all.",
    ]
    if crossing.simulated:
        each = crossing.simulated / len(crossing.planned)
        lines.insert(2, f"For each of them {each:.0f} steps were tried in simulation.")
    return lines
