"""A model that could take a reader down is read by another process first, with limits.

The engine reads XML, meshes and images in C, makes a million bodies of one line, and
follows includes to wherever they lead, devices among them. What names other files or
multiplies itself is therefore tried where it may run out of memory or time, or die.
"""

import re
import subprocess
import sys
from pathlib import Path

from gaitsmith.errors import InputError

MEMORY = 4_000_000_000  # bytes
SECONDS = 20  # of computing
# Elements and attributes that reach for other files, or ask for memory in a few words.
RISKY = re.compile(
    r"<\s*(include|replicate|composite|flexcomp|flex|hfield|texture|mesh|skin|size"
    r"|plugin|extension|model|attach)\b|\bfile\w*\s*=|<!(DOCTYPE|ENTITY)",
    re.IGNORECASE,
)
PROGRAM = """
import resource, sys
path, memory, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
import mujoco
if sys.platform == "linux":
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
mujoco.set_mju_user_warning(lambda _: None)
try:
    mujoco.MjSpec.from_file(path).compile()
except (ValueError, OSError, mujoco.FatalError) as error:
    print(*str(error).encode("ascii", "backslashreplace").decode().split())
"""


def try_to_read(path: Path, text: str, place: str) -> None:
    """Refuse a file that cannot be read within the limits.

    Args:
        path: of the model.
        text: what is in it.
        place: who names it, for the error message.
    """
    if not RISKY.search(text):
        return
    words = [str(path.absolute()), str(MEMORY), str(SECONDS)]
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise InputError(
            f"{place}: the engine cannot read this model within {SECONDS} s and"
            f" {MEMORY // 10**9} GB, or dies of it; look at what it includes and how"
            " often its parts repeat."
        )
    if done.stdout.strip():
        raise InputError(f"{place}: {done.stdout.decode().strip()}")
