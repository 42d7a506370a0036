"""Whom results are taken of: the same gaitsmith, and the same bits of a rollout.

The bits of a canary, two seconds of a planar walk, tell what versions and processor
names only hint at: whether a process counts as this one does.
"""

import hashlib
import platform
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import make_controller
from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.tasks import Task

LIBRARIES = ("numba", "llvmlite", "numpy", "mujoco-core", "scipy")
SECONDS, RATE = 2.0, 1200.0  # of the canary
PACKAGE = Path(__file__).resolve().parents[1]


class Fingerprint(NamedTuple):
    """What results depend on."""

    gaitsmith: str
    """Version and digest of its source."""
    bits: str
    """Digest of the canary."""
    words: str
    """Versions and processor, for people."""

    def __eq__(self, other: object) -> bool:
        """By what counts: others have other words."""
        return isinstance(other, Fingerprint) and self[:2] == other[:2]

    __hash__ = tuple.__hash__

    def refusal(self, wanted: "Fingerprint", who: str) -> str:
        """Why this worker does not work for one who wants another."""
        if self.gaitsmith != wanted.gaitsmith:
            return (
                f"{who}: it has another gaitsmith, {self.gaitsmith}; here it is"
                f" {wanted.gaitsmith}. Install the same one there."
            )
        return (
            f"{who}: it computes other bits: canary {self.bits} by {self.words}; here"
            f" {wanted.bits} by {wanted.words}. Runs would not end in the same bytes;"
            " --allow-different-bits takes it all the same."
        )


@cache
def own_fingerprint() -> Fingerprint:
    """Of this process; compiles the canary's loop once per machine."""
    libraries = [f"{name} {version(name)}" for name in LIBRARIES]
    words = [f"Python {platform.python_version()}", *libraries, _processor()]
    source = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        source.update(file.relative_to(PACKAGE).as_posix().encode() + file.read_bytes())
    ours = f"{version('gaitsmith')} ({source.hexdigest()[:8]})"
    return Fingerprint(ours, canary(), ", ".join(words))


def canary() -> str:
    """Digest of what must have the same bits wherever a job is worked on."""
    character = load_character("planar_biped")
    controller = make_controller(character, "simbicon", gait="walk")
    drive = controller.drive(controller.space.initial_values())
    setting = Setting(duration=SECONDS, rate=RATE)
    batch = Batch(character, [setting], None, RATE)
    [(_, walk)] = batch.roll_out([Task(0, drive, setting)])
    assert walk.recording is not None, "it was asked for"
    return hashlib.sha256(walk.recording.qpos.tobytes()).hexdigest()[:12]


def _processor() -> str:
    """Its name, or at least its kind."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            named = [line for line in file if line.startswith("model name")]
        return named[0].partition(":")[2].strip()
    except (OSError, IndexError):
        return f"{platform.machine()} ({sys.platform})"
