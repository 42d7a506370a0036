"""Nothing asks the network, and nothing that is kept tells who works where."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import tomli_w

PROGRAM = str(Path(sys.executable).with_name("gaitsmith"))
SECRETS = {"HOME": "/nowhere/somebody-secret", "USER": "user-secret"}
SECRETS |= {"LOGNAME": "user-secret", "API_TOKEN": "token-secret"}


@pytest.fixture(scope="module")
def alone() -> list[str]:
    """Words before a command that take the network away."""
    tool = shutil.which("unshare")
    words = [tool or "", "--map-root-user", "--net"]
    if tool is None or subprocess.run([*words, "true"], check=False).returncode:
        pytest.skip("this system does not let us switch the network off")
    return words


def test_jobs_and_pages_work_without_a_network_and_tell_nothing(
    alone, tiny_file: Path, tmp_path: Path
):
    values = {"experiment": tiny_file.name, "grid": {"seed": [1, 2]}}
    values |= {"success": {"seconds": 0.5}, "set": {"optimizer.max_generations": 2}}
    (tmp_path / "own.toml").write_text(tomli_w.dumps(values), encoding="utf-8")
    kept = os.environ.get("GAITSMITH_CACHE", str(Path.home() / ".cache"))
    environment = {**os.environ, **SECRETS, "GAITSMITH_CACHE": kept}
    for words in (
        f"optimize {tiny_file.name} --run run",
        "resume run",
        "report run",
        "export run --to walk.glb",
        "export run --to walk.mot",
        "study own.toml --run study",
        "report study",
        "adapt run --to setting.terrain.slope=1 --step 1 --enough 1000"
        " --generations 1 --run chain",
    ):
        done = subprocess.run(
            [*alone, PROGRAM, *words.split()],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (words, done.stderr)
    forbidden = [b"-secret", str(tmp_path).encode(), str(Path.home()).encode()]
    forbidden += [socket.gethostname().encode()]
    forbidden += [str(Path(__file__).parents[1]).encode()]
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 20
    for path in written:
        content = path.read_bytes()
        told = [words for words in forbidden if len(words) > 5 and words in content]
        assert told == [], path
