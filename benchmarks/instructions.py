"""Machine instructions of a time step: what must not creep, counted, not timed.

    python benchmarks/instructions.py                  # three laws
    python benchmarks/instructions.py simbicon/walk

Counted by valgrind, which must be installed, of the code for SSE2, which it knows: the
same sums, in shorter registers. Two processes of different length tell a step from all
that goes before. The figures are the same on every machine with the same versions.
"""

import argparse
import os
import re
import subprocess
import sys

SOLUTIONS = ("simbicon/walk", "wang2009/stocky", "wang2012/nwalk")
STEPS = (400, 4400)
SIMPLE = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0"}


def roll_out(name: str, width: int, steps: int) -> None:
    """Simulate a solution in some lanes; in a process of its own."""
    from gaitsmith.simulation.simulation import Simulation
    from gaitsmith.simulation.tasks import Task
    from gaitsmith.workflows import load_solution, with_setting

    solution = load_solution(name)
    rate = solution.problem.setting.rate
    problem = with_setting(solution, duration=steps / rate).problem
    drive = problem.drive(solution.values)
    if width == 1:
        terms = problem.objective.options
        Simulation(problem.character, problem.setting, terms).roll_out(drive)
    else:
        tasks = (Task(lane, drive, problem.setting) for lane in range(width))
        assert len(list(problem.batch().roll_out(tasks))) == width


def instructions(name: str, width: int, steps: int) -> int:
    """Of a whole process."""
    work = [sys.executable, __file__, name, f"--steps={steps}", f"--width={width}"]
    counter = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    environment = os.environ | SIMPLE
    subprocess.run(work, env=environment, check=True)  # compiled now, and kept
    done = subprocess.run(
        [*counter, *work], env=environment, check=True, capture_output=True
    )
    return int(re.findall(rb"Collected : ([0-9]+)", done.stderr)[0])


def main() -> None:
    """A row a solution."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=SOLUTIONS)
    parser.add_argument("--steps", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--width", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.steps:
        roll_out(given.names[0], given.width, given.steps)
        return
    few, many = STEPS
    print("| instructions of a candidate's time step | one lane | eight lanes |")
    print("|---|---|---|")
    for name in given.names:
        cells = [name]
        for width in (1, 8):
            more = instructions(name, width, many) - instructions(name, width, few)
            cells.append(f"{more / width / (many - few):.0f}")
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
