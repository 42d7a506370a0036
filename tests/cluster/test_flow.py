"""Batches out and back, by an executor that loses work as it is told to."""

import pickle
from collections import Counter
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gaitsmith.characters.character import character_from_values, load_character
from gaitsmith.cluster import flow
from gaitsmith.cluster.crew import Crew
from gaitsmith.cluster.errand import Errand, needed_here, packed, perform, unpacked
from gaitsmith.cluster.fingerprint import Fingerprint, own_fingerprint
from gaitsmith.cluster.flow import DeadWorkerError, LostWorkError
from gaitsmith.cluster.portions import Pace, portions
from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.simulation.workers import Threads


class Shaky(Executor):
    """Does everything at once; whatever holds something bad kills its worker."""

    def __init__(self, is_bad=lambda item: False, losses: int = 0) -> None:
        self.is_bad, self.losses, self.calls = is_bad, losses, Counter()

    def submit(self, fn, /, *args, **kwargs) -> Future[Any]:
        future: Future[Any] = Future()
        item = unpacked(args[0].item)
        self.calls["all"] += 1
        if self.losses:
            self.losses -= 1
            future.set_exception(LostWorkError("w"))
        elif self.is_bad(item):
            self.calls["killed"] += 1
            future.set_exception(DeadWorkerError("w"))
        else:
            try:
                future.set_result(fn(*args))
            except Exception as error:
                future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def problem(make_experiment):
    return make_experiment().problem


@pytest.fixture(scope="module")
def vectors(problem):
    count = 20
    start = problem.space.encode(problem.space.initial_values())
    return [start + 0.02 * number for number in range(count)]


def test_costs_are_those_of_threads_although_work_is_lost(problem, vectors):
    crew = Crew(Shaky(losses=7), 3)
    assert Evaluator(problem, crew)(vectors) == Evaluator(problem, 1)(vectors)
    assert crew.counted["lost"] == 7
    assert crew.counted["done"] == 3  # of 20 candidates in eight lanes


def test_a_candidate_that_kills_is_found_named_and_failed(problem, vectors):
    told: list[str] = []
    worst = (13, 0)
    shaky = Shaky(lambda tasks: any(task.key == worst for task in tasks))
    crew = Crew(shaky, 3, told.append)
    found = Evaluator(problem, crew)(vectors)
    expected = Evaluator(problem, 1)(vectors)
    assert found[:13] + found[14:] == expected[:13] + expected[14:]
    assert found[13] > max(expected)
    assert crew.counted["failed"] == 1
    assert told == [
        "Rollout (13, 0) has killed 5 workers by itself; it counts as one that diverged"
        " at once."
    ]
    # The batch of seven, the three that it is split into, it alone.
    assert shaky.calls["killed"] == 3 + 2 + 5


def test_losses_without_a_death_are_nobodys_fault(problem, vectors):
    shaky = Shaky(losses=100)
    crew = Crew(shaky, 1)
    assert len(Evaluator(problem, crew)(vectors[:3])) == 3
    assert crew.counted["failed"] == 0
    assert shaky.calls["all"] == 101


def test_other_calls_come_back_by_number_and_may_depend_on_each_other():
    crew = Crew(Shaky(losses=2), 2)
    assert list(crew.map(abs, [-3, 2, -1])) == [3, 2, 1]

    class Following:
        def __init__(self) -> None:
            self.ready, self.taken = [1], []

        def __iter__(self):
            return self

        def __next__(self):
            if not self.ready:
                raise StopIteration
            self.taken.append(self.ready.pop())
            return self.taken[-1]

    for workers in (crew, Threads(2)):
        items = Following()
        for number, result in workers.each(abs, items):
            assert result == items.taken[number]
            if result < 5:
                items.ready.append(result + 1)
        assert items.taken == [1, 2, 3, 4, 5]


def test_a_call_that_kills_ten_workers_is_an_error():
    crew = Crew(Shaky(lambda item: item == 2), 2)
    with pytest.raises(WorkFailedError, match="10 workers died with the same work"):
        list(crew.map(abs, [1, 2]))


def test_an_error_there_is_an_error_here():
    with pytest.raises(ZeroDivisionError):
        list(Crew(Shaky(), 2).map((1).__divmod__, [1, 0]))


def test_leaving_early_closes_everything():
    crew = Crew(Shaky(), 2)
    found = crew.each(abs, iter(range(100)))
    assert next(found)[1] in (0, 1)
    found.close()
    assert crew.words == "2 workers, 1 batches done, 0 out"


def test_a_worker_with_other_bits_is_refused_unless_that_is_allowed(monkeypatch):
    own = own_fingerprint()
    other = Fingerprint(own.gaitsmith, "0123456789ab", "another processor")
    monkeypatch.setattr("gaitsmith.cluster.errand.own_fingerprint", lambda: other)
    with pytest.raises(InputError, match="computes other bits: canary 0123456789ab by"):
        list(Crew(Shaky(), 1).map(abs, [1]))
    allowing = Crew(Shaky(), 1, allow_different_bits=True)
    assert list(allowing.map(abs, [-1])) == [1]


def test_another_gaitsmith_is_refused_in_words():
    own = own_fingerprint()
    other = own._replace(gaitsmith="0.0.9 (abcdef)")
    assert other != own
    assert own._replace(words="other words") == own
    assert other.refusal(own, "tls://node7:4000").startswith(
        "tls://node7:4000: it has another gaitsmith, 0.0.9 (abcdef); here it is 0.1.0"
    )


def test_who_is_late_is_helped(monkeypatch, problem, vectors):
    class Hanging(Shaky):
        """Its third call never ends."""

        def submit(self, fn, /, *args, **kwargs):
            if self.calls["all"] == 2:
                self.calls["all"] += 1
                return Future()
            return super().submit(fn, *args, **kwargs)

    for name, value in {"LEAST_LATE": 0.01, "LATE": 1.0, "LOOK": 0.02}.items():
        monkeypatch.setattr(flow, name, value)
    crew = Crew(Hanging(), 3)
    evaluate = Evaluator(problem, crew)
    assert evaluate(vectors[:16]) == Evaluator(problem, 1)(vectors[:16])
    assert evaluate(vectors[:16]) == Evaluator(problem, 1)(vectors[:16])
    assert crew.counted["repeated"] == 1


@pytest.mark.parametrize(
    ("number", "workers", "seconds", "sizes"),
    [
        (0, 4, 0.0, []),
        (16, 4, 0.01, [8, 8]),
        (19, 2, 0.01, [10, 9]),
        (50, 8, 0.01, [7, 7, 7, 8, 7, 7, 7]),
        (100, 2, 0.01, [50, 50]),
        (200, 2, 0.01, [40, 40, 40, 40, 40]),
        (48, 2, 0.2, [24, 24]),
        (32, 2, 0.2, [16, 16]),
        (64, 2, 0.0, [16] * 4),
    ],
)
def test_batches_fill_lanes_twice_and_half_a_second(number, workers, seconds, sizes):
    pace = Pace()
    pace.seconds = seconds
    found = portions(list(range(number)), workers, pace)
    assert sorted(map(len, found)) == sorted(sizes)
    assert [one for batch in found for one in batch] == list(range(number))


def test_a_compilation_is_no_measure_of_pace():
    pace = Pace()
    for seconds in (16.0, 0.08, 0.08, 20.0):
        pace.note(seconds, 8)
    assert pace.seconds == pytest.approx(0.01)


def test_arrays_of_zeros_travel_as_what_is_in_them():
    kind = np.dtype([("delays", np.float64, (4000,)), ("count", np.int64)])
    memory = np.zeros(2, kind)
    memory["delays"][1, 7], memory["count"][0] = -0.5, 3
    columns = np.zeros((300, 200)).T
    columns[2, 5] = -0.0  # is not all zeros in bits
    full = np.random.default_rng(1).random(5000)
    for array in (memory, columns, full, np.zeros(50_000, np.int8)):
        again = unpacked(packed([array, array]))
        assert again[0] is again[1]
        assert again[0].dtype == array.dtype
        assert again[0].tobytes() == array.tobytes()
    assert len(packed(memory)) < 1000


def test_characters_travel_as_what_declares_them(own_model, tmp_path):
    (tmp_path / "own.xml").write_text(own_model.xml)
    values = {"model_file": "own.xml", "roles": own_model.roles}
    own = character_from_values(values, "own.toml", "own", tmp_path)
    for body in (own, load_character("adult_muscles")):
        data = pickle.dumps(body)
        again = pickle.loads(data)
        assert again is not body
        assert again.model.body_pos.tobytes() == body.model.body_pos.tobytes()
        assert again.model.body_inertia.tobytes() == body.model.body_inertia.tobytes()
        assert (again.name, again.spec.muscles) == (body.name, body.spec.muscles)
    assert b"own.xml" not in data


def test_a_plugin_with_another_source_is_refused(plugin):
    plugin("TWICE = 2\n")
    [needed] = [one for one in needed_here() if one.plugin.name == "own_plugin"]
    other = replace(needed.plugin, digest="0123456789abcdef")
    errand = Errand(b"", b"", (needed._replace(plugin=other),), None)
    with pytest.raises(InputError, match="'own_plugin': a worker has another version"):
        perform(errand)
