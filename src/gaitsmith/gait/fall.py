"""A fall: when balance was lost, to which side, by which foot, and of what kind.

kind        what happened first
slip        a foot that carries slid further than people do not notice, see `slip`
trip        the swinging foot was stopped by an edge or by the ground, see `trip`
gap         a foot stepped into a hole
collapse    the body came down because its legs gave way, more than because it tilted
topple      none of these: it tilted over its feet

What happens after balance was lost is no cause of it: whoever falls slides, too.
Coming down is told apart from tilting by geometry: over the feet that carry, the centre
of mass is at h = L cos(a), so log h = log L + log cos(a).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.gait.footing import Footing, footing_of
from gaitsmith.gait.slip import LONG_SLIP, slips_of
from gaitsmith.gait.stability import (
    TOUCHING,
    USUAL_SHARE,
    headings,
    loss_of_balance,
    pendulum_length,
)
from gaitsmith.gait.trip import trips_of
from gaitsmith.kernels.records import Flags, Floats
from gaitsmith.kernels.terrain import GAP_HEIGHT
from gaitsmith.simulation.recording import Recording
from gaitsmith.simulation.terrain import TerrainSpec, terrain_record

Kind = Literal["slip", "trip", "gap", "collapse", "topple"]
Direction = Literal["forward", "backward", "left", "right", "down"]

FRAME_RATE = 240.0  # Hz of recordings that falls are looked for in
CAUSE_TIME = 1.0  # s before balance is lost; what happened earlier was survived
# s after it; without the place where a foot should have landed, balance goes first.
AFTERWARDS = {"slip": 0.1, "trip": 0.15, "gap": 0.3}
UNUSUAL = 1.5  # times what was survived in the first half of the time
INTO_A_GAP = 0.05  # m below the ground around it
PHASES = ("early", "mid", "late")


@dataclass(frozen=True)
class Fall:
    """How a body fell."""

    time: float
    """s, when its centre of mass was too low."""
    lost: float
    """s, when it lost its balance."""
    kind: Kind
    direction: Direction
    foot: str
    """The leg that slipped, tripped, gave way, or stood; empty: none."""
    phase: str
    """Of that foot, when it began, such as "mid swing"; empty: nobody knows."""
    tilt: float
    """degrees, of the line from its feet to its centre of mass at the end."""
    amount: float
    """Of a slip, m; of a trip, m/s; of a gap, m below the ground around it; of any
    other, by which share the legs had given way."""

    @property
    def sentence(self) -> str:
        """In words."""
        how = {
            "slip": f"slipped on its {self.foot} foot by {100 * self.amount:.0f} cm",
            "trip": f"tripped: its {self.foot} foot was stopped at"
            f" {self.amount:.1f} m/s",
            "gap": f"stepped into a hole with its {self.foot} foot",
            "collapse": f"collapsed over its {self.foot} leg",
            "topple": f"toppled over its {self.foot} foot",
        }[self.kind]
        when = f" in {self.phase}" if self.phase else ""
        side = {"left": "to the left", "right": "to the right", "down": "straight down"}
        where = side.get(self.direction, self.direction)
        return (
            f"It {how}{when}, lost its balance at {self.lost:.2f} s, fell {where} and"
            f" was down at {self.time:.2f} s."
        )


@dataclass(frozen=True)
class _Event:
    kind: Kind
    foot: int
    time: float
    amount: float


def fall_of(
    character: Character,
    recording: Recording,
    friction: float,
    terrain: TerrainSpec,
) -> Fall:
    """Tell how a recording that ends with a fall came to it.

    Args:
        character: who fell.
        recording: until it was down, at 100 Hz or more; see `FRAME_RATE`.
        friction: Coulomb's coefficient of the ground.
        terrain: the ground.
    """
    footing = footing_of(character, recording)
    heading = headings(character, recording)
    loss = loss_of_balance(character, recording, footing, heading)
    frame = loss.frame if loss else None
    if frame is None:
        frame = _sinks(recording.com[:, 2], footing.time)
    lost = float(footing.time[frame])
    lean = recording.com[-1] - _support(footing)
    tilt = math.atan2(math.hypot(lean[0], lean[1]), max(float(lean[2]), 1e-6))
    shorter = 1.0 - float(np.linalg.norm(lean)) / pendulum_length(character)
    collapses = 1.0 - shorter < math.cos(tilt)
    event = _first_event(footing, recording.com, friction, terrain, lost, collapses)
    if event is None:
        stands = int(np.argmax(footing.force[frame, :, 2]))
        event = _Event("collapse" if collapses else "topple", stands, lost, shorter)
    return Fall(
        time=float(footing.time[-1]),
        lost=lost,
        kind=event.kind,
        direction=loss.side if loss else "down",
        foot=character.roles.legs[event.foot].name,
        phase=_phase(footing, event.foot, event.time),
        tilt=math.degrees(tilt),
        amount=event.amount,
    )


def _first_event(
    footing: Footing,
    com: Floats,
    friction: float,
    terrain: TerrainSpec,
    lost: float,
    collapses: bool,
) -> _Event | None:
    """What happened before balance was lost, and not already while all was well."""
    usual = USUAL_SHARE * float(footing.time[-1])
    slips = slips_of(footing, friction, _slopes(terrain, footing.place[:, :, 0]))
    trips = trips_of(footing, com, _edges(terrain))
    fastest = max((t.speed for t in trips if t.time < usual), default=0.0)

    def first(found: Iterable[_Event]) -> _Event | None:
        near = [e for e in found if -CAUSE_TIME <= e.time - lost <= AFTERWARDS[e.kind]]
        return min(near, key=lambda event: event.time, default=None)

    scuffs = [
        _Event("trip", t.foot, t.time, t.speed)
        for t in trips
        if not t.is_edge
        and not collapses
        and t.speed > UNUSUAL * fastest
        and t.time <= lost
    ]
    found = [
        *(
            _Event("slip", s.foot, s.start, s.distance)
            for s in slips
            if s.distance > LONG_SLIP
        ),
        *(_Event("trip", t.foot, t.time, t.speed) for t in trips if t.is_edge),
    ]
    holes = _steps_into_gaps(footing, terrain)
    # Who steps into a hole does not fall from having touched the ground before it.
    return first([*found, *holes]) if first(holes) else first([*found, *scuffs])


def _steps_into_gaps(footing: Footing, terrain: TerrainSpec) -> list[_Event]:
    """The first moment of each foot below the ground around a hole."""
    found: list[_Event] = []
    for foot in range(footing.num_legs):
        place = footing.place[:, foot]
        depth = _surface(terrain, place[:, 0]) - place[:, 2]
        below = np.flatnonzero(_is_over_gap(terrain, place) & (depth > INTO_A_GAP))
        if len(below):
            frame = int(below[0])
            deepest = float(np.max(depth[below]))
            found.append(_Event("gap", foot, float(footing.time[frame]), deepest))
    return found


def _is_over_gap(terrain: TerrainSpec, place: Floats) -> Flags:
    x, y = place[:, 0], place[:, 1]
    over = np.zeros(len(x), dtype=np.bool_)
    for start, end in terrain.gaps:
        over |= (start < x) & (x < end)
    for hole in terrain.crevasses:
        cosine, sine = hole.direction
        dx, dy = x - hole.center[0], y - hole.center[1]
        along, across = dx * cosine + dy * sine, dy * cosine - dx * sine
        over |= (abs(along) < hole.width / 2) & (abs(across) < hole.length / 2)
    return over


def _segment(terrain: TerrainSpec, x: Floats) -> tuple[Floats, ...]:
    """(start, height, grade) of the ground at every x; of a gap, that before it."""
    record = terrain_record(terrain)
    is_ground = record.heights > GAP_HEIGHT
    starts, origins = record.starts[is_ground], record.origins[is_ground]
    index = np.maximum(np.searchsorted(starts, x, side="right") - 1, 0)
    return (
        origins[index],
        record.heights[is_ground][index],
        record.grades[is_ground][index],
    )


def _surface(terrain: TerrainSpec, x: Floats) -> Floats:
    """m, height of the ground that one walks on."""
    origin, height, grade = _segment(terrain, x)
    return height + grade * (x - origin)


def _edges(terrain: TerrainSpec) -> tuple[float, ...]:
    """m, along x, where the ground may rise at once; a hole does at its far end."""
    return (*(s.x for s in terrain.segments), *(end for _, end in terrain.gaps))


def _slopes(terrain: TerrainSpec, x: Floats) -> Floats:
    return np.arctan(_segment(terrain, x)[2])


def _support(footing: Footing) -> Floats:
    """(3,) m, middle of the feet that carried last."""
    load = np.maximum(footing.force[:, :, 2], 0.0)
    known = np.flatnonzero(load.sum(axis=1) > TOUCHING * footing.weight)
    if not len(known):
        return footing.place[-1].mean(axis=0)
    last = int(known[-1])
    return load[last] @ footing.place[last] / load[last].sum()


def _sinks(height: Floats, time: Floats) -> int:
    """The frame from which on the centre of mass is lower than it usually is."""
    least = float(np.min(height[time <= USUAL_SHARE * time[-1]]))
    return min(int(np.flatnonzero(height >= least)[-1]) + 1, len(height) - 1)


def _phase(footing: Footing, foot: int, time: float) -> str:
    """Which third of its stance or swing a foot is in, as long as these usually last.

    Thirds of swing are those of Perry 1992: initial, mid and terminal.
    """
    if foot < 0 or len(footing.time) < 2:
        return ""
    events = footing.events[foot]
    frame = int(np.searchsorted(footing.time, time))
    frame = min(frame, len(footing.time) - 1)
    before = max(frame - 1, 0)  # what touches at this moment has swung until now
    stands = bool(events.is_standing[before])
    spans = [b - a for a, b in (events.stances if stands else events.swings)]
    begins = events.strikes if stands else events.lifts
    begun = begins[begins <= before]
    word = "stance" if stands else "swing"
    if not spans or not len(begun):
        return word
    share = (frame - int(begun[-1])) / float(np.mean(spans))
    return f"{PHASES[min(int(3.0 * share), 2)]} {word}"
