"""Whatever a file calls things, a page shows it as text: nothing of it runs.

Every text of a solution, a study and a skill that may be any text is hostile here, and
so are the names of bodies, joints, columns and files.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tomli_w

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError
from gaitsmith.experiment import load_experiment
from gaitsmith.gait.reference import human_reference
from gaitsmith.gait.table_file import as_csv
from gaitsmith.report.build import Extras, write_report, write_run_page
from gaitsmith.report.several_page import write_several
from gaitsmith.report.study_page import write_study_page
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.showcase.site import write_site
from gaitsmith.studies.plan import load_study
from gaitsmith.studies.study_job import open_study, run_study
from gaitsmith.workflows import initial_solution, optimize

MARKUP = "</script ><script>pwned=1</script><img src=x onerror='pwned=1'>\"'`$x_{$&amp;"
STEERING = "\u202e\x1b[31m\x07\u2028"
TEXTS = (MARKUP + STEERING, MARKUP)  # the second, where control characters are refused
# What a hostile text would have made, had it been markup.
FOREIGN = "document.querySelectorAll('img[src=x], [onerror], [onload]').length"
QUICK = {"setting": {"duration": 2.0, "rate": 1200.0}}


def texts_of(tree: Any) -> Iterator[tuple[Any, Any]]:
    """The places of all texts in a tree, and of keys that are texts of their own."""
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
        if isinstance(tree[key], str):
            yield tree, key
        elif isinstance(tree[key], dict | list):
            yield from texts_of(tree[key])


def spoil(tree: Any, loads: Callable[[], object]) -> int:
    """Make every text hostile with which the file still loads; how many are."""
    count = 0
    for node, key in texts_of(tree):
        before = node[key]
        for text in TEXTS:
            node[key] = text
            try:
                loads()
            except InputError:
                node[key] = before
            else:
                count += 1
                break
    return count


def hostile_body() -> dict[str, Any]:
    """The planar biped as a model file of somebody who calls its parts so."""
    body = load_character("planar_biped")
    text = json.dumps({"xml": body.model_xml, "roles": roles_of(body)})
    quoted = json.dumps(MARKUP)[1:-1]
    content = json.loads(text.replace("torso", f"torso{quoted}"))
    content["xml"] = body.model_xml.replace("torso", f"torso{as_attribute(MARKUP)}")
    return {"model_xml": content["xml"], "roles": content["roles"]}


def as_attribute(text: str) -> str:
    for letter, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot")):
        text = text.replace(letter, f"&{name};")
    return text


def roles_of(body: Any) -> dict[str, Any]:
    from gaitsmith.characters.planar import planar_roles

    return planar_roles().model_dump(exclude_none=True)


@pytest.fixture(scope="module")
def hostile(make_experiment, tmp_path_factory) -> SimpleNamespace:
    """A solution in a run folder, and how many of its texts are hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    start = initial_solution(make_experiment(**QUICK))
    content = json.loads(start.to_text())
    content["experiment"]["character"] |= {"description": "Any."}
    content["score"] = {"outcome": "completed", "total": 1.0, "speed": 1.0}
    content["score"]["terms"] = {MARKUP: {"contribution": 1.0, "text": "any"}}
    file = folder / f"{MARKUP.replace('/', '|')}.json"

    def loads() -> Solution:
        file.write_text(json.dumps(content), encoding="utf-8")
        return read_solution(file)

    count = spoil(content, loads)
    return SimpleNamespace(file=file, solution=loads(), count=count)


@pytest.fixture(scope="module")
def pages(hostile, make_experiment, tmp_path_factory) -> dict[str, Path]:
    """Every kind of page, by name."""
    folder = tmp_path_factory.mktemp("pages")
    people = human_reference("walk", 1.25)
    columns = {"percent": 100.0 * people.angles["hip"].mean * 0.0}
    columns["percent"] += [float(k) for k in range(101)]
    columns["hip"] = people.angles["hip"].mean
    table = folder / f"{MARKUP.replace('/', '|')}.csv"
    table.write_text(as_csv(columns), encoding="utf-8")
    found = {
        "report": write_report(
            hostile.solution,
            folder / "report.html",
            Extras(reference_file=table, called=MARKUP),
        ),
        "several": folder / "several.html",
        "study": study_page(hostile.file, folder),
        "run": run_page(make_experiment, folder),
    }
    write_several(
        {MARKUP: hostile.solution, "b" + MARKUP: hostile.solution}, found["several"]
    )
    write_site({"own/hostile": hostile.file}, folder / "site")
    found["index"] = folder / "site" / "index.html"
    found["entry"] = folder / "site" / "own" / "hostile" / "index.html"
    return found


def run_page(make_experiment: Any, folder: Path) -> Path:
    """Of a search whose body has hostile parts, and whose tables have such columns."""
    values = make_experiment().as_dict() | {"character": hostile_body()}
    values |= {"name": MARKUP, "description": MARKUP, "parameters": {}}
    file = folder / "body.toml"
    file.write_text(tomli_w.dumps(values), encoding="utf-8")
    run = optimize(load_experiment(file), folder / MARKUP.replace("/", "|"), workers=1)
    return write_run_page(run.folder, run.best)


def study_page(file: Path, folder: Path) -> Path:
    """Of a study whose file is as hostile as it can be."""
    experiment = {"name": "tiny", **QUICK, "character": "planar_biped"}
    experiment |= {"controller": {"law": "simbicon", "gait": "walk"}}
    experiment |= {"objective": {"fail": {}}, "optimizer": {"max_generations": 2}}
    experiment["sturdiness"] = {"finalists": 0}
    (folder / "tiny.toml").write_text(tomli_w.dumps(experiment), encoding="utf-8")
    values: dict[str, Any] = {
        "description": "any",
        "experiment": "tiny.toml",
        "variants": [
            {"name": "a", "set": {"optimizer.sigma": 0.1}},
            {"name": "b", "set": {}},
        ],
        "grid": {"name": ["a", "b"]},
        "success": {"seconds": 99.0},
        "measure": {"gait": False},
    }
    own = folder / "own.toml"

    def loads() -> object:
        own.write_text(tomli_w.dumps(values), encoding="utf-8")
        return load_study(own)

    spoil(values, loads)
    result = run_study(loads(), folder / "study", workers=1, watch=lambda _: None)
    for cell in result.folder.glob("cell-*/cell.json"):
        content = json.loads(cell.read_text("utf-8"))
        content |= {"why": MARKUP + STEERING, "stop_reason": MARKUP}
        content["numbers"] |= {MARKUP: 1.0}
        cell.write_text(json.dumps(content), encoding="utf-8")
    return write_study_page(open_study(result.folder))


def test_most_texts_of_a_solution_may_be_anything(hostile):
    assert hostile.count >= 6
    assert MARKUP in hostile.solution.name


@pytest.fixture(scope="module")
def browser(launch):
    started = launch()
    yield started
    started.close()


@pytest.mark.parametrize(
    "name", ["report", "several", "study", "run", "index", "entry"]
)
def test_nothing_of_a_hostile_file_runs(name, pages, browser):
    context = browser.new_context()
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page = context.new_page()
    page.goto(pages[name].as_uri())
    page.wait_for_load_state()
    assert page.evaluate("window.pwned") is None
    assert page.evaluate(FOREIGN) == 0
    assert MARKUP in page.locator("body").inner_text() or name == "index"
    assert all(url.startswith(("file:", "data:")) for url in requests)
    context.close()
