"""A course to walk: stones to hit, gaps to step over, waypoints to follow.

From a file, or generated from a short text such as

    gaps:width=0.5,spacing=0.5,count=5,seed=3
    stones:count=20,min=0.2,max=0.8,seed=3
    crevasses:width=0.5,count=10,turn=60,seed=3
"""

import math
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from gaitsmith.declarations import Declaration, declare, read_toml
from gaitsmith.errors import InputError, unknown_name
from gaitsmith.kernels.records import Floats
from gaitsmith.simulation.terrain import Crevasse, Segment, TerrainSpec

Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]
APPROACH = (2.0, 3.0)  # m, from the start to the first gap, at random
AFTER = 2.0  # m, walked on after the last gap
LONGEST_WAY = 10_000.0  # m
SLOWEST = 0.3  # m/s


class Course(Declaration):
    """Where a character should step; lengths in m, x ahead of the start, y left."""

    stones: tuple[Positive, ...] = ()
    """Lengths of steps, from heel to heel, after a few steps of the base gait."""
    relative: bool = False
    """Each length counts from where the last foot really landed, so that a step that
    went wrong is not made up for; else stones have fixed places."""
    aside: tuple[float, ...] = ()
    """How far each stone is to the left of where the base gait's feet would be; in 3D.
    Left out: wherever the feet land will do."""
    heights: tuple[float, ...] = ()
    """Of each stone's ground, which ends half way to the next one's."""
    origin: float | None = None
    """Heel that the first stone's length counts from; left out: the last one of the
    base gait."""
    gaps: tuple[tuple[float, float], ...] = ()
    """Holes without bottom across a straight way, each (from x, to x)."""
    segments: tuple[Segment, ...] = ()
    """Steps up and down."""
    crevasses: tuple[Crevasse, ...] = ()
    """Holes in 3D."""
    waypoints: tuple[tuple[float, float], ...] = ()
    """(x, y) to walk to, one after the other."""
    walls: bool = True
    """Of its gaps and edges, see `TerrainSpec`."""

    @model_validator(mode="after")
    def _is_one_thing(self) -> "Course":
        if self.stones and (self.gaps or self.crevasses):
            raise ValueError("a course has stones, or gaps and crevasses, not both.")
        for name in ("aside", "heights"):
            if len(getattr(self, name)) not in (0, len(self.stones)):
                raise ValueError(f"{name}: give one for each of the stones.")
        if self.heights and self.segments:
            raise ValueError("a course has heights of stones, or segments, not both.")
        if not (self.stones or self.gaps or self.crevasses or self.waypoints):
            raise ValueError("it has neither stones, gaps, crevasses nor waypoints.")
        self.terrain  # noqa: B018 - can be made, or complains
        return self

    @property
    def terrain(self) -> TerrainSpec:
        """The ground of the course."""
        return TerrainSpec(
            segments=self.segments,
            gaps=self.gaps,
            crevasses=self.crevasses,
            walls=self.walls,
        )

    def without_walls(self) -> "Course":
        """The same with edges that stop no foot, as in the program of Yin et al."""
        return self.model_copy(update={"walls": False})

    def built(self, origin: float, foot: float) -> "Course":
        """The same with the ground of its stones.

        Args:
            origin: m, see there.
            foot: m, its length; an edge is half way from its tip to the next heel.
        """
        heels = np.array([origin, *(origin + np.cumsum(self.stones))])
        edges = 0.5 * (heels[:-1] + foot + heels[1:])
        pairs = zip(edges.tolist(), self.heights, strict=True)
        ground = tuple(Segment(x=x, height=height) for x, height in pairs)
        return self.model_copy(update={"origin": origin, "segments": ground})

    @property
    def end(self) -> float:
        """Where a straight way is over [m]."""
        return max((end for _, end in self.gaps), default=0.0) + AFTER

    @property
    def longest_seconds(self) -> float:
        """Time that is enough for the slowest of walks [s]."""
        path = [(0.0, 0.0), *self.waypoints]
        legs = [math.dist(a, b) for a, b in pairwise(path)]
        way = sum(self.stones) + self.end + sum(legs)
        return min(3600.0, 10.0 + 1.5 * len(self.stones) + way / SLOWEST)

    @property
    def widest_gap(self) -> float:
        """Distance along the way [m]."""
        widths = [end - start for start, end in self.gaps]
        return max(
            [*widths, *(crevasse.width for crevasse in self.crevasses)], default=0
        )


def step_lengths(
    seed: int, number: int, count: int, shortest: float, longest: float
) -> Floats:
    """Lengths [m] of `count` steps, uniformly drawn; `number` tells sequences apart.

    A longer sequence begins with the shorter one of the same seed and number.
    """
    random = np.random.default_rng([seed, number])
    return random.uniform(shortest, longest, size=count)


class GapsSpec(Declaration):
    """Equal gaps at equal distances, the first at a random distance."""

    width: Positive = 0.5
    spacing: Positive = 0.5
    """m of ground from one gap to the next."""
    count: Count = 5
    height: Annotated[float, Field(ge=0, le=0.5)] = 0.0
    """m; the ground after each gap is so much higher or lower, at random."""
    seed: Seed = 1

    def course(self) -> Course:
        """A straight way over gaps."""
        random = np.random.default_rng([self.seed, 1])
        edge = float(random.uniform(*APPROACH))
        gaps, segments, height = [], [], 0.0
        for _ in range(self.count):
            gaps.append((edge, edge + self.width))
            if self.height:
                up = 1.0 if random.random() < 0.5 else -1.0
                height = 0.0 if height else up * self.height
                segments.append(Segment(x=edge + 0.5 * self.width, height=height))
            edge += self.width + self.spacing
        return Course(gaps=tuple(gaps), segments=tuple(segments))


class StonesSpec(Declaration):
    """Steps of random lengths."""

    count: Count = 20
    min: Positive = 0.2
    max: Positive = 0.8
    relative: bool = False
    """As in a course file."""
    aside: Annotated[float, Field(ge=0, le=0.5)] = 0.0
    """m; each stone is at most so far to either side, at random; 0: that is all one."""
    height: Annotated[float, Field(ge=0, le=0.5)] = 0.0
    """m; each stone's ground is at most so much higher or lower, at random."""
    seed: Seed = 1

    @model_validator(mode="after")
    def _is_in_order(self) -> "StonesSpec":
        if not self.min < self.max:
            raise ValueError(f"min {self.min:g} must be less than max {self.max:g}.")
        return self

    def course(self) -> Course:
        """Steps of random lengths."""
        lengths = step_lengths(self.seed, 0, self.count, self.min, self.max)
        random = np.random.default_rng([self.seed, 3])
        aside, heights = (
            tuple(map(float, random.uniform(-most, most, self.count))) if most else ()
            for most in (self.aside, self.height)
        )
        return Course(
            stones=tuple(map(float, lengths)),
            relative=self.relative,
            aside=aside,
            heights=heights,
        )


class CrevassesSpec(Declaration):
    """Crevasses across a curved path, at random distances."""

    width: Positive = 0.5
    count: Count = 10
    spacing: tuple[Positive, Positive] = (2.0, 3.5)
    """m of ground between two of them, at random."""
    turn: Annotated[float, Field(ge=0, le=90)] = 60.0
    """degrees to which the path turns to either side."""
    length: Positive = 3.0
    """m, of a crevasse, across the path."""
    seed: Seed = 1

    def course(self) -> Course:
        """A path that sways from side to side, with crevasses square across it.

        Its direction is a sine of the distance walked, so that it turns smoothly.
        """
        random = np.random.default_rng([self.seed, 2])
        places, way = [], 3.0
        for _ in range(self.count):
            places.append(way + 0.5 * self.width)
            way += self.width + float(random.uniform(*self.spacing))
        if not way < LONGEST_WAY:
            raise InputError(
                f"--terrain crevasses: the way is {way:.3g} m long; it must be at most"
                f" {LONGEST_WAY:g} m."
            )
        period = 20.0  # m, of the path's swaying
        step, x, y, done = 0.01, 0.0, 0.0, 0.0
        sense = 1.0 if random.random() < 0.5 else -1.0
        largest = sense * math.radians(self.turn)
        crevasses, waypoints, next_waypoint = [], [], 1.0
        while done < way + AFTER:
            direction = largest * math.sin(math.tau * done / period)
            x, y = x + step * math.cos(direction), y + step * math.sin(direction)
            done += step
            if len(crevasses) < self.count and done >= places[len(crevasses)]:
                crevasses.append(
                    Crevasse(
                        center=(x, y),
                        heading=math.degrees(direction),
                        width=self.width,
                        length=self.length,
                    )
                )
            if done >= next_waypoint:
                waypoints.append((x, y))
                next_waypoint += 1.0
        return Course(crevasses=tuple(crevasses), waypoints=tuple(waypoints))


GENERATORS = {"gaps": GapsSpec, "stones": StonesSpec, "crevasses": CrevassesSpec}


def read_course(text: str) -> Course:
    """A course from KIND:KEY=VALUE,... or from a TOML file."""
    kind, colon, rest = text.partition(":")
    if not colon:
        if text in GENERATORS:
            return read_course(f"{text}:")
        if not text.endswith(".toml"):
            raise unknown_name("course (or .toml file)", text, GENERATORS, "--terrain")
        return declare(Course, read_toml(Path(text)), text)
    if kind not in GENERATORS:
        raise unknown_name("course", kind, GENERATORS, "--terrain")
    values: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, word = part.partition("=")
        if not equals:
            raise InputError(f"--terrain {text}: '{part}': write KEY=VALUE.")
        values[key.strip()] = _value(word, f"--terrain {text}: {key.strip()}")
    return declare(GENERATORS[kind], values, f"--terrain {kind}").course()


def _value(word: str, where: str) -> Any:
    """True or false, a whole number, a number, or two of them as A-B."""
    if word in ("true", "false"):
        return word == "true"
    low, dash, high = word.partition("-")
    try:
        if dash and low:
            return [float(low), float(high)]
        is_whole = word.strip().lstrip("+").isdigit()
        return int(word) if is_whole else float(word)
    except ValueError:
        raise InputError(f"{where}: '{word}' given; it must be a number.") from None
