"""Write a character file, and see how the published walk carries that body."""

import tempfile
from pathlib import Path

import gaitsmith
from gaitsmith.workflows import initial_solution

GIANT = """
height = 2.2
mass = 130.0
[proportions]
upper_arm = 0.21
"""

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "giant.toml"
    file.write_text(GIANT)
    experiment = gaitsmith.load_experiment(
        "simbicon/walk", [f"character={file}", "parameters.start.speed=0.6"]
    )
    character = experiment.problem.character
    print(f"{character.name}: {character.mass:g} kg, {character.model.nv} axes")
    print(gaitsmith.simulate(initial_solution(experiment)).rollout.sentence)
