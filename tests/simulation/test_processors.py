"""A rollout has the same bits on every processor of a kind, whatever it can do."""

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
AVX2 = ("sse4.2", "avx", "avx2")
FMA = (*AVX2, "fma")
AVX512 = (*FMA, "avx512f", "avx512dq", "avx512bw", "avx512vl")
# The C library and NumPy choose their code by the processor, too.
PLAIN_LIBRARIES = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX512VL",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4",
}
LAWS = [("simbicon", "stocky", "walk_3d"), ("reflexes", "adult_muscles", "walk")]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        platform.machine() not in ("x86_64", "AMD64"), reason="speaks of x86-64"
    ),
]


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


@pytest.fixture(scope="module", params=LAWS, ids=[law for law, *_ in LAWS])
def here(request, tmp_path_factory):
    """A rollout, and its digest with all that this processor can do."""
    folder = tmp_path_factory.mktemp("here")
    return request.param, digest(request.param, folder, {})


@pytest.mark.parametrize(
    "abilities", [(), AVX2, FMA, AVX512], ids=["sse2", "avx2", "fma", "avx512"]
)
def test_bits_do_not_depend_on_the_processors_abilities(here, tmp_path, abilities):
    can = llvmlite.binding.get_host_cpu_features()
    if not all(can.get(name) for name in abilities):
        pytest.skip("this processor cannot do that")
    case, expected = here
    settings = {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": ",".join(f"+{name}" for name in abilities),
    }
    libraries = {} if abilities else PLAIN_LIBRARIES
    assert digest(case, tmp_path, settings | libraries) == expected
