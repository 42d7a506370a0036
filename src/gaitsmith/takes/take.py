"""What a take's file may say: who, where along, how fast, over what."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from gaitsmith.changes import parse_change
from gaitsmith.declarations import Declaration, Line, declare, read_toml
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.terrain import Crevasse, Segment

Positive = Annotated[float, Field(gt=0)]
NonNegative = Annotated[float, Field(ge=0)]
Place = tuple[float, float]
End = Literal["walking", "standing"]


class Gap(Declaration):
    """A hole without bottom, square across the path."""

    at: Positive
    """m along the path, where it begins."""
    width: Positive
    """m along the path."""
    length: Positive = 3.0
    """m across it; a planar body's gaps have no end."""


LONGEST_PATH = 10_000.0  # m


class Take(Declaration):
    """A shot, as it is asked for; lengths in m, x ahead of the start, y left."""

    name: Line = ""
    """Set from the file's name when left out."""
    description: Line = ""
    body: Line = ""
    """Whose gaits of the gallery may be used; or name them in `gaits`."""
    gaits: tuple[Line, ...] = ()
    """Solutions: names of the gallery, files, run folders; all of one body and law."""
    skill: Line = ""
    """Trained skill that steps over gaps; left out: one of the body, if there is."""
    path: Annotated[tuple[Place, ...], Field(min_length=1)]
    """Waypoints after the start, which is (0, 0), looking along x."""
    corner: Positive = 3.0
    """m, radius of the curves at waypoints, as far as there is room."""
    speed: Positive | None = None
    """m/s, all along."""
    speeds: tuple[tuple[NonNegative, Positive], ...] = ()
    """(m along the path, m/s from there on), instead of `speed`."""
    duration: Annotated[float, Field(gt=0, le=600)] | None = None
    """s, when the take ends at the latest; left out: when the path does."""
    start: End = "walking"
    """How it begins: in the middle of a gait, or standing still."""
    end: End = "walking"
    """How it ends."""
    gaps: tuple[Gap, ...] = ()
    slope: Annotated[float, Field(ge=-45, le=45)] = 0.0
    """degrees along x, uphill +."""
    segments: tuple[Segment, ...] = ()
    """Steps up and down, as of any terrain; x is that of the world."""
    pushes: tuple[PushSpec, ...] = ()
    friction: NonNegative | None = None
    """Left out: that of the gaits."""
    rate: Annotated[float, Field(ge=100, le=100_000)] | None = None
    """Hz, time steps per second; left out: the gaits' or the skill's."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1
    """Of the planner."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Take":
        if bool(self.body) == bool(self.gaits):
            raise ValueError("give either `body` or `gaits`.")
        if (self.speed is None) == (not self.speeds):
            raise ValueError("give either `speed` or `speeds`.")
        places = [at for at, _ in self.speeds]
        if places and (places[0] != 0.0 or places != sorted(set(places))):
            raise ValueError(
                "speeds: their places along the path must begin with 0 and rise."
            )
        edges = [edge for gap in self.gaps for edge in (gap.at, gap.at + gap.width)]
        if edges != sorted(edges):
            raise ValueError("gaps: one begins before the last has ended.")
        here, way = (0.0, 0.0), 0.0
        for number, there in enumerate(self.path, start=1):
            if math.dist(here, there) < 0.1:
                raise ValueError(
                    f"path: waypoint {number} is less than 0.1 m from the one before."
                )
            way += math.dist(here, there)
            here = there
        if not way <= LONGEST_PATH:
            raise ValueError(
                f"path: it is {way:.3g} m long; it must be at most {LONGEST_PATH:g} m."
            )
        return self

    def speed_at(self, along: float) -> float:
        """m/s that are asked for at a place along the path [m]."""
        if self.speed is not None:
            return self.speed
        return [speed for at, speed in self.speeds if at <= max(along, 0.0)][-1]

    @property
    def stages(self) -> tuple[tuple[float, float], ...]:
        """(m along the path, m/s from there on)."""
        return ((0.0, self.speed),) if self.speed is not None else self.speeds


def read_take(path: Path, changes: Sequence[str] = ()) -> Take:
    """A take from a TOML file.

    Args:
        path: of the file.
        changes: "key=value" strings that replace values of the file.
    """
    values = {"name": path.stem, **read_toml(path), **dict(map(parse_change, changes))}
    return declare(Take, values, str(path))


def crevasse_of(gap: Gap, center: Place, heading: float) -> Crevasse:
    """A gap as a hole in the ground, with its centre [m] and the path's heading."""
    return Crevasse(
        center=center,
        heading=math.degrees(heading),
        width=gap.width,
        length=gap.length,
    )
