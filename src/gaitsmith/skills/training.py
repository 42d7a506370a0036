"""Training a skill: sequences of example steps over threads, logged, resumable.

    sequences/007.csv   every final step of a sequence: its action, and where the search
                        for the next ones starts; every bit of a number is in its digits

A sequence is gone on with by taking its logged steps again, which is quick and gives
the same states; so a kill loses at most the steps that were being searched. The
examples are the first N in the order of the sequences, whoever made them.
"""

import math
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.optimization.problem import Problem
from gaitsmith.planning.examples import ExampleSteps, joined, placement_errors, to_table
from gaitsmith.planning.kernel_model import KernelModel
from gaitsmith.planning.practice import ROUNDS, imagined_courses, practise
from gaitsmith.planning.step_model import NEAR_STATES
from gaitsmith.planning.synthesis import (
    FallingBaseError,
    FinalStep,
    Sequence,
    examples_of,
    make_sequence,
)
from gaitsmith.planning.walker import foot_length
from gaitsmith.runs.advance import Advance, Watcher
from gaitsmith.runs.files import append_durably, write_atomically
from gaitsmith.runs.job import Job
from gaitsmith.simulation.workers import AnyWorkers, workers_of
from gaitsmith.skills.skill import (
    BASE_FILE,
    EXPLORED_FILE,
    STEPS_FILE,
    Skill,
    SkillGround,
    SkillPlan,
    load_skill,
    read_plan,
)
from gaitsmith.solution_file import SKILL_FILE

SEQUENCES = "sequences"
PRACTICE = 100_000  # stands for the sequence of steps that were practised
MOST_FAILURES = 20  # sequences in a row without a single example


@dataclass(frozen=True)
class Trained:
    """What came of a training."""

    skill: Skill
    folder: Path
    seconds: float
    """Wall time of this start."""
    is_interrupted = False
    failure = ""

    def as_dict(self) -> dict[str, Any]:
        """As scripts read it."""
        found = placement_errors(self.skill.examples)
        return {
            "run": str(self.folder),
            "examples": len(self.skill.examples),
            "seconds": self.seconds,
            "mean_error": found.mean,
            "below_6_cm": found.below_6_cm,
            "above_12_cm": found.above_12_cm,
            "explained": self.skill.model.known.explained,
        }

    def __str__(self) -> str:
        """In words."""
        found = placement_errors(self.skill.examples)
        return (
            f"{len(self.skill.examples)} example steps in {self.seconds:.0f} s; they"
            f" land {100 * found.mean:.1f} cm from where they should,"
            f" {found.below_6_cm:.0%} of them within 6 cm.\nKept in {self.folder}\n"
            f"Try it with: gaitsmith skill cross {self.folder} --terrain"
            " gaps:width=0.4"
        )


@dataclass(frozen=True)
class TrainingJob(Job):
    """A training as a job."""

    plan: SkillPlan
    marker = SKILL_FILE

    @classmethod
    def load(cls, path: Path) -> "TrainingJob":
        """The skill of a folder."""
        return cls(read_plan(path))

    @property
    def problem(self) -> Problem:
        """What is simulated."""
        return self.plan.base.problem

    def files(self) -> dict[str, str]:
        """The base gait, and the skill."""
        return {
            BASE_FILE: self.plan.base.to_text(),
            SKILL_FILE: tomli_w.dumps(self.plan.spec.model_dump(exclude_none=True)),
        }

    def work(self, path: Path, workers: AnyWorkers, watch: Watcher) -> Trained:
        """Make the sequences; steps that are logged are taken again."""
        began = time.perf_counter()
        if not (path / STEPS_FILE).is_file():
            _make_examples(self.plan, path, workers, watch)
        return Trained(load_skill(str(path)), path, time.perf_counter() - began)


class _Training:
    """What the threads share."""

    def __init__(self, plan: SkillPlan, folder: Path, watch: Watcher) -> None:
        self.plan, self.folder, self._watch = plan, folder, watch
        self.is_stopping = False
        self._mutex = threading.Lock()
        self._local = threading.local()
        self._steps = 0

    def sequence(self, number: int) -> Sequence | None:
        """Make or go on with one sequence."""
        if not hasattr(self._local, "walker"):
            ground = SkillGround(duration=_seconds(self.plan))
            self._local.walker = self.plan.walker(ground)
        spec = self.plan.spec
        log = self.folder / SEQUENCES / f"{number:03d}.csv"
        done = read_log(log, spec.window, len(self.plan.actions.names))
        with self._mutex:
            self._steps += len(done)
            if done:
                self._watch(
                    Advance("step", self._steps, spec.examples, is_replayed=True)
                )

        def note(final: FinalStep) -> None:
            append_durably(log, log_line(final))
            with self._mutex:
                self._steps += 1
                self._watch(Advance("step", self._steps, spec.examples))

        return make_sequence(
            self._local.walker, spec, number, done, note, lambda: not self.is_stopping
        )


def _seconds(plan: SkillPlan) -> float:
    """Enough simulated time for the longest of sequences [s]."""
    return min(3600.0, 2.0 * (plan.spec.sequence + 20))


def _make_examples(
    plan: SkillPlan, folder: Path, workers: AnyWorkers, watch: Watcher
) -> None:
    (folder / SEQUENCES).mkdir(exist_ok=True)
    plan.preferred_step  # noqa: B018 - the base gait walks, or complains
    training = _Training(plan, folder, watch)
    most = workers_of(workers).count
    finished: dict[int, Sequence] = {}
    running: dict[Future[Sequence | None], int] = {}
    following = 0
    with ThreadPoolExecutor(max_workers=most, thread_name_prefix="sequence") as pool:
        try:
            while not _is_enough(finished, plan.spec.examples):
                while len(running) < most and _may_be_needed(
                    finished, running, plan.spec.examples, plan.spec.sequence
                ):
                    running[pool.submit(training.sequence, following)] = following
                    following += 1
                done, _ = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in done:
                    number = running.pop(future)
                    made = future.result()
                    if made is not None:
                        finished[number] = made
                _require_progress(finished, plan)
        except FallingBaseError:
            raise WorkFailedError(f"{plan.spec.name}: the base gait falls.") from None
        finally:
            training.is_stopping = True
    made = _in_order(finished)
    examples = joined([one.examples for one in made]).first(plan.spec.examples)
    explored = joined([one.explored for one in made]).with_those_of(examples)
    explored = _practised(plan, examples, explored, watch)
    write_atomically(folder / EXPLORED_FILE, to_table(explored))
    write_atomically(folder / STEPS_FILE, to_table(examples))


def _practised(
    plan: SkillPlan, examples: ExampleSteps, explored: ExampleSteps, watch: Watcher
) -> ExampleSteps:
    """What was explored, and what imagined courses have taught, see `practice`."""
    if not plan.spec.practice or len(examples) <= NEAR_STATES:
        return explored
    walker, names = plan.walker(), plan.actions.names
    most, walked = plan.spec.practice, 0
    foot = foot_length(plan.character)
    random = np.random.default_rng([plan.spec.seed, 1])
    for turn in range(ROUNDS):
        model = KernelModel(examples, plan.actions.weight, explored)
        wanted = most * (turn + 1) // ROUNDS - walked
        taught = []
        for course in islice(imagined_courses(model, foot, random), wanted):
            rows = practise(walker, model, course, plan.preferred_step)
            taught.append(examples_of(names, PRACTICE, rows))
            walked += 1
            watch(Advance("course", walked, most))
        explored = joined([explored, *taught])
    return explored


def _in_order(finished: dict[int, Sequence]) -> list[Sequence]:
    """The sequences 0, 1, 2, ... up to the first that is missing."""
    numbers = takewhile(lambda number: number in finished, count())
    return [finished[number] for number in numbers]


def _is_enough(finished: dict[int, Sequence], wanted: int) -> bool:
    return sum(len(one.examples) for one in _in_order(finished)) >= wanted


def _may_be_needed(
    finished: dict[int, Sequence],
    running: dict[Future[Sequence | None], int],
    wanted: int,
    length: int,
) -> bool:
    """Whether those that run may turn out to be too few."""
    made = sum(len(sequence.examples) for sequence in finished.values())
    return made + length * len(running) < wanted


def _require_progress(finished: dict[int, Sequence], plan: SkillPlan) -> None:
    last = [finished[number] for number in sorted(finished)][-MOST_FAILURES:]
    if len(last) == MOST_FAILURES and all(len(one.examples) == 0 for one in last):
        raise WorkFailedError(
            f"{plan.spec.name}: {MOST_FAILURES} sequences in a row fell within a few"
            " steps; take a sturdier base gait, or shorter step_lengths."
        )


def log_line(final: FinalStep) -> str:
    """One final step; every bit of a number is in its digits."""
    numbers = [*final.action, *final.pending.ravel()]
    return ",".join(repr(float(number)) for number in numbers) + "\n"


def read_log(path: Path, window: int, parts: int) -> list[FinalStep]:
    """The final steps of a log; a last line that was cut off is dropped."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_atomically(path, whole)
    found = []
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            numbers = [float(cell) for cell in line.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) != window * parts or not all(map(math.isfinite, numbers)):
            raise InputError(
                f"{path}: line {number}: it must have {window * parts} finite numbers."
            )
        table = np.array(numbers).reshape(window, parts)
        found.append(FinalStep(table[0], table[1:]))
    return found
