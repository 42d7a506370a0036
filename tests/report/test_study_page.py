"""The page of a study: made from what is done, with gaits to choose from."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from gaitsmith.errors import InputError
from gaitsmith.report.study_page import write_study_page
from gaitsmith.report.study_plots import learning_svg
from gaitsmith.runs.folder import Progress
from gaitsmith.studies.plan import load_study
from gaitsmith.studies.study_job import StudyJob, StudyResult, open_study, run_study
from gaitsmith.workflows import load_solution

HOSTILE = "</script><script>window.pwned = 1</script>"
SLOPE, SPEED = "setting.terrain.slope", "objective.user.speed"
SOFTWARE_WEBGL = (
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)


@pytest.fixture(scope="module")
def done(make_experiment, tmp_path_factory) -> StudyResult:
    """Two slopes by two speeds, all but the last cell."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "tiny.toml").write_text(
        tomli_w.dumps(make_experiment().as_dict()), encoding="utf-8"
    )
    values: dict[str, Any] = {
        "description": HOSTILE,
        "experiment": "tiny.toml",
        "set": {"optimizer.max_generations": 2},
        "grid": {SLOPE: [0.0, 1.0], SPEED: [1.0, 1.2]},
        "success": {"seconds": 0.5},
        "front": {"less": ["objective", "e_power"]},
        "show": ["objective", "no_such_column"],
    }
    file = folder / "own.toml"
    file.write_text(tomli_w.dumps(values), encoding="utf-8")
    result = run_study(load_study(file), folder / "study", watch=lambda _: None)
    (result.folder / "cell-04" / "cell.json").unlink()
    return open_study(result.folder)


@pytest.fixture(scope="module")
def page(done: StudyResult) -> Path:
    return write_study_page(done)


def test_a_partial_study_has_a_page(page: Path):
    text = page.read_text("utf-8")
    assert "3 of 4 searches are done." in text
    assert text.count("1 of 1") == 3
    assert HOSTILE not in text
    for title in ("Success", "Map", "Trade-off", "Learning curves", "Cells"):
        assert f">{title}</h2>" in text


def test_every_cell_that_is_drawn_can_be_watched(page: Path):
    text = page.read_text("utf-8")
    data = text.split('id="player-data">')[1].split("</script>")[0]
    labels = [scene["label"] for scene in json.loads(data)]
    assert sorted(labels) == [
        "1: slope=0, speed=1",
        "2: slope=0, speed=1.2",
        "3: slope=1, speed=1",
    ]
    named = re.findall(r'id="figure\d+-(?:\d+-)?scene-(\d+)"', text)
    # Each in two maps and in the trade-off.
    assert sorted(named) == sorted(["0", "1", "2"] * 3)


def test_a_study_of_which_nothing_is_done_says_so(make_study_folder):
    with pytest.raises(InputError, match="no cell of this study is done yet"):
        write_study_page(open_study(make_study_folder))


@pytest.fixture
def make_study_folder(done: StudyResult, tmp_path: Path) -> Path:
    for name, text in StudyJob(done.study).files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_median_of_searches_keeps_what_has_ended():
    def search(*bests: float) -> list[Progress]:
        return [
            Progress(number, 10 * number, best, best, best, 1.0, 1.0, 1.0)
            for number, best in enumerate(bests, 1)
        ]

    svg = learning_svg({"all": [search(9.0), search(8.0, 2.0), search(7.0, 4.0)]})
    assert svg == learning_svg(
        {"all": [search(9.0), search(8.0, 2.0), search(7.0, 4.0)]}
    )
    assert svg != learning_svg(
        {"all": [search(1.0), search(8.0, 2.0), search(7.0, 4.0)]}
    )


@pytest.fixture(scope="module")
def browser_page(launch, page: Path) -> Iterator[Any]:
    browser = launch(*SOFTWARE_WEBGL)
    opened = browser.new_page(viewport={"width": 1000, "height": 900})
    opened.set_default_timeout(60_000)
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda one: complaints.append(one.url))
    opened.goto(page.as_uri())
    opened.wait_for_function("() => window.gaitsmithPlayer?.ready", timeout=60_000)
    yield opened
    assert [one for one in complaints if not one.startswith(("file:", "data:"))] == []
    browser.close()


@pytest.mark.parametrize("chooser", ["button", "field"])
def test_a_click_shows_another_gait_in_the_same_view(
    browser_page, done: StudyResult, chooser: str
):
    number = {"button": 1, "field": 2}[chooser]
    selector = {
        "button": f'button[data-scene="{number}"]',
        "field": f"svg [id$='-scene-{number}']",
    }[chooser]
    label = browser_page.locator(f'button[data-scene="{number}"]').text_content()
    browser_page.locator(selector).first.click()
    assert browser_page.locator(".view figcaption strong").text_content() == label
    assert browser_page.locator("canvas").count() == 1
    cell = int(label.partition(":")[0])
    start = load_solution(done.folder / done.study.folder(done.found[cell - 1].cell))
    size = start.problem.character.height
    place = browser_page.evaluate(
        "() => { gaitsmithPlayer.pause(); gaitsmithPlayer.seek(0);"
        " return gaitsmithPlayer.bodyPosition(0, 1); }"
    )
    assert 0.3 * size < place[2] < size
    pressed = browser_page.locator('button[data-scene][aria-pressed="true"]')
    assert pressed.all_text_contents() == [label]
