"""Where a result comes from: versions, commit, machine, command, times."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

LIBRARIES = ("gaitsmith", "mujoco-core", "numba", "numpy", "cma", "scipy")


def provenance(command: str) -> dict[str, Any]:
    """Facts about the present program, machine and command; no user or host name."""
    return {
        "command": command,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": platform.machine(),
        "processors": os.cpu_count(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "commit": _commit(),
    }


def _commit() -> str:
    """Commit of the checkout that runs, with "+changes"; empty for an installed one."""
    folder = Path(__file__).resolve().parents[3]
    if not (folder / ".git").exists():
        return ""
    try:
        git = ["git", "-C", str(folder)]
        commit = subprocess.run(
            [*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
        )
        status = subprocess.run(
            [*git, "status", "--porcelain"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return commit.stdout.strip() + ("+changes" if status.stdout.strip() else "")
