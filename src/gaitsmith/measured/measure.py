"""From files of a walk to its curves over the cycle."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from gaitsmith.characters.character import GRAVITY
from gaitsmith.errors import InputError
from gaitsmith.gait.reference import MOMENTS, open_ends
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.markers import Markers
from gaitsmith.measured.plates import GroundForces, forces_of_feet
from gaitsmith.measured.strikes import SIDES, Found, check_given, find_strikes
from gaitsmith.measured.walk import MeasuredGait, Recorded, Series, Spans, cut, spans_of

FEWEST_SAMPLES = 10  # of a cycle; fewer do not show its shape
CLOCK_TOLERANCE = 1e-6  # s, from the rounding of times in a file
LEAST_SHARED = 0.5  # of the shorter file's time that another of its trial must have
LEAST_SWING = 10.0  # degrees; what moves less may be noise, and tells no cycles apart
HYSTERESIS = 0.25  # of the range of an angle, above and below its middle
USUAL_CYCLE = (0.7, 1.4)  # of the median; a longer one misses a strike
LEAST_WEIGHT = 100.0  # N
ALOFT = 0.2  # of a walk may be without force; more, and a step missed the plates
MID_STANCE = (0.12, 0.35)  # of the cycle: a foot on the ground stays where it is
ASK_FOR_STRIKES = "Say when the foot strikes the ground, in s: --strikes T1,T2."


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
    _refuse_other_lengths(walk)
    forces = forces_of_feet(walk.plates, walk.markers) if walk.plates else None
    found = find_strikes(forces, walk.markers, walk.series)
    notes: list[str] = []
    chosen = _chosen(walk, strikes, found, notes)
    usual = (_usual(chosen[LEFT], notes), _usual(chosen[RIGHT], notes))
    every = [span for spans in usual for span in spans]
    weighed = _mass_by_forces(forces, every)
    if mass is not None and weighed is not None and abs(weighed / mass - 1.0) > 0.1:
        notes.append(
            f"the ground carries {weighed:.1f} kg, and {mass:g} kg were given: are the"
            " forces of this trial?"
        )
    if mass is None and weighed is not None:
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


Chosen = tuple[tuple[float, ...], tuple[float, ...]]


def _chosen(
    walk: Recorded, strikes: Sequence[float], found: Found | None, notes: list[str]
) -> Chosen:
    """Strikes of left and right to cut at: given, said by a file, or found."""
    has_right = any(one.sides[RIGHT] for one in (*walk.series, *walk.per_body))
    has_left = any(one.sides[LEFT] for one in (*walk.series, *walk.per_body))
    side = LEFT if has_left and not has_right else RIGHT
    if side == LEFT and not walk.plates:
        notes.append(
            "the file has the left leg only: it is used, and strikes are taken for"
            " those of the left foot."
        )
    if len(strikes):
        times = [float(strike) for strike in strikes]
        _check_order(times, walk)
        others = found.strikes[1 - side] if found else ()
        given = ((), tuple(times)) if side == RIGHT else (tuple(times), ())
        notes += check_given(given, found)
        notes += _doubtful(walk, times)
        return (others, tuple(times)) if side == RIGHT else (tuple(times), others)
    if any(len(one) > 1 for one in walk.strikes):
        notes += check_given(walk.strikes, found)
        notes.append("cut at the strikes that the file says.")
        return walk.strikes
    whole = _one_cycle(walk, side) if not walk.plates else None
    if whole is not None:
        return whole
    if found is None or not any(len(one) > 1 for one in found.strikes):
        raise InputError(_why_no_cycle(walk, found))
    notes.append(f"strikes found by {found.by}.")
    return found.strikes


def _check_order(times: Sequence[float], walk: Recorded) -> None:
    """Given strikes rise, are in the file, and hold enough samples."""
    given = f"strikes {', '.join(f'{strike:g}' for strike in times)} given"
    if len(times) < 2 or not all(a < b for a, b in pairwise(times)):
        raise InputError(
            f"{given}; at least two times in s are needed, each later than the one"
            " before."
        )
    for time in [one.time for one in (*walk.series, *walk.per_body, *walk.plates)]:
        first, last = float(time[0]), float(time[-1])
        if times[0] < first - CLOCK_TOLERANCE or times[-1] > last + CLOCK_TOLERANCE:
            raise InputError(
                f"{given}; the file lasts from {first:g} to {last:g} s, and strikes"
                " must lie between."
            )
        for begin, end in pairwise(times):
            samples = int(np.count_nonzero((time >= begin) & (time <= end)))
            if samples < FEWEST_SAMPLES:
                raise InputError(
                    f"the cycle from {begin:g} to {end:g} s has {samples} rows; at"
                    f" least {FEWEST_SAMPLES} are needed to see its shape."
                )


def _usual(strikes: Sequence[float], notes: list[str]) -> Spans:
    """The cycles between strikes, without those that must lack one."""
    spans = spans_of(strikes)
    if len(spans) < 3:
        return spans
    median = float(np.median([end - begin for begin, end in spans]))
    least, most = (share * median for share in USUAL_CYCLE)
    kept = [(a, b) for a, b in spans if least <= b - a <= most]
    for begin, end in spans:
        if (begin, end) not in kept:
            notes.append(
                f"left out: from {begin:.2f} to {end:.2f} s, which is no cycle of"
                f" about {median:.2f} s."
            )
    return kept


def _one_cycle(walk: Recorded, side: int) -> Chosen | None:
    """Strikes at the ends of a file that is one cycle of a foot; None: it is not."""
    if _not_one_cycle(walk) or not walk.series:
        return None
    time = walk.series[0].time
    ends = (float(time[0]), float(time[-1]))
    if len(time) < FEWEST_SAMPLES:
        raise InputError(
            f"the cycle from {ends[0]:g} to {ends[1]:g} s has {len(time)} rows; at"
            f" least {FEWEST_SAMPLES} are needed to see its shape."
        )
    return ((), ends) if side == RIGHT else (ends, ())


def _not_one_cycle(walk: Recorded) -> str:
    """Why the whole file is no cycle; empty: it may be one."""
    for one in walk.series:
        side = one.sides[RIGHT] or one.sides[LEFT]
        if wrong := open_ends(side) or _repeated_swing(side):
            return wrong
    return ""


def _why_no_cycle(walk: Recorded, found: Found | None) -> str:
    if walk.series and not walk.plates:
        wrong = _not_one_cycle(walk)
        return f"the file is not one gait cycle: {wrong}. {ASK_FOR_STRIKES}"
    counts = " and ".join(
        f"{len(times)} of the {side}"
        for side, times in zip(SIDES, found.strikes if found else ((), ()), strict=True)
    )
    return (
        f"there is no whole cycle: strikes found are {counts} foot. {ASK_FOR_STRIKES}"
    )


def _doubtful(walk: Recorded, times: Sequence[float]) -> list[str]:
    """A cycle that does not end as it began, or in which a leg swings twice."""
    for one in walk.series:
        side = one.sides[RIGHT] or one.sides[LEFT]
        for begin, end in pairwise(times):
            # The samples of the file: 101 points are too few to count many cycles.
            between = one.time[(one.time > begin) & (one.time < end)].tolist()
            inside = [begin, *between, end]
            part = {key: np.interp(inside, one.time, x) for key, x in side.items()}
            if wrong := open_ends(part) or _repeated_swing(part):
                return [
                    f"from {begin:g} to {end:g} s {wrong}: check that these are two"
                    " strikes of the same foot, with none between them."
                ]
    return []


def _repeated_swing(angles: Mapping[str, Floats]) -> str:
    """How often hip or knee [degrees] swing; empty if once, as in one gait cycle.

    A swing rises through the middle of the range; the angle is taken to begin again at
    its end. A knee's flexion in stance stays below the middle: it is no swing.
    """
    for joint in ("hip", "knee"):
        angle = angles.get(joint, np.zeros(1))
        low, high = float(np.min(angle)), float(np.max(angle))
        middle = (low + high) / 2.0
        is_outside = np.abs(angle - middle) > HYSTERESIS * (high - low)
        is_high = angle[is_outside] > middle
        swings = int(np.count_nonzero(is_high & ~np.roll(is_high, 1)))
        if high - low >= LEAST_SWING and swings > 1:
            return f"the {joint} swings {swings} times"
    return ""


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
