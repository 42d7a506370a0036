"""Options that change where and how a rollout is simulated."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaitsmith.errors import InputError

if TYPE_CHECKING:
    from gaitsmith.runs.solution import Solution

Duration = Annotated[
    float | None,
    typer.Option(help="To simulate, s.", show_default="the solution's own"),
]
Slope = Annotated[float | None, typer.Option(help="Of the ground, degrees, uphill +.")]
Friction = Annotated[float | None, typer.Option(help="Coulomb's coefficient.")]
Pushes = Annotated[
    list[str] | None,
    typer.Option(
        "--push",
        metavar="FX,FY[,FZ]@START[+DURATION][/BODY]",
        help="A force [N] from START [s] on, for 0.4 s by default, on the"
        " trunk by default. Can be given again.",
    ),
]
Headings = Annotated[
    list[str] | None,
    typer.Option(
        "--heading",
        metavar="DEGREES[@START]",
        help="Turn there from START [s] on, left +.",
    ),
]
Noise = Annotated[
    float | None, typer.Option(help="Of the motors, share of each torque.")
]
NoiseSeed = Annotated[int | None, typer.Option(min=0, help="Of the noise.")]
COURSES = (
    "A .toml file, or gaps:width=0.5,spacing=0.5,count=5,seed=3 or"
    " stones:count=20,min=0.2,max=0.8,seed=3 or crevasses:width=0.5,count=10."
)
PlannerName = Annotated[
    str | None,
    typer.Option(
        metavar="rehearsed|hybrid|regular|random",
        help="How steps are chosen.",
        show_default="rehearsed; as published: hybrid",
    ),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        metavar="kernel|nearest",
        help="How steps are predicted; nearest: the paper's.",
        show_default="kernel; as published: nearest",
    ),
]
AsPublished = Annotated[
    bool, typer.Option("--as-published", help="The paper's planners and constants.")
]
Horizon = Annotated[
    int | None,
    typer.Option(help="Steps to look ahead: 1, 2, 3.", show_default="2"),
]


def in_setting(
    solution: "Solution",
    slope: float | None = None,
    push: Sequence[str] | None = None,
    heading: Sequence[str] | None = None,
    seed: int | None = None,
    course: str | None = None,
    **values: float | None,
) -> "Solution":
    """The solution in the setting that the options say; None changes nothing.

    Args:
        solution: stays as it is.
        slope: degrees; the rest of the terrain stays.
        push: see `parse_push`.
        heading: see `parse_heading`.
        seed: of the motor noise.
        course: whose ground replaces the terrain, see `read_course`.
        values: fields of `Setting` that are numbers.
    """
    from gaitsmith.planning.course import read_course
    from gaitsmith.workflows import with_setting

    ground = solution.problem.setting.terrain
    if course is not None:
        ground = read_course(course).terrain
    terrain = ground.model_dump(exclude_none=True)
    if slope is not None:
        terrain |= {"slope": slope}
    is_same = course is None and slope is None
    setting: dict[str, Any] = {
        **values,
        "terrain": None if is_same else terrain,
        "pushes": [parse_push(text) for text in push] if push else None,
        "heading": [parse_heading(text) for text in heading] if heading else None,
    }
    given = {key: value for key, value in setting.items() if value is not None}
    return with_setting(solution, seed=seed, **given)


def parse_push(text: str) -> dict[str, Any]:
    """Read FX,FY[,FZ]@START[+DURATION][/BODY], such as 150,0@3+0.4."""
    try:
        rest, _, body = text.partition("/")
        forces, at, times = rest.partition("@")
        start, _, duration = times.partition("+")
        force = [float(part) for part in forces.split(",")]
        if not at or len(force) not in (2, 3):
            raise ValueError
        push: dict[str, Any] = {"start": float(start), "force": [*force, 0.0][:3]}
        if duration:
            push["duration"] = float(duration)
    except ValueError:
        raise InputError(
            f"--push {text}: write FX,FY[,FZ]@START[+DURATION][/BODY], such as"
            " 150,0@3+0.4 for 150 N forward from 3 s on for 0.4 s."
        ) from None
    return push | ({"body": body} if body else {})


def parse_heading(text: str) -> dict[str, float]:
    """Read DEGREES[@START], such as 45@5."""
    degrees, _, start = text.partition("@")
    try:
        return {"heading": float(degrees), "time": float(start or 0.0)}
    except ValueError:
        raise InputError(
            f"--heading {text}: write DEGREES[@START], such as 45@5 to turn left by 45"
            " degrees from 5 s on."
        ) from None
