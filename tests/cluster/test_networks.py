"""Machines that are cut off from each other: namespaces of the network, and TLS."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "chaos_networks.py"
pytestmark = pytest.mark.slow


def why_not() -> str:
    """Empty: namespaces of the network can be made here."""
    name = "gaitsmith-trial"
    try:
        for verb in ("add", "del"):
            subprocess.run(["ip", "netns", verb, name], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return f"needs root on Linux, iproute2 and namespaces: {error}"
    return ""


def test_a_search_ends_in_the_same_bytes_although_machines_are_cut_off(tmp_path):
    if reason := why_not():
        pytest.skip(reason)
    short = ["--cuts=2", "--longest=1", "--nobody=2", "--gone=1", "--generations=80"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *short, "--folder", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "cut off for" in done.stdout  # how often, depends on how soon it ends
    assert "Exit code 0; the bytes are the same." in done.stdout
