"""Where a take is performed: its ground, its pushes, and time enough."""

from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.terrain import Crevasse, TerrainSpec
from gaitsmith.takes.repertoire import Repertoire
from gaitsmith.takes.take import Take, crevasse_of
from gaitsmith.takes.way import Way

SLOWEST = 0.5  # of the speeds asked for; whoever is slower has no time left
SPARE_TIME = 15.0  # s


def setting_of(take: Take, repertoire: Repertoire, way: Way) -> Setting:
    """The setting of a take, from that of its gaits."""
    slowest = min(speed for _, speed in take.stages)
    seconds = way.length / (SLOWEST * slowest) + SPARE_TIME
    gaps: tuple[tuple[float, float], ...] = ()
    crevasses: tuple[Crevasse, ...] = ()
    if repertoire.character.is_planar:
        gaps = tuple((gap.at, gap.at + gap.width) for gap in take.gaps)
    else:
        middles = [gap.at + 0.5 * gap.width for gap in take.gaps]
        crevasses = tuple(
            crevasse_of(gap, way.at(middle), way.heading(middle))
            for gap, middle in zip(take.gaps, middles, strict=True)
        )
    terrain = TerrainSpec(
        slope=take.slope, segments=take.segments, gaps=gaps, crevasses=crevasses
    )
    changes = {
        "duration": min(take.duration or seconds, 3600.0),
        "terrain": terrain,
        "pushes": take.pushes,
    }
    return repertoire.setting.model_copy(update=changes)
