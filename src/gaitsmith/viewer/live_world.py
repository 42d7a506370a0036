"""What a visitor has made of a walker's world: slope ahead, friction, pushes."""

import math

from gaitsmith.kernels.external import is_pushing
from gaitsmith.kernels.terrain import walking_height
from gaitsmith.pushes import PUSH_DURATION
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import Segment, TerrainSpec, terrain_record

LONGEST = 3600.0  # s of one live simulation, the most that a setting allows
AHEAD = 1.0  # m in front of the foremost foot: there, new ground begins
CLEAR = 0.3  # m in front of the foremost foot that no longer changes

SLOPES = (-25.0, 25.0)  # degrees
FRICTIONS = (0.05, 10.0)
STRENGTHS = (0.0, 800.0)  # N


def bounded(value: float, limits: tuple[float, float]) -> float:
    """A number that came over the network, within limits; nonsense is the lower one."""
    low, high = limits
    return min(max(value, low), high) if math.isfinite(value) else low


def sloped_ahead(terrain: TerrainSpec, foremost: float, slope: float) -> TerrainSpec:
    """The same ground with another slope [degrees] from a little ahead on.

    Args:
        terrain: stays as it is up to there; its gaps and crevasses stay
            everywhere.
        foremost: x [m] of the foremost point that can touch the ground.
        slope: uphill positive. Where a segment that is still to come would begin
            sooner, the new slope begins there and takes its place.
    """
    to_come = [s.x for s in terrain.segments if s.x > foremost + CLEAR]
    start = min([foremost + AHEAD, *to_come])
    kept = TerrainSpec(
        slope=terrain.slope,
        segments=tuple(s for s in terrain.segments if s.x < start),
        gaps=terrain.gaps,
        crevasses=terrain.crevasses,
    )
    height = float(walking_height(terrain_record(kept), start))
    fresh = Segment(x=start, height=height, slope=slope)
    return kept.model_copy(update={"segments": (*kept.segments, fresh)})


class LiveWorld:
    """A setting that is changed while a character walks in it."""

    def __init__(self, setting: Setting) -> None:
        """Begin with the world of an experiment."""
        self._base = setting.model_copy(update={"duration": LONGEST})
        self.slope: float | None = None  # degrees ahead; None: as in the experiment
        self.friction: float | None = None  # None: as in the experiment
        self._terrain = self._base.terrain
        self._pushes: tuple[PushSpec, ...] = ()

    def begin_again(self, foremost: float) -> None:
        """The ground of the experiment, but with the chosen slope ahead; no pushes."""
        self._terrain = self._base.terrain
        self._pushes = ()
        if self.slope is not None:
            self.set_slope(self.slope, foremost)

    def set_slope(self, slope: float, foremost: float) -> None:
        """Another slope [degrees] from a little ahead of `foremost` [m] on."""
        self.slope = slope
        self._terrain = sloped_ahead(self._terrain, foremost, slope)

    def set_terrain(self, terrain: TerrainSpec) -> None:
        """Another ground; it must be the same near the feet."""
        self._terrain = terrain

    def clear_pushes(self) -> None:
        """Forget the visitor's."""
        self._pushes = ()

    def add_push(self, time: float, force: tuple[float, float, float]) -> None:
        """A push [N] on the trunk from `time` [s] on; those that are over go."""
        push = PushSpec(start=time, duration=PUSH_DURATION, force=force)
        self._pushes = (*(p for p in self._pushes if _end(p) > time), push)

    def acting(self, time: float) -> tuple[PushSpec, ...]:
        """All pushes that act at `time` [s]."""
        return tuple(
            p
            for p in self.setting.pushes
            if is_pushing(time, p.start, p.duration, p.every or math.inf)
        )

    @property
    def setting(self) -> Setting:
        """The world as it is now."""
        return self._base.model_copy(
            update={
                "terrain": self._terrain,
                "pushes": (*self._base.pushes, *self._pushes),
                "friction": (
                    self._base.friction if self.friction is None else self.friction
                ),
            }
        )


def _end(push: PushSpec) -> float:
    return push.start + push.duration
