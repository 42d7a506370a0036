"""What cannot be done is said before the take starts."""

import math
from dataclasses import replace

from gaitsmith.errors import InputError
from gaitsmith.planning.crossing import widest_possible_gap
from gaitsmith.planning.walker import foot_length
from gaitsmith.takes.first_steps import FirstSteps, find_first_steps
from gaitsmith.takes.gaits_in_motion import finish
from gaitsmith.takes.last_steps import (
    FIRST_GENERATIONS,
    LastSteps,
    find_last_steps,
    unchanged,
)
from gaitsmith.takes.performance import NEAR_SPEED
from gaitsmith.takes.performer import PAST_GAP, PLANNED_FROM, STOP_SIGHT, Performer
from gaitsmith.takes.prepared import Prepared
from gaitsmith.takes.repertoire import SETTLED, Gait, Repertoire, Told
from gaitsmith.takes.standing import Stance, stance_of
from gaitsmith.takes.take import Take
from gaitsmith.takes.way import Corner, Way, way_through

RADII = (0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)  # m, of curves that are tried
RUN_UP = 3.0  # m walked straight on before a curve that is tried
RUN_OUT = 2.0  # m, and after it
MOST_OFF = 0.5  # m beside the way, in a curve that counts as walked
OTHER_SPEED = 0.5  # m/s that a gait may be faster or slower in a corner
STANDING = "standing"
ENDS_TRIED = 4  # gaits
STOP_TRIED = 60.0  # s, more than any trial takes
STRAIGHT_BY_GAP = 1.5  # m of straight way before and after a gap


def prepare(take: Take, repertoire: Repertoire, way: Way, tell: Told) -> Prepared:
    """Refuse a take whose speeds, curves, gaps or ends are beyond the body's gaits.

    Returns:
        what was found to work.
    """
    _require_steps(take, repertoire)
    _require_planar_way(take, repertoire)
    _require_speeds(take, repertoire)
    _require_gaps(take, repertoire, way)
    corners = _corner_gaits(take, repertoire, way, tell)
    first, last = None, None
    if take.start == STANDING:
        first = _first_steps(take, repertoire, way, tell)
    if take.end == STANDING:
        last = _last_steps(take, repertoire, way, tell)
    _require_room(take, way, first, last)
    return Prepared(corners, first, last)


def _require_steps(take: Take, repertoire: Repertoire) -> None:
    gait = repertoire.gaits[0]
    if len(set(repertoire.drive(gait).phases.stance.tolist())) < 2:
        law = repertoire.controller.declaration().law
        raise InputError(
            f"{take.name}: {gait.name}: law '{law}' does not tell its steps apart, so"
            " nobody can decide at each of them; use a gait of another law."
        )


def _require_planar_way(take: Take, repertoire: Repertoire) -> None:
    places = enumerate(take.path, start=1)
    if repertoire.character.is_planar:
        for number, (_, y) in places:
            if y:
                raise InputError(
                    f"{take.name}: path: waypoint {number} is {y:g} m aside, and"
                    f" '{repertoire.character.name}' is planar; it walks along x only."
                )
    elif abs(math.atan2(take.path[0][1], take.path[0][0])) > math.radians(30.0):
        raise InputError(
            f"{take.name}: path: waypoint 1 is not ahead of the start, where the"
            " character looks along x; begin with a place like [2.0, 0.0]."
        )


def _require_speeds(take: Take, repertoire: Repertoire) -> None:
    for along, speed in take.stages:
        gait = repertoire.nearest(speed)
        if abs(gait.speed - speed) > NEAR_SPEED:
            known = ", ".join(f"{one.speed:.2f}" for one in repertoire.gaits)
            raise InputError(
                f"{take.name}: {speed:g} m/s at {along:g} m: no gait of"
                f" '{repertoire.character.name}' walks so there; its gaits walk {known}"
                f" m/s, the nearest is {gait.name}."
            )
    names = {repertoire.nearest(speed).name for _, speed in take.stages}
    if len(names) > 1 and not repertoire.can_change:
        raise InputError(
            f"{take.name}: speeds: the law of its gaits cannot be changed while it"
            " walks; give one speed."
        )


def _require_gaps(take: Take, repertoire: Repertoire, way: Way) -> None:
    skill = repertoire.skill
    if skill is None:
        return
    foot = foot_length(repertoire.character)
    widest = widest_possible_gap(skill.model, foot)
    for gap in take.gaps:
        if gap.width > widest:
            raise InputError(
                f"{take.name}: the gap at {gap.at:g} m is {gap.width:g} m wide, and"
                f" the longest step that {skill.name} knows reaches across"
                f" {widest:.2f} m."
            )
        if gap.at + gap.width > way.length:
            raise InputError(
                f"{take.name}: the gap at {gap.at:g} m is not on the path, which is"
                f" {way.length:.1f} m long."
            )
        for corner in way.corners:
            before, after = gap.at - STRAIGHT_BY_GAP, gap.at + gap.width
            if corner.end > before and corner.start < after + STRAIGHT_BY_GAP:
                raise InputError(
                    f"{take.name}: the gap at {gap.at:g} m is in the curve at waypoint"
                    f" {corner.number}, from {corner.start:.1f} to {corner.end:.1f} m;"
                    f" leave {STRAIGHT_BY_GAP:g} m of straight path on both sides."
                )


def _corner_gaits(
    take: Take, repertoire: Repertoire, way: Way, tell: Told
) -> dict[int, Gait]:
    """A gait for each corner, by its number: it has walked such a curve.

    That of the speed that is asked for, or else one not much faster or slower.
    """
    found: dict[int, Gait] = {}
    for corner in way.corners:
        asked = take.speed_at(corner.start)
        near = _about_as_fast(repertoire, asked)
        for gait in near:
            words = (
                f"{abs(math.degrees(corner.turn)):.0f} degrees at {corner.radius:.2g}"
            )
            tell(f"Trying to turn by {words} m with {gait.name}")
            if walks_curve(repertoire, gait, corner.radius, corner.turn):
                found[corner.number] = gait
                break
        else:
            raise InputError(_too_tight(take, repertoire, corner, near[0]))
    return found


def _about_as_fast(repertoire: Repertoire, speed: float) -> list[Gait]:
    """Gaits that may stand in for that of a speed [m/s], the nearest first."""
    near = sorted(repertoire.gaits, key=lambda gait: abs(gait.speed - speed))
    if not repertoire.can_change:
        return near[:1]
    return [gait for gait in near if abs(gait.speed - speed) < OTHER_SPEED]


def _first_steps(
    take: Take, repertoire: Repertoire, way: Way, tell: Told
) -> FirstSteps:
    """How it begins to walk, on the ground of the take."""
    walker = Performer(take, repertoire, way, Prepared()).scout
    stance = _stance(take, repertoire, "start", 0.0)
    for gait in _about_as_fast(repertoire, take.speed_at(0.0))[:ENDS_TRIED]:
        tell(f"Trying to begin {gait.name} from standing")
        found = find_first_steps(walker, repertoire, stance, gait)
        if found is not None:
            return found
    raise InputError(_no_end(take, repertoire, "start", "from standing into"))


def _last_steps(take: Take, repertoire: Repertoire, way: Way, tell: Told) -> LastSteps:
    """How it comes to a stand from a steady walk, on the slope of the take."""
    setting = repertoire.setting.model_copy(update={"duration": STOP_TRIED})
    walker = repertoire.walker(setting)
    stance = _stance(take, repertoire, "end", way.heading(way.length))
    for gait in _about_as_fast(repertoire, take.speed_at(way.length))[:ENDS_TRIED]:
        tell(f"Trying to stop {gait.name}")
        walker.simulation.start(repertoire.drive(gait))
        walker.simulation.advance(SETTLED)
        if finish(walker):
            guess = unchanged(repertoire, gait, stance)
            found = find_last_steps(
                walker, repertoire, guess, 0.0, generations=FIRST_GENERATIONS
            )
            if found is not None:
                return found
    raise InputError(_no_end(take, repertoire, "end", "to a stand from"))


def _stance(take: Take, repertoire: Repertoire, key: str, heading: float) -> Stance:
    """How it stands where it looks along a heading [rad]."""
    if not repertoire.can_change:
        raise InputError(
            f"{take.name}: {key}: the law of its gaits cannot be changed while it"
            ' walks, so nobody can look for steps; write "walking".'
        )
    phases = repertoire.drive(repertoire.gaits[0]).phases
    slope = math.atan(math.tan(math.radians(take.slope)) * math.cos(heading))
    try:
        return stance_of(repertoire.character, phases, slope)
    except InputError as error:
        raise InputError(f'{take.name}: {key}: {error}; write "walking".') from None


def _no_end(take: Take, repertoire: Repertoire, key: str, what: str) -> str:
    speed = take.speed_at(0.0 if key == "start" else 1e9)
    tried = [gait.name for gait in _about_as_fast(repertoire, speed)[:ENDS_TRIED]]
    return (
        f"{take.name}: {key}: no steps {what} {' or '.join(tried)} were found there;"
        ' ask for another speed, or write "walking".'
    )


def _require_room(
    take: Take, way: Way, first: FirstSteps | None, last: LastSteps | None
) -> None:
    """Refuse a path without room for its ends, or with gaps in them."""
    begin = 0.0 if first is None else first.way
    stop = 0.0 if last is None else last.way + STOP_SIGHT
    if (first or last) and way.length < begin + stop:
        raise InputError(
            f"{take.name}: path: it is {way.length:.1f} m long; starting takes"
            f" {begin:.1f} m and stopping {stop:.1f} m. Make it longer."
        )
    for gap in take.gaps:
        if gap.at - PLANNED_FROM < begin and first:
            raise InputError(
                f"{take.name}: the gap at {gap.at:g} m is too near to the start from"
                f" standing; put it at {begin + PLANNED_FROM:.1f} m or further."
            )
        least = gap.at + gap.width + PAST_GAP + stop
        if least > way.length and last:
            raise InputError(
                f"{take.name}: the gap at {gap.at:g} m is too near to the end, where it"
                f" is to stand; make the path {least:.1f} m long or longer."
            )


def _too_tight(take: Take, repertoire: Repertoire, corner: Corner, gait: Gait) -> str:
    wider = (
        radius
        for radius in RADII
        if radius > corner.radius and walks_curve(repertoire, gait, radius, corner.turn)
    )
    least = next(wider, None)
    can = (
        "no such turn was found at any radius"
        if least is None
        else f"{gait.name} turns so far with a radius of {least:g} m or more"
    )
    return (
        f"{take.name}: path: the corner at waypoint {corner.number} turns by"
        f" {abs(math.degrees(corner.turn)):.0f} degrees and has a radius of"
        f" {corner.radius:.2f} m; {can}. Move the waypoints apart, turn by less, raise"
        " `corner`, or ask for another speed."
    )


def walks_curve(repertoire: Repertoire, gait: Gait, radius: float, turn: float) -> bool:
    """Whether a gait walks a curve [m, rad] near its line, and on from there."""
    cut = radius * math.tan(abs(turn) / 2.0)
    there = RUN_UP + cut, 0.0
    leg = cut + RUN_OUT
    beyond = there[0] + leg * math.cos(turn), leg * math.sin(turn)
    take = Take(
        name="curve",
        gaits=(gait.name,),
        path=(there, beyond),
        speed=gait.speed,
        corner=radius,
    )
    alone = replace(repertoire, gaits=(gait,), skill=None)
    way = way_through(take.path, take.corner)
    performance = Performer(take, alone, way, Prepared()).perform()
    return performance.arrived and performance.most_off < MOST_OFF
