"""The code on the page about plug-ins is that of the example, or it is run here."""

import re
from pathlib import Path

import gaitsmith as gs
from gaitsmith.optimization.optimizers import declare_optimizer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "plug-in.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "examples" / "hop_plugin.py").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def own_blocks() -> list[str]:
    """Those that are no part of the example, without the one that loads a file."""
    others = [block for block in BLOCKS if block not in EXAMPLE]
    return [block for block in others if "load_plugin" not in block]


def test_a_part_of_each_kind_is_shown():
    for kind in (
        *("law", "term", "muscle_model", "character", "optimizer", "export_format"),
        *("command", "controls", "updates", "actuates", "equilibrates"),
    ):
        assert f"@gaitsmith.{kind}(" in PAGE, kind
    assert len(own_blocks()) == 3
    assert len(BLOCKS) == 10


def test_what_is_not_in_the_example_works_as_one_plugin(tmp_path, no_plugin_stays):
    file = tmp_path / "page.py"
    file.write_text("\n\n".join(own_blocks()), encoding="utf-8")
    gs.load_plugin(file)
    character = gs.load_character("planar_biped")
    problem = gs.Problem(
        character=character,
        controller=gs.make_controller(character, "crouch"),
        setting=gs.Setting(duration=0.1, rate=600.0),
        objective=gs.make_objective(fail={}, quiet={"speed": 1e-6}),
    )
    search = gs.Search(declare_optimizer({"method": "random", "max_generations": 2}))
    run = gs.optimize(gs.Experiment("page", problem, search), tmp_path / "run")
    assert run.best.score["outcome"] == "completed"
    assert run.best.score["terms"]["quiet"]["value"] > 0.0
    assert "page" in (tmp_path / "run" / "experiment.toml").read_text(encoding="utf-8")
