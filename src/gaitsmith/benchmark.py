"""How fast the simulation core is, beside the engine's own step and its batches."""

import copy
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import mujoco
import numpy as np

from gaitsmith.characters.character import Character
from gaitsmith.kernels.lanes import WIDTH
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.physics import step_engine
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.tasks import Task

ROUNDS = 7
WORKERS = 2
SPREAD = 0.05  # of the candidates of a generation, in scales of the parameters


@dataclass(frozen=True)
class Speed:
    """Times of one process on one machine; compare the ratios, not the times."""

    lane_us: dict[str, float]
    """Microseconds per time step of a candidate, with one lane and with eight filled:
    control, ground, joint stops, terms, all of it."""
    raw_step_us: float
    """Microseconds per `mj_step` of the same model without constraints."""
    speedup: float
    """Raw step over eight lanes: median of the rounds."""
    ratio: float
    """One lane over the raw step: median of the rounds."""
    contact_step_us: float
    """Microseconds per `mj_step` of the same model with the engine's own contact."""
    generation_us: float
    """Microseconds per time step of a candidate, over a whole generation: rollouts of
    different candidates, with all that Python does around them."""
    thread_speedup: float
    """Candidates per second with two workers, relative to one."""
    rate: float
    """Hz."""

    @property
    def realtime_factor(self) -> float:
        """Simulated seconds of candidates per second on one core."""
        return 1e6 / (self.lane_us[str(WIDTH)] * self.rate)

    def as_dict(self) -> dict[str, object]:
        """As scripts read it."""
        return {**asdict(self), "realtime_factor": self.realtime_factor}


def measure_speed(solution: Solution) -> Speed:
    """Time a walking solution; rounds of all kinds alternate."""
    problem, values = solution.problem, solution.values
    rate, steps = problem.setting.rate, problem.setting.num_steps
    drive = problem.controller.drive(values)
    one = Simulation(problem.character, problem.setting, problem.objective.options)
    batch, crowd = problem.batch(), problem.batch()
    candidates = _candidates(solution)
    simulated = [0.0]

    def in_lanes() -> None:
        same = (Task(lane, drive, problem.setting) for lane in range(WIDTH))
        for _ in batch.roll_out(same):
            pass

    def generation() -> None:
        simulated[0] = sum(rollout.seconds for _, rollout in crowd.roll_out(tasks()))

    def tasks() -> Iterator[Task]:
        for index, candidate in enumerate(candidates):
            yield from problem.tasks(index, candidate)

    character = problem.character
    kinds: dict[str, Callable[[], object]] = {
        "raw": _stepper(_without_constraints(character.model), rate, steps),
        "contact": _stepper(_on_a_floor(character), rate, steps),
        "one": lambda: one.roll_out(drive),
        "lanes": in_lanes,
        "generation": generation,
    }
    for work in kinds.values():
        work()  # compiled, and in the caches
    rounds = [
        {name: _seconds(work) for name, work in kinds.items()} for _ in range(ROUNDS)
    ]
    per_step = {"lanes": steps * WIDTH, "generation": simulated[0] * rate}

    def least_us(name: str) -> float:
        return min(r[name] for r in rounds) / per_step.get(name, steps) * 1e6

    return Speed(
        lane_us={"1": least_us("one"), str(WIDTH): least_us("lanes")},
        raw_step_us=least_us("raw"),
        speedup=statistics.median(WIDTH * r["raw"] / r["lanes"] for r in rounds),
        ratio=statistics.median(r["one"] / r["raw"] for r in rounds),
        contact_step_us=least_us("contact"),
        generation_us=least_us("generation"),
        thread_speedup=_thread_speedup(solution),
        rate=rate,
    )


def _candidates(solution: Solution) -> list[dict[str, float]]:
    """Values of a generation around a solution."""
    space, random = solution.problem.space, np.random.default_rng(1)
    center = space.encode(solution.values)
    return [
        space.decode(center + SPREAD * random.normal(size=space.dimension))
        for _ in range(WORKERS * WIDTH)
    ]


def _on_a_floor(character: Character) -> mujoco.MjModel:
    """The body on a floor, with the engine's own contact."""
    spec = mujoco.MjSpec.from_string(character.model_xml)
    for body in spec.bodies[1:]:
        for geom in body.geoms:
            geom.conaffinity = 0  # it touches the floor, but not itself
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=(0.0, 0.0, 0.05))
    return spec.compile()


def _without_constraints(model: mujoco.MjModel) -> mujoco.MjModel:
    plain = copy.copy(model)
    off = mujoco.mjtDisableBit
    plain.opt.disableflags |= int(off.mjDSBL_CONSTRAINT | off.mjDSBL_CONTACT)
    return plain


def _stepper(model: mujoco.MjModel, rate: float, steps: int) -> Callable[[], None]:
    """`mj_step` in a compiled loop, from the model's own pose."""
    model.opt.timestep = 1.0 / rate
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    data = mujoco.MjData(model)

    def run() -> None:
        mujoco.mj_resetData(model, data)
        data.qvel[:] = np.random.default_rng(1).normal(scale=0.1, size=model.nv)
        step_engine(model._address, data._address, steps)

    return run


def _thread_speedup(solution: Solution) -> float:
    """Rate of candidates with two threads against one; median of the rounds."""
    problem = solution.problem
    vectors = [problem.space.encode(solution.values)] * (2 * WIDTH * WORKERS)
    one, two = Evaluator(problem, 1), Evaluator(problem, WORKERS)
    one(vectors)
    two(vectors)
    return statistics.median(
        _seconds(lambda: one(vectors)) / _seconds(lambda: two(vectors))
        for _ in range(ROUNDS)
    )


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
