"""Characters as environments for reinforcement learning."""
