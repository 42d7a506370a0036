"""A rollout on processors that can do less: a file for each law, for a core each."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import llvmlite.binding
import pytest

# Rolls out the walk of a body by a law, and prints a digest of its motion.
PROGRAM = """
import hashlib, sys
from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import make_controller
from gaitsmith.simulation.batch import Batch
from gaitsmith.simulation.tasks import Task
from gaitsmith.simulation.setting import Setting

law, body, gait = sys.argv[1:]
character = load_character(body)
controller = make_controller(character, law, gait=gait)
drive = controller.drive(controller.space.initial_values())
setting = Setting(duration=1.0, rate=1200.0, motor_noise=0.02)
tasks = [Task(seed, drive, setting, seed) for seed in range(3)]
found = dict(Batch(character, [setting], None, 1200.0).roll_out(tasks))
motions = [found[seed].recording.qpos for seed in range(3)]
assert all(len(motion) > 300 for motion in motions)
print(hashlib.sha256(b"".join(motion.tobytes() for motion in motions)).hexdigest())
"""
# What a processor can do beyond SSE2, as LLVM calls it.
AVX2 = ("sse4.2", "avx", "avx2", "fma")  # whoever has one of the last two has both
AVX512 = (*AVX2, "avx512f", "avx512dq", "avx512bw", "avx512vl")
# The C library and NumPy choose their code by the processor, too.
PLAIN_LIBRARIES = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX512VL",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4",
}


def digest(case: tuple[str, ...], folder: Path, settings: dict[str, str]) -> str:
    """Of a rollout in a process of its own, whose code is compiled anew."""
    environment = {**os.environ, "GAITSMITH_CACHE": str(folder), **settings}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *case],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def here(request: pytest.FixtureRequest, tmp_path_factory) -> str:
    """The digest of the file's case with all that this processor can do."""
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("speaks of x86-64")
    return digest(request.module.CASE, tmp_path_factory.mktemp("here"), {})


@pytest.fixture(params=[(), AVX2, AVX512], ids=["sse2", "avx2", "avx512"])
def elsewhere(request: pytest.FixtureRequest, here: str, tmp_path: Path) -> str:
    """The digest of the same with less."""
    can = llvmlite.binding.get_host_cpu_features()
    if not all(can.get(name) for name in request.param):
        pytest.skip("this processor cannot do that")
    settings = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": ",".join(f"+{name}" for name in request.param),
    }
    libraries = {} if request.param else PLAIN_LIBRARIES
    return digest(request.module.CASE, tmp_path, settings | libraries)
