"""What a gait is like: angles, steps, cycles, natural features, likeness to people."""
