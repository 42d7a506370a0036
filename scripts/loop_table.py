"""Ten loops, from a slow walk to a run, and what Blender makes of them.

    python scripts/loop_table.py [--blender-python PYTHON] [--keep FILE] [GAIT ...]

PYTHON is one that has bpy (`pip install bpy` into an environment of its own). Each loop
is written as .glb, .usd and .bvh, imported by Blender, and compared with the engine.
Without it, only what closing and pinning took is told.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from gaitsmith.export.formats import export_motion, motion_of
from gaitsmith.export.motion import Motion, RootTravel, Staging
from gaitsmith.export.planting import largest_slip
from gaitsmith.export.profiles import PROFILES
from gaitsmith.export.shot import Shot, taken
from gaitsmith.gait.kinematics import body_poses
from gaitsmith.runs.files import write_atomically
from gaitsmith.workflows import load_solution

GAITS = (
    "wang2012/swalk",
    "creatures/quadruped_walk",
    "wang2009/stocky",
    "wang2009/short_1ms",
    "simbicon/walk",
    "wang2012/nwalk",
    "coros2008/bird",
    "wang2009/slope_6",
    "wang2009/fastest",
    "wang2012/run_4",
)
IMPORTER = Path(__file__).parent / "import_in_blender.py"
RATE = 60.0  # Hz
HEAD = (
    "gait, skeleton", "speed [m/s]", "strides", "frames", "closed by", "slid [mm]",
    "slides [mm]", "armatures", "feet off [mm]", "loop off [mm, degrees]",
)  # fmt: skip


def loop_of(name: str, skeleton: str) -> Motion:
    """A loop in place, at `RATE`."""
    solution = load_solution(name)
    shot = Shot(RATE, True, None, True, None, Staging(skeleton, RootTravel.IN_PLACE))
    steps = solution.problem.setting.rate
    return taken(lambda rate: motion_of(solution, frame_rate=rate), steps, shot)


def skeleton_of(name: str) -> str:
    """Mixamo's of people, ours of creatures."""
    roles = load_solution(name).problem.character.roles
    arms = {hinge.role for hinge in roles.others} >= {"left_elbow_y", "left_shoulder_y"}
    return "mixamo" if arms and roles.head is not None else "gaitsmith"


def imported(python: str, file: Path) -> dict[str, Any]:
    """What Blender says about a file."""
    environment = os.environ | {"RATE": f"{RATE:g}"}
    command = [python, str(IMPORTER), str(file)]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, check=True
    )
    return json.loads(done.stdout[done.stdout.index('{"file"') :])


def feet_off(motion: Motion, found: dict[str, Any]) -> float:
    """m, the most that an ankle is elsewhere than in the engine."""
    character, names = motion.character, list(found["rest"])
    poses = body_poses(character, motion.recording)
    assert motion.cycle is not None
    path = motion.cycle.path
    back = Rotation.from_rotvec(np.outer(-path[:, 3], [0.0, 0.0, 1.0]))
    profile = PROFILES[motion.staging.skeleton]
    most = 0.0
    for leg in character.roles.legs:
        pattern = profile.leg[2 if leg.ankle else 1]
        wanted = profile.sided(pattern, leg.name.title().replace("_", ""))
        bone = wanted if wanted in names else wanted.replace(":", "_")
        hinge = (leg.ankle or (leg.hinges_to_foot[-1],))[-1]
        joint = character.model.jnt_pos[hinge.joint]
        engine = (
            poses.position[:, hinge.body] + poses.orientation[:, hinge.body] @ joint
        )
        engine = back.apply(engine - path[:, :3])
        blender = np.array([frame[bone][0] for frame in found["frames"]])
        most = max(most, float(np.linalg.norm(blender - engine, axis=1).max()))
    return most


def loop_off(found: dict[str, Any]) -> tuple[float, float]:
    """m and degrees between the first and the last frame."""
    first, last = found["frames"][0], found["frames"][-1]
    places = [np.subtract(first[bone][0], last[bone][0]) for bone in first]
    turns = [abs(np.dot(first[bone][1], last[bone][1])) for bone in first]
    bend = 2.0 * np.degrees(np.arccos(np.clip(turns, 0.0, 1.0)))
    return float(np.linalg.norm(places, axis=1).max()), float(bend.max())


def row_of(name: str, python: str | None, folder: Path) -> tuple[str, ...]:
    """A line of the table."""
    skeleton = skeleton_of(name)
    motion = loop_of(name, skeleton)
    cycle = motion.cycle
    assert cycle is not None
    off, closed, armatures = 0.0, (0.0, 0.0), set[int]()
    for suffix in (".glb", ".usd", ".bvh") if python else ():
        file = folder / f"{name.replace('/', '_')}{suffix}"
        export_motion(motion, file)
        found = imported(python, file)
        armatures.add(found["armatures"])
        off = max(off, feet_off(motion, found))
        closed = (
            max(closed[0], loop_off(found)[0]),
            max(closed[1], loop_off(found)[1]),
        )
    return (
        f"`{name}`, {skeleton}",
        f"{cycle.way / motion.rollout.seconds:.2f}",
        f"{cycle.strides}",
        f"{len(motion.recording.time) - 1}",
        f"{np.degrees(cycle.bend):.1f}°, {1000.0 * cycle.shift:.1f} mm",
        f"{1000.0 * cycle.slip:.1f}",
        f"{1000.0 * largest_slip(motion):.2f}",
        *_seen_by_blender(armatures, off, closed),
    )


def _seen_by_blender(
    armatures: set[int], off: float, closed: tuple[float, ...]
) -> tuple[str, ...]:
    """The columns that only Blender can fill."""
    if not armatures:
        return ("", "", "")
    return (
        "/".join(map(str, sorted(armatures))),
        f"{1000.0 * off:.3f}",
        f"{1000.0 * closed[0]:.4f}, {closed[1]:.4f}",
    )


def main() -> None:
    """Print the table, or keep it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--blender-python")
    options.add_argument("--keep", type=Path)
    options.add_argument("gaits", nargs="*", default=GAITS)
    given = options.parse_args()
    lines = [" | ".join(HEAD), " | ".join("---" for _ in HEAD)]
    with tempfile.TemporaryDirectory() as folder:
        for name in given.gaits:
            print(name, file=sys.stderr, flush=True)
            lines.append(" | ".join(row_of(name, given.blender_python, Path(folder))))
            print(lines[-1], file=sys.stderr, flush=True)
    text = "".join(f"| {line} |\n" for line in lines)
    if given.keep is None:
        print(text, end="")
    else:
        write_atomically(given.keep, text)


if __name__ == "__main__":
    main()
