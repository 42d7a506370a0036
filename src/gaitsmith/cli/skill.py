"""gaitsmith skill: learn where to step, and cross gaps and stepping stones."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaitsmith.cli.console import EXIT_FAILED, command_line, print_result
from gaitsmith.cli.crew import who_works
from gaitsmith.cli.crossings import CrossingOptions, ready_to_cross
from gaitsmith.cli.jobs import announce_compiling, begun, tell, unused_folder
from gaitsmith.cli.options import (
    AsJson,
    Changes,
    DifferentBits,
    OnCluster,
    RunPath,
    Seed,
    Workers,
    completed_by,
)
from gaitsmith.cli.serving import Host, Port, Seconds, serve
from gaitsmith.cli.setting_options import (
    COURSES,
    AsPublished,
    Horizon,
    ModelName,
    PlannerName,
    Pushes,
)
from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.planning.crossing import Crossing

DEFAULTS = {"planner": "rehearsed", "model": "kernel", "horizon": 2, "seed": 1}


def _trained() -> Iterable[str]:
    from gaitsmith.skills.skill import trained_skills

    return trained_skills()


SkillName = Annotated[
    str,
    typer.Argument(
        help="A trained skill of the gallery, or a folder of one.",
        autocompletion=completed_by(_trained),
    ),
]
app = typer.Typer(
    help="Learn where to step; cross gaps and stepping stones.",
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
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file."),
    ] = None,
    workers: Workers = None,
    cluster: OnCluster = "",
    different_bits: DifferentBits = False,
    run: RunPath = None,
    json: AsJson = False,
) -> None:
    """Make example steps by optimisation, kept in a folder."""
    from gaitsmith.skills.skill import SkillPlan, load_plan
    from gaitsmith.skills.training import TrainingJob

    found = load_plan(name, changes or ())
    given = {"examples": examples, "seed": seed}
    update = {key: value for key, value in given.items() if value is not None}
    plan = SkillPlan(found.spec.model_copy(update=update), found.base)
    spec = plan.spec
    options = {"examples": spec.examples, "seed": spec.seed, "changes": changes}
    command = command_line("skill", "train", name, **options)
    folder = run or unused_folder(f"skill-{spec.name}", spec.seed)
    with who_works(workers, cluster, different_bits) as crew:
        done = begun(TrainingJob(plan), folder, crew, command)
    tell(done, folder, json)


@app.command("cross")
def cross(
    name: SkillName,
    terrain: Annotated[str, typer.Option(metavar="SPEC", help=COURSES)],
    planner: PlannerName = None,
    model: ModelName = None,
    as_published: AsPublished = False,
    horizon: Horizon = None,
    push: Pushes = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Of random plans.", show_default="1")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write the page of the crossing to this file.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(help="Write a filmstrip with the footfalls to this .png file."),
    ] = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Cross a terrain step by step, planning at every strike."""
    from gaitsmith.planning.crossing import cross as cross_course

    _require_places(report, picture)
    options = CrossingOptions(
        planner, model, as_published, horizon, push, seed, changes
    )
    skill, runner = ready_to_cross(name, terrain, options)
    announce_compiling(skill.plan.base.problem)
    if report is None and picture is None:
        crossing = cross_course(runner)
    else:
        from gaitsmith.report.crossing_page import write_crossing_page, write_picture
        from gaitsmith.scene.replay import FRAME_RATE

        crossing = cross_course(runner, frame_rate=FRAME_RATE)
        if report is not None:
            title = f"{skill.name}: {terrain}"
            words = options.resolved | {"push": push, "changes": changes}
            command = cross_command(name, terrain, words, as_published)
            write_crossing_page(report, title, runner, crossing, command)
        if picture is not None:
            write_picture(picture, runner, crossing)
    print_result(
        json,
        crossing_result(crossing),
        *crossing_lines(crossing),
        *([f"Page written to {report}"] if report else []),
        *([f"Picture written to {picture}"] if picture else []),
    )
    if not crossing.is_completed:
        raise typer.Exit(EXIT_FAILED)


@app.command("view")
def view(
    name: SkillName,
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
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Watch a skill cross gaps without end in the browser.

    Widen the gaps, push it.

    Ctrl-C ends it.
    """
    from gaitsmith.planning.planners import require_planner
    from gaitsmith.skills.skill import load_skill
    from gaitsmith.viewer.server import PageServer
    from gaitsmith.viewer.skill_page import SkillPage
    from gaitsmith.viewer.skill_session import SkillSession, require_width

    require_planner(planner)
    skill = load_skill(name).changed(changes or ())
    if gap is not None:
        require_width(skill, gap)
    announce_compiling(skill.plan.base.problem)
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


def cross_command(
    name: str, terrain: str, options: dict[str, Any], as_published: bool = False
) -> str:
    """The command that makes a crossing again, without options of default value."""
    other = {key: one for key, one in options.items() if one != DEFAULTS.get(key)}
    words = [name, "--as-published"] if as_published else [name]
    return command_line("skill", "cross", *words, terrain=terrain, **other)


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
