"""Improve a small policy of the planar biped by random search in gymnasium."""

import gymnasium
import numpy as np

env = gymnasium.make(
    "gaitsmith.learning:gaitsmith/Walk-v0",
    character="planar_biped",
    speed=0.5,
    max_seconds=3.0,
)
observations, actions = env.observation_space.shape[0], env.action_space.shape[0]


def total_reward(policy: np.ndarray) -> float:
    """The return of one episode; the action is linear in the observation."""
    observation, _ = env.reset(seed=1)
    total, is_over = 0.0, False
    while not is_over:
        action = np.clip(policy @ observation, -1.0, 1.0).astype(np.float32)
        observation, reward, has_fallen, is_late, _ = env.step(action)
        total, is_over = total + float(reward), has_fallen or is_late
    return total


generator = np.random.default_rng(1)
best = np.zeros((actions, observations))
best_return = total_reward(best)
print(f"standing still: return {best_return:.1f}")
for candidate in range(40):
    policy = best + generator.normal(scale=0.01, size=best.shape)
    if (found := total_reward(policy)) > best_return:
        best, best_return = policy, found
        print(f"candidate {candidate}: return {best_return:.1f}")
env.close()
