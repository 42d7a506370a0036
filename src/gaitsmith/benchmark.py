"""How fast the simulation core is, beside the engine's own step."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np

from gaitsmith.optimization.evaluation import ThreadEvaluator
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.physics import step_engine

ROUNDS = 7
WORKERS = 2


@dataclass(frozen=True)
class Speed:
    """Times of one process on one machine; compare the ratios, not the times."""

    closed_loop_us: float
    """Microseconds per time step: control, ground, joint stops, terms, all of it."""
    raw_step_us: float
    """Microseconds per `mj_step` of the same model without constraints."""
    rate: float
    """Hz."""
    thread_speedup: float
    """Candidates per second with two workers, relative to one."""

    @property
    def ratio(self) -> float:
        """Closed loop against the engine's step."""
        return self.closed_loop_us / self.raw_step_us

    @property
    def realtime_factor(self) -> float:
        """Simulated seconds per second on one core."""
        return 1e6 / (self.closed_loop_us * self.rate)

    def as_dict(self) -> dict[str, float]:
        """As scripts read it."""
        return {
            "closed_loop_us": self.closed_loop_us,
            "raw_step_us": self.raw_step_us,
            "ratio": self.ratio,
            "realtime_factor": self.realtime_factor,
            "thread_speedup": self.thread_speedup,
            "rate": self.rate,
        }


def measure_speed(solution: Solution) -> Speed:
    """Time a walking solution; rounds of both kinds alternate, the quickest count."""
    problem = solution.problem
    simulations = problem.simulations()
    rate = problem.setting.rate
    steps = problem.setting.num_steps

    def closed_loop() -> None:
        problem.judge(solution.values, simulations)

    raw = _raw_stepper(problem.character.model, rate, steps)
    closed_loop()
    raw()
    pairs = [(_seconds(closed_loop), _seconds(raw)) for _ in range(ROUNDS)]
    return Speed(
        closed_loop_us=min(pair[0] for pair in pairs) / steps * 1e6,
        raw_step_us=min(pair[1] for pair in pairs) / steps * 1e6,
        rate=rate,
        thread_speedup=_thread_speedup(solution),
    )


def _raw_stepper(model: mujoco.MjModel, rate: float, steps: int) -> Callable[[], None]:
    """`mj_step` in a compiled loop on a copy of the model without constraints."""
    import copy

    plain = copy.copy(model)
    plain.opt.timestep = 1.0 / rate
    plain.opt.disableflags |= int(
        mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        | mujoco.mjtDisableBit.mjDSBL_CONTACT
        | mujoco.mjtDisableBit.mjDSBL_AUTORESET
    )
    data = mujoco.MjData(plain)

    def run() -> None:
        mujoco.mj_resetData(plain, data)
        data.qvel[:] = np.random.default_rng(1).normal(scale=0.1, size=plain.nv)
        step_engine(plain._address, data._address, steps)

    return run


def _thread_speedup(solution: Solution) -> float:
    """Rate of candidates with two threads against one; the quickest rounds count."""
    problem = solution.problem
    vectors = [problem.space.encode(solution.values)] * (8 * WORKERS)
    with (
        ThreadEvaluator(problem, 1) as one,
        ThreadEvaluator(problem, WORKERS) as two,
    ):
        one(vectors[:1])
        two(vectors[:WORKERS])
        pairs = [
            (_seconds(lambda: one(vectors)), _seconds(lambda: two(vectors)))
            for _ in range(ROUNDS)
        ]
    return min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
