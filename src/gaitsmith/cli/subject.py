"""gaitsmith subject: a walk on muscles for one person."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from gaitsmith.cli.console import aligned, command_line, notes, print_result, program
from gaitsmith.cli.jobs import announce_compiling, begun, tell, unused
from gaitsmith.cli.options import AsJson, Changes, RunPath, Workers
from gaitsmith.errors import InputError

MATCH_WEIGHT = 2.0  # of a standard deviation from the curves, beside J/kg/m

if TYPE_CHECKING:
    from gaitsmith.gait.clinic import Clinic
    from gaitsmith.runs.solution import Solution
    from gaitsmith.subjects.search import PersonsWalk
    from gaitsmith.subjects.subject import Subject


def subject(
    height: Annotated[float, typer.Option(help="m.")],
    mass: Annotated[float, typer.Option(help="kg.")],
    speed: Annotated[
        float | None,
        typer.Option(help="m/s.", show_default="1.25 m/s of an adult, by the legs"),
    ] = None,
    age: Annotated[float, typer.Option(help="Years, from 4.")] = 30.0,
    sex: Annotated[
        str, typer.Option(help="male or female: whose masses the segments have.")
    ] = "male",
    weak: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MUSCLE=FACTOR",
            help="Strength of a muscle, such as left_soleus=0.4 or glutei=0.7.",
        ),
    ] = None,
    load: Annotated[
        float, typer.Option(min=0.0, help="kg carried at the trunk's centre.")
    ] = 0.0,
    slope: Annotated[float, typer.Option(help="Degrees, uphill +.")] = 0.0,
    static: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="STATIC.trc|.c3d",
            help="Segment lengths from markers of somebody who stands still.",
        ),
    ] = None,
    match: Annotated[
        Path | None,
        typer.Option(
            metavar="WALK.mot|.csv|.c3d|.trc",
            help="Draw the walk to these curves; the page says so. Of markers, with"
            " --from.",
        ),
    ] = None,
    free_sides: Annotated[
        bool, typer.Option("--free-sides", help="The legs' control may differ.")
    ] = False,
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE.toml", help="What is other, such as drop_foot."
        ),
    ] = "",
    sweep: Annotated[
        str,
        typer.Option(
            metavar="KEY=FIRST:LAST:STEP",
            help="Then vary it: speed, slope, mass, height, age, load or a muscle.",
        ),
    ] = "",
    walk: Annotated[
        str,
        typer.Option(
            help="Walk to start from: of the gallery, a file or a run folder.",
            show_default="the shipped one that does best",
        ),
    ] = "",
    rounds: Annotated[
        int, typer.Option(min=1, max=20, help="Searches at most, until it holds.")
    ] = 3,
    seed: Annotated[int, typer.Option(min=0, help="Fixes every random number.")] = 1,
    run: RunPath = None,
    output: Annotated[
        Path | None,
        typer.Option(help="The page to write.", show_default="in the run folder"),
    ] = None,
    changes: Changes = None,
    workers: Workers = None,
    json: AsJson = False,
) -> None:
    """Find a walk on muscles for a person of a height, mass and age."""
    from gaitsmith.declarations import declare
    from gaitsmith.runs.files import require_place
    from gaitsmith.subjects.scenario import load_scenario
    from gaitsmith.subjects.search import SubjectJob, SubjectSpec
    from gaitsmith.subjects.start import experiment_of, shipped_walk, walks
    from gaitsmith.subjects.subject import Subject
    from gaitsmith.subjects.sweep import parse_sweep, swept

    if output is not None:
        require_place(output)
    asked = {
        "height": height,
        "mass": mass,
        "speed": speed,
        "age": age,
        "sex": sex,
        "strength": _factors(weak or ()),
        "load": load,
        "slope": slope,
        "lengths": _lengths(static) if static else {},
        "sides": "free" if free_sides else "equal",
        "changes": {**_matched(match, static, mass, speed), **_changes(changes or ())},
    }
    who = declare(Subject, {k: v for k, v in asked.items() if v is not None}, "subject")
    if scenario:
        who = load_scenario(scenario).of(who)
    wanted = parse_sweep(sweep) if sweep else None
    if wanted is not None:
        key, values = wanted
        for value in values:
            swept(who, key, value)  # can be, or complains
    console = notes()
    console.print(_about(who), markup=False, soft_wrap=True)
    for one in walks().values() if not walk else ():
        announce_compiling(experiment_of(who, one, seed).problem)
    start = shipped_walk(who, walk)
    console.print(f"It starts from {start.name}.", markup=False)
    spec = SubjectSpec(subject=who, seed=seed, rounds=rounds)
    folder = run or unused(f"subject-{who.height:g}m-{who.mass:g}kg-seed{seed}")
    command = command_line(
        "subject",
        height=height,
        mass=mass,
        speed=speed,
        age=None if age == 30.0 else age,
        sex=None if sex == "male" else sex,
        weak=weak,
        load=load or None,
        slope=slope or None,
        **({"from": static} if static else {}),
        match=match,
        scenario=scenario or None,
        sweep=sweep or None,
        walk=walk or None,
        seed=seed,
        changes=changes,
    ) + (" --free-sides" if free_sides else "")
    found = begun(SubjectJob(start, spec), folder, workers, command)
    if found.is_interrupted:
        tell(found, folder, json)
    if wanted is None or not json:  # one object only: that of the study
        tell_person(found, output or folder / "report.html", json)
    if wanted is None:
        return
    _sweep(SweepRequest(who, found, start, wanted, seed), workers, command, json)


class SweepRequest(NamedTuple):
    """What is varied, of whom, and from which walk on."""

    who: "Subject"
    found: "PersonsWalk"
    shipped: "Solution"
    wanted: tuple[str, tuple[float, ...]]
    seed: int


def _sweep(asked: SweepRequest, workers: int | None, command: str, json: bool) -> None:
    """The study, in the folder `sweep` of the person's."""
    from gaitsmith.cli.study import with_page
    from gaitsmith.studies.study_job import StudyJob
    from gaitsmith.subjects.sweep import sweep_study

    best, folder = asked.found.best, asked.found.folder / "sweep"
    study = sweep_study(asked.who, best, asked.shipped, asked.wanted, asked.seed)
    done = begun(StudyJob(study), folder, workers, command)
    tell(with_page(done), folder, json)


def _about(who: "Subject") -> str:
    from gaitsmith.subjects.growth import strength

    words = f"{who.name}: legs of {who.leg:.2f} m"
    left = strength(who.age)
    return words + (f", muscles at {left:.0%} for the age." if left < 1.0 else ".")


def tell_person(found: "PersonsWalk", page: Path, as_json: bool) -> None:
    """Print what came of it, and how it compares with people; write the page."""
    from gaitsmith.assessment import assess
    from gaitsmith.cli.score import score_lines
    from gaitsmith.gait.clinic import clinic_of
    from gaitsmith.gait.cycles import NoStepsError
    from gaitsmith.report.build import write_report

    written = write_report(found.best, page)
    result: dict[str, Any] = {**found.as_dict(), "report": str(written)}
    lines = [str(found)]
    try:
        measured = assess(found.best)
    except NoStepsError as error:
        lines.append(f"There is no gait to measure: {error}")
    else:
        clinic = clinic_of(measured.analysis, measured.score.reference)
        spent = measured.metabolism
        result |= measured.score.as_dict() | clinic.as_dict()
        result |= spent.as_dict() if spent else {}
        lines += ["", *score_lines(found.best.name, measured), "", *_sides(clinic)]
    fragility = found.fragility
    lines += ["", *([f"Not reached: {fragility}"] if fragility else [])]
    lines += [
        f"Open this page: {written.resolve()}",
        f"Then try: {program()} view {found.folder}",
    ]
    print_result(as_json, result, *lines)


def _sides(clinic: "Clinic") -> list[str]:
    rows = [("both legs", "left", "right", "index")] + [
        (
            f"{one.name} [{one.unit}]",
            f"{one.left:.3g}",
            f"{one.right:.3g}",
            f"{round(one.index):+d} %",
        )
        for one in clinic.symmetry
    ]
    of = clinic.profile_score
    return [
        f"gait profile score over {len(clinic.profile)} variables: {of():.1f} degrees"
        f" (left {of('left'):.1f}, right {of('right'):.1f})",
        "",
        *aligned(rows),
    ]


def _lengths(static: Path) -> dict[str, float]:
    """m, by segment, from the markers of a static trial."""
    from gaitsmith.gait.table_file import naming
    from gaitsmith.measured.static import read_static
    from gaitsmith.subjects.markers import segment_lengths

    trial = read_static(static)
    places = {name: trial.landmark(name) for name in trial.landmarks}
    with naming(static):
        return segment_lengths({k: v for k, v in places.items() if v is not None})


def _matched(
    walk: Path | None, static: Path | None, mass: float, speed: float | None
) -> dict[str, Any]:
    """The term `follow` with the curves of a file, so that it is not needed again."""
    from gaitsmith.objectives.follow import FollowOptions

    if walk is None:
        return {}
    table = {"file": walk.name, "mass": mass, "speed": speed, "weight": MATCH_WEIGHT}
    if static is not None and walk.suffix.lower() == ".trc":
        table["static"] = str(static.absolute())
    given = {key: value for key, value in table.items() if value is not None}
    return {"objective.follow": dict(FollowOptions.prepared(given, walk.parent))}


def _factors(weak: "tuple[str, ...] | list[str]") -> dict[str, float]:
    """Factors by muscle."""
    found: dict[str, float] = {}
    for one in weak:
        name, equals, text = one.partition("=")
        try:
            found[name.strip()] = float(text)
        except ValueError:
            equals = ""
        if not equals:
            raise InputError(
                f"--weak {one}: write MUSCLE=FACTOR, such as left_soleus=0.4."
            )
    return found


def _changes(changes: "tuple[str, ...] | list[str]") -> dict[str, Any]:
    from gaitsmith.changes import parse_change

    return dict(map(parse_change, changes))
