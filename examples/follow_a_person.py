"""Draw a gait to measured curves: here those of somebody whose left knee is stiff."""

import tempfile
from pathlib import Path

import gaitsmith
from gaitsmith.gait.human import angles

people = angles("walk", 1.1)
columns = {
    "percent": range(101),
    "hip_mean": people["hip"].mean,
    "knee_left": 0.6 * people["knee"].mean,
    "knee_right": people["knee"].mean,
}
values = zip(*columns.values(), strict=True)
rows = [",".join(columns), *(",".join(map(str, row)) for row in values)]

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "stiff.csv"  # or walk.mot, walk.c3d: see docs/data.md
    file.write_text("\n".join(rows))
    experiment = gaitsmith.load_experiment(
        "simbicon/walk",
        [
            f"objective.follow.file={file}",
            "objective.follow.weight=100",
            "setting.duration=5.0",
            "optimizer.population=8",
            "optimizer.max_generations=2",
            "sturdiness.finalists=0",
        ],
    )
    run = gaitsmith.optimize(experiment, Path(folder) / "run")
    score = run.best.score
    value, source = score["terms"]["follow"]["value"], score["human_data"][0]
    print(f"{source}: {value:.2f} standard deviations away")
