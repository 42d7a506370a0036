"""Compose a walk by hand, optimise it, report it and save it; no file is read."""

import tempfile
from pathlib import Path

import gaitsmith as gs

folder = Path(tempfile.mkdtemp(prefix="gaitsmith-"))
character = gs.load_character("planar_biped")
problem = gs.Problem(
    character=character,
    controller=gs.make_controller(character, "simbicon", gait="walk"),
    setting=gs.Setting(duration=3.0, rate=1200.0),
    objective=gs.make_objective(fail={}, user={"speed": 1.2}, power={}),
)
search = gs.Search(gs.CmaSpec(sigma=0.3, max_generations=3))
run = gs.optimize(gs.Experiment("by hand", problem, search), folder / "run")
print(run.stop_reason.value, run.best.score["outcome"])
gs.write_report(run.best, folder / "walk.html")
run.best.save(folder / "walk.json")
longer = gs.with_setting(gs.load_solution(folder / "walk.json"), duration=10.0)
print(gs.simulate(longer).rollout.sentence)
