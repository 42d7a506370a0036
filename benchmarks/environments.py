"""Measure actions per second: a vector of eight beside eight single environments.

Usage: .venv/bin/python benchmarks/environments.py [character [control]]

Both take turns in one process, and the CPU time of this thread counts: the ratio
matters, times vary from machine to machine.
"""

import sys
import time
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv

from gaitsmith.learning.environment import WalkingEnv
from gaitsmith.learning.vector import WalkingVectorEnv

NUM_ENVS = 8
ACTIONS = 50  # of each environment in a turn
TURNS = 8


def seconds(envs: WalkingVectorEnv | SyncVectorEnv, actions: np.ndarray) -> float:
    """CPU time of a turn [s]."""
    start = time.thread_time()
    for each in actions:
        envs.step(each)
    return time.thread_time() - start


def main(character: str = "stocky", control: str = "targets") -> None:
    """Print both speeds and their ratio, the median of all turns."""
    task: dict[str, Any] = {"character": character, "control": control}
    lanes = WalkingVectorEnv(NUM_ENVS, **task)
    single = SyncVectorEnv([lambda: WalkingEnv(**task)] * NUM_ENVS)
    shape = (ACTIONS, NUM_ENVS, len(lanes.joint_names))
    generator = np.random.default_rng(1)
    times = []
    for turn in range(TURNS + 1):
        actions = generator.uniform(-0.1, 0.1, shape).astype(np.float32)
        for envs in (lanes, single):
            envs.reset(seed=turn)
        times.append((seconds(lanes, actions), seconds(single, actions)))
    together, alone = np.array(times[1:]).T  # the first turn compiles
    done = ACTIONS * NUM_ENVS
    print(f"{character}, {control}, actions per second of CPU time")
    print(f"a vector of {NUM_ENVS}: {done / np.median(together):8.0f}")
    print(f"{NUM_ENVS} single ones:  {done / np.median(alone):8.0f}")
    print(f"ratio:         {np.median(alone / together):8.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
