"""What OpenSim itself says of a model: body origins, muscle lengths and moment arms.

Run by hand, where OpenSim's own package is installed; tests hold what it wrote:

    python scripts/opensim_oracle.py MODEL.osim tests/opensim/data/NAME.csv

Poses are random over the range of gait, the pelvis at its origin. One row a number:
pose, kind (angle, origin, length, arm), name, coordinate or axis, value in SI units.
"""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import opensim

from gaitsmith.opensim.fits import sampled, spanned
from gaitsmith.opensim.taking import Taken, take

DIGITS = 7
Row = tuple[int, str, str, str, float]


def free_coordinates(taken: Taken) -> list[str]:
    """Those of hinges, not of the root."""
    return [hinge.coordinate for link in taken.links.values() for hinge in link.hinges]


def told(path: Path, count: int, seed: int, sides: str = "lr") -> Iterator[Row]:
    """What OpenSim says, in `count` poses; of muscles, those of some sides only."""
    taken = take(path)
    names = free_coordinates(taken)
    poses = sampled(taken.model, names, count, seed)[:count]
    opensim.Logger.setLevelString("Off")
    model = opensim.Model(str(path))
    state = model.initSystem()
    coordinates = model.getCoordinateSet()
    for name in taken.model.leaders(taken.model.joints[0]):
        coordinates.get(name).setValue(state, 0.0, False)
    for number, pose in enumerate(poses):
        for name, value in zip(names, pose, strict=True):
            coordinates.get(name).setValue(state, float(value), False)
            yield number, "angle", name, "", float(value)
        model.assemble(state)
        model.realizePosition(state)
        for body in taken.model.bodies:
            place = model.getBodySet().get(body).getPositionInGround(state)
            for axis in range(3):
                yield number, "origin", body, "xyz"[axis], place.get(axis)
        for muscle in taken.model.muscles:
            if muscle.name[-1] not in sides:
                continue
            path_there = model.getMuscles().get(muscle.name)
            yield number, "length", muscle.name, "", path_there.getLength(state)
            for name in spanned(taken.model, muscle):
                arm = path_there.computeMomentArm(state, coordinates.get(name))
                yield number, "arm", muscle.name, name, arm


def main() -> None:
    """Write one model's file."""
    source, target = (Path(given) for given in sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 8
    sides = sys.argv[4] if len(sys.argv) > 4 else "lr"
    with target.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("pose", "kind", "name", "of", "value"))
        for number, kind, name, of, value in told(source, count, seed=1, sides=sides):
            writer.writerow((number, kind, name, of, f"{value:.{DIGITS}g}"))
    print(f"{target}: {target.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
