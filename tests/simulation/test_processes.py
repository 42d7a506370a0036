"""Helpers of this machine: calls come back by number; nothing outlives the caller."""

import math
import os
import signal
import subprocess
import sys
import time

import pytest

from gaitsmith.errors import WorkFailedError
from gaitsmith.simulation.processes import Processes, processes_of
from gaitsmith.simulation.workers import Threads


def test_calls_are_done_by_other_processes_and_come_back_by_number():
    with processes_of(2) as crew:
        assert isinstance(crew, Processes)
        assert dict(crew.each(math.sqrt, [4.0, 9.0, 16.0])) == {0: 2.0, 1: 3.0, 2: 4.0}
        assert list(crew.map(math.factorial, iter([3, 1, 2]))) == [6, 1, 2]
        assert os.getpid() not in set(crew.map(eval, ["__import__('os').getpid()"] * 3))


def test_one_worker_needs_no_other_process():
    with processes_of(1) as crew:
        assert isinstance(crew, Threads)


def test_what_fails_there_fails_here():
    with processes_of(2) as crew, pytest.raises(ValueError, match="math domain error"):
        list(crew.map(math.sqrt, [4.0, -1.0]))


def test_a_process_that_ends_by_itself_is_told():
    with processes_of(2) as crew, pytest.raises(WorkFailedError, match="ended by it"):
        list(crew.map(os._exit, [3]))


def test_helpers_end_with_whom_they_work_for():
    code = (
        "import os, subprocess, time\n"
        "from gaitsmith.simulation.processes import Processes\n"
        "crew = Processes(2)\n"
        "print(*crew.map(eval, ['__import__(\"os\").getpid()'] * 2), flush=True)\n"
        "list(crew.map(time.sleep, [0.2] * 1000))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as one:
        assert one.stdout is not None
        helpers = {int(pid) for pid in one.stdout.readline().split()}
        one.send_signal(signal.SIGKILL)
    assert helpers
    deadline = time.monotonic() + 20.0
    while any(map(_is_alive, helpers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_is_alive, helpers))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
