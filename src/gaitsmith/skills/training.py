"""Training a skill: sequences of example steps by many workers, logged, resumable.

    sequences/007.csv   every final step of a sequence: its action, and where the search
                        for the next ones starts; every bit of a number is in its digits

A sequence is gone on with by taking its logged steps again, which is quick and gives
the same states; so a kill loses at most the steps that were being searched. The
examples are the first N in the order of the sequences, whoever made them.
"""

import math
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import tomli_w

from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.kernels.records import Floats
from gaitsmith.linear_algebra import on_one_thread
from gaitsmith.optimization.problem import Problem
from gaitsmith.planning.course import Course
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
from gaitsmith.simulation.processes import processes_of
from gaitsmith.simulation.workers import AnyWorkers, Workers
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
PART_SECONDS = 15.0  # elsewhere; what is logged is taken again, a tenth of its search
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
            with processes_of(workers) as crew:
                _make_examples(self.plan, path, crew, watch)
        return Trained(load_skill(str(path)), path, time.perf_counter() - began)


class _Part(NamedTuple):
    """Of a sequence."""

    number: int
    done: list[FinalStep]


class _Synthesis:
    """What makes sequences: on this machine until each is over, else part by part.

    Elsewhere nobody can write the logs of this folder; what comes back is logged.
    """

    def __init__(
        self, plan: SkillPlan, note: Callable[[int, FinalStep], None] | None = None
    ) -> None:
        """Nothing is simulated yet; `note` is given every step that is made."""
        self._plan, self.note = plan, note
        self._local = threading.local()
        self._is_stopping = False

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels without whom to tell."""
        return _Synthesis, (self._plan,)

    def stop(self) -> None:
        """After the steps that are being searched."""
        self._is_stopping = True

    def __call__(self, part: _Part) -> tuple[list[FinalStep], Sequence | None]:
        """Steps that nobody knows of yet, and the sequence if it is over."""
        if not hasattr(self._local, "walker"):
            ground = SkillGround(duration=_seconds(self._plan))
            self._local.walker = self._plan.walker(ground)
        limit = math.inf if self.note else time.monotonic() + PART_SECONDS
        fresh: list[FinalStep] = []

        def note(final: FinalStep) -> None:
            if self.note:
                self.note(part.number, final)
            else:
                fresh.append(final)

        def goes_on() -> bool:
            has_time = time.monotonic() < limit or not fresh
            return has_time and not self._is_stopping

        made = make_sequence(
            self._local.walker, self._plan.spec, part.number, part.done, note, goes_on
        )
        return fresh, made


class _Parts:
    """The sequences that are needed, part by part."""

    def __init__(self, plan: SkillPlan, folder: Path, watch: Watcher) -> None:
        self._plan, self._folder, self._watch = plan, folder / SEQUENCES, watch
        self._lock = threading.Lock()
        self._steps = 0
        self._open: list[int] = []  # begun, and nobody is at it
        self._taken: list[int] = []  # sequence by number of the part
        self._running: set[int] = set()
        self.finished: dict[int, Sequence] = {}

    def __iter__(self) -> "_Parts":
        return self

    def __next__(self) -> _Part:
        """The next one; none left does not mean that none will come."""
        spec = self._plan.spec
        if self._open:
            number = self._open.pop(0)
        elif _may_be_needed(
            self.finished, len(self._running), spec.examples, spec.sequence
        ):
            number = len(set(self._taken))
        else:
            raise StopIteration
        done = read_log(self._log(number), spec.window, len(self._plan.actions.names))
        if done and number not in self._taken:
            self._tell(len(done), is_replayed=True)
        self._taken.append(number)
        self._running.add(number)
        return _Part(number, done)

    def _log(self, number: int) -> Path:
        return self._folder / f"{number:03d}.csv"

    def note(self, number: int, final: FinalStep) -> None:
        """Keep a step that was made."""
        append_durably(self._log(number), log_line(final))
        self._tell(1)

    def _tell(self, count: int, is_replayed: bool = False) -> None:
        with self._lock:
            self._steps += count
            most = self._plan.spec.examples
            self._watch(Advance("step", self._steps, most, is_replayed=is_replayed))

    def come_back(
        self, part: int, fresh: list[FinalStep], made: Sequence | None
    ) -> None:
        """Keep what was made elsewhere, and go on with it or not."""
        number = self._taken[part]
        self._running.discard(number)
        for final in fresh:
            self.note(number, final)
        if made is None:
            self._open.append(number)
        else:
            self.finished[number] = made


def _seconds(plan: SkillPlan) -> float:
    """Enough simulated time for the longest of sequences [s]."""
    return min(3600.0, 2.0 * (plan.spec.sequence + 20))


def _make_examples(
    plan: SkillPlan, folder: Path, workers: Workers, watch: Watcher
) -> None:
    (folder / SEQUENCES).mkdir(exist_ok=True)
    plan.preferred_step  # noqa: B018 - the base gait walks, or complains
    parts = _Parts(plan, folder, watch)
    found = workers.each(_Synthesis(plan, parts.note), parts)
    try:
        with closing(found):
            for part, (fresh, made) in found:
                parts.come_back(part, fresh, made)
                if _is_enough(parts.finished, plan.spec.examples):
                    break
                _require_progress(parts.finished, plan)
    except FallingBaseError:
        raise WorkFailedError(f"{plan.spec.name}: the base gait falls.") from None
    sequences = _in_order(parts.finished)
    examples = joined([one.examples for one in sequences]).first(plan.spec.examples)
    explored = joined([one.explored for one in sequences]).with_those_of(examples)
    with on_one_thread():  # for all who practise: each would switch it off and on
        explored = _practised(plan, examples, explored, workers, watch)
    write_atomically(folder / EXPLORED_FILE, to_table(explored))
    write_atomically(folder / STEPS_FILE, to_table(examples))


class _Practice:
    """What walks imagined courses, as one model plans them."""

    def __init__(self, plan: SkillPlan, model: KernelModel, preferred: float) -> None:
        """Nothing is walked yet; `preferred` [m] are the base gait's steps."""
        self._plan, self._model, self._preferred = plan, model, preferred
        self._local = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels without walkers."""
        return _Practice, (self._plan, self._model, self._preferred)

    def __call__(self, course: Course) -> list[Floats]:
        """Rows of the steps that were planned."""
        if not hasattr(self._local, "walker"):
            self._local.walker = self._plan.walker()
        return practise(self._local.walker, self._model, course, self._preferred)


def _practised(
    plan: SkillPlan,
    examples: ExampleSteps,
    explored: ExampleSteps,
    workers: Workers,
    watch: Watcher,
) -> ExampleSteps:
    """What was explored, and what imagined courses have taught, see `practice`."""
    if not plan.spec.practice or len(examples) <= NEAR_STATES:
        return explored
    most, walked = plan.spec.practice, 0
    foot = foot_length(plan.character)
    random = np.random.default_rng([plan.spec.seed, 1])
    for turn in range(ROUNDS):
        model = KernelModel(examples, plan.actions.weight, explored)
        wanted = most * (turn + 1) // ROUNDS - walked
        courses = list(islice(imagined_courses(model, foot, random), wanted))
        taught = []
        for rows in workers.map(_Practice(plan, model, plan.preferred_step), courses):
            taught.append(examples_of(plan.actions.names, PRACTICE, rows))
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
    finished: dict[int, Sequence], running: int, wanted: int, length: int
) -> bool:
    """Whether those that run may turn out to be too few."""
    made = sum(len(sequence.examples) for sequence in finished.values())
    return made + length * running < wanted


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
