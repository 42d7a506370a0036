"""From files of a walk to its curves over the cycle."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gaitsmith.characters.character import GRAVITY
from gaitsmith.errors import InputError
from gaitsmith.gait.reference import MOMENTS
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.measured.cycles import chosen_strikes, usual_cycles
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.plates import GroundForces, forces_of_feet
from gaitsmith.measured.strikes import SIDES, find_strikes
from gaitsmith.measured.walk import MeasuredGait, Recorded, Series, Spans, cut

LEAST_SHARED = 0.5  # of the shorter file's time that another of its trial must have
LEAST_WEIGHT = 100.0  # N
LIGHTEST, HEAVIEST = 5.0, 500.0  # kg; else forces are in another unit
ALOFT = 0.2  # of a walk may be without force; more, and a step missed the plates
MID_STANCE = (0.12, 0.35)  # of the cycle: a foot on the ground stays where it is


def merged(parts: Sequence[Recorded]) -> Recorded:
    """Files of one trial as one.

    Raises:
        InputError: their times do not fit together.
    """
    if len(parts) == 1:
        return parts[0]
    told = [one.bends_backward for one in parts if one.bends_backward is not None]
    markers = [one.markers for one in parts if one.markers is not None]
    given = [one.strikes for one in parts if any(one.strikes)]
    return Recorded(
        series=tuple(x for one in parts for x in one.series),
        per_body=tuple(x for one in parts for x in one.per_body),
        bends_backward=told[0] if told else None,
        plates=tuple(x for one in parts for x in one.plates),
        markers=markers[0] if markers else None,
        strikes=given[0] if given else ((), ()),
        notes=tuple(note for one in parts for note in one.notes),
    )


def measured_gait(
    walk: Recorded, strikes: Sequence[float] = (), mass: float | None = None
) -> MeasuredGait:
    """Curves over the cycle, left, right and both.

    Args:
        walk: of one trial.
        strikes: s, of the right foot (of a file with the left leg only, of that);
            empty: those that the files say, else those that are found.
        mass: kg; left out: as the mean ground force says, if both feet's is there.

    Raises:
        InputError: times or strikes do not fit, or there is no cycle.
    """
    if not walk.series and not walk.per_body and not walk.plates:
        raise InputError(
            "markers alone tell strikes and speed, but no curve: add a static trial of"
            " the same person (--static), or a file of angles, moments or forces."
            + "".join(f" Its {note}" for note in walk.notes if "not read" in note)
        )
    _refuse_other_lengths(walk)
    forces = forces_of_feet(walk.plates, walk.markers) if walk.plates else None
    found = find_strikes(forces, walk.markers, walk.series)
    notes: list[str] = []
    chosen = chosen_strikes(walk, strikes, found, notes)
    usual = (usual_cycles(chosen[LEFT], notes), usual_cycles(chosen[RIGHT], notes))
    every = [span for spans in usual for span in spans]
    weighed = _mass_by_forces(forces, every)
    if mass is not None and weighed is not None and abs(weighed / mass - 1.0) > 0.1:
        notes.append(
            f"the ground carries {weighed:.1f} kg, and {mass:g} kg were given: are the"
            " forces of this trial?"
        )
    if mass is None and weighed is not None:
        if not LIGHTEST <= weighed <= HEAVIEST:
            raise InputError(
                f"by the mean ground force of a stride somebody of {weighed:.4g} kg"
                f" walks here; {LIGHTEST:g} to {HEAVIEST:g} can be: are forces in N?"
            )
        mass = weighed
        notes.append(f"mass {mass:.1f} kg, by the mean ground force of a stride.")
    series = [*walk.series]
    series += _moments_per_kg(walk, mass, notes)
    series += _forces_per_weight(forces, mass, walk, usual, notes)
    curves = cut(series, usual)
    if not curves:
        raise InputError(
            "no cycle of a foot is whole: no file covers the time from a strike to the"
            " next one of the same foot."
        )
    times = [end - begin for begin, end in every]
    return MeasuredGait(
        curves=curves,
        notes=(*_outline(walk, usual), *walk.notes, *notes),
        speed=_speed(walk.markers, usual),
        mass=mass,
        stride_time=float(np.mean(times)),
        strikes=chosen,
    )


def _refuse_other_lengths(walk: Recorded) -> None:
    """Files of one trial share most of the time of the shorter one."""
    ends = [("the angles", x.time) for x in walk.series]
    ends += [("the moments", x.time) for x in walk.per_body]
    ends += [("the forces", x.time) for x in walk.plates[:1]]
    ends += [("the markers", walk.markers.time)] if walk.markers else []
    for (name, one), (other_name, other) in pairwise(ends):
        shared = min(one[-1], other[-1]) - max(one[0], other[0])
        if shared < LEAST_SHARED * min(np.ptp(one), np.ptp(other)):
            raise InputError(
                f"{name} last from {one[0]:g} to {one[-1]:g} s, and {other_name} from"
                f" {other[0]:g} to {other[-1]:g} s: these are not of one trial, or"
                " their clocks differ."
            )


def _mass_by_forces(forces: GroundForces | None, spans: Spans) -> float | None:
    """kg, by the mean force of both feet over whole cycles; None: a foot is missing."""
    found: list[float] = []
    for begin, end in spans:
        if forces is None or not forces.covers((begin, end)):
            continue
        inside = (forces.time >= begin) & (forces.time < end)
        loads = [foot[inside, 2] for foot in forces.feet]
        if min(np.max(load) for load in loads) < LEAST_WEIGHT:
            continue
        total = loads[0] + loads[1]
        if np.mean(total < LEAST_WEIGHT) <= ALOFT:
            found.append(float(np.mean(total)) / GRAVITY)
    return float(np.mean(found)) if found else None


def _moments_per_kg(
    walk: Recorded, mass: float | None, notes: list[str]
) -> list[Series]:
    """Moments of inverse dynamics in our signs: extension, plantarflexion +."""
    if not walk.per_body:
        return []
    if mass is None:
        notes.append(
            "moments are left out: they are per body, and the mass is not known;"
            " gaitsmith import --mass KG says it."
        )
        return []
    if walk.bends_backward is None:
        notes.append(
            "moments of the knee are taken for those of a model whose knee bends to the"
            " positive, as in Rajagopal2016: no angle tells."
        )
    signs = {"hip": -1.0, "knee": 1.0 if walk.bends_backward else -1.0, "ankle": -1.0}
    found: list[Series] = []
    for one in walk.per_body:
        sides = tuple(
            {key: signs[key.split("_")[0]] * x / mass for key, x in side.items()}
            for side in one.sides
        )
        largest = max(float(np.max(np.abs(x))) for side in sides for x in side.values())
        if largest > MOMENTS.largest:
            raise InputError(
                f"a moment of {largest:.3g} N m/kg; {MOMENTS.limits}: check the mass,"
                f" {mass:g} kg."
            )
        found.append(Series(one.time, (sides[0], sides[1])))
    return found


def _forces_per_weight(
    forces: GroundForces | None,
    mass: float | None,
    walk: Recorded,
    spans: tuple[Spans, Spans],
    notes: list[str],
) -> list[Series]:
    """Ground forces in body weights: up, forward and toward the midline +."""
    if forces is None:
        return []
    notes += forces.notes
    if mass is None:
        notes.append(
            "ground forces are left out: not all of a stride is on the plates, and the"
            " mass is not known; gaitsmith import --mass KG says it."
        )
        return []
    onward = 1.0 if walk.markers else _forward_sign(forces, spans, notes)
    sides = tuple(
        {
            "vertical": foot[:, 2] / (mass * GRAVITY),
            "fore_aft": onward * foot[:, 0] / (mass * GRAVITY),
            "medio_lateral": onward * inward * foot[:, 1] / (mass * GRAVITY),
        }
        for inward, foot in zip((-1.0, 1.0), forces.feet, strict=True)
    )
    return [Series(forces.time, (sides[0], sides[1]))]


def _forward_sign(
    forces: GroundForces, spans: tuple[Spans, Spans], notes: list[str]
) -> float:
    """Who walks brakes first: -1 if the file's x points backward."""
    early: list[float] = []
    for side in (LEFT, RIGHT):
        for begin, end in spans[side]:
            until = begin + 0.25 * (end - begin)
            inside = (forces.time >= begin) & (forces.time < until)
            early += forces.feet[side][inside, 0].tolist()
    if not early or np.mean(early) <= 0.0:
        return 1.0
    notes.append("the forces' x points backward: x and z of the file were turned.")
    return -1.0


def _speed(markers: Markers | None, spans: tuple[Spans, Spans]) -> float | None:
    """m/s of the pelvis past the standing foot, so that a treadmill counts, too."""
    if markers is None:
        return None
    pelvis = [
        x[:, 0]
        for name in ("sacrum", "left_psis", "right_psis", "left_asis", "right_asis")
        if (x := markers.landmark(name)) is not None
    ]
    found: list[float] = []
    for side, word in enumerate(SIDES):
        heel = markers.landmark(f"{word}_heel")
        if heel is None or not pelvis:
            continue
        way = np.nanmean(pelvis, axis=0) - heel[:, 0]
        for begin, end in spans[side]:
            at = [begin + share * (end - begin) for share in MID_STANCE]
            first, last = np.interp(at, markers.time, way)
            found.append(float((last - first) / (at[1] - at[0])))
    good = [x for x in found if np.isfinite(x)]
    return float(np.mean(good)) if good else None


def _outline(walk: Recorded, spans: tuple[Spans, Spans]) -> list[str]:
    """How many cycles were averaged."""
    left, right = (len(one) for one in spans)
    if left + right <= 1:
        return []
    words = f"{left + right} cycles" + (
        f" ({left} left, {right} right)" if left and right else ""
    )
    return [
        f"the mean of {words} of one person; how these differ is not how people differ,"
        " and is not used."
    ]
