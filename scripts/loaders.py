"""Everything that gaitsmith reads from strangers, by kind: how, and good examples.

Used by scripts/fuzz.py, and by the tests of what it has found.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import foreign_files as foreign
import spoiling
import tomli_w

from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.adaptation.chain import ChainJob
from gaitsmith.characters.character import CATALOGUE_FOLDER, load_character
from gaitsmith.characters.devices import read_devices
from gaitsmith.cli.setting_options import in_setting, parse_push
from gaitsmith.cluster.place_files import read_spec
from gaitsmith.declarations import declare
from gaitsmith.experiment import load_experiment
from gaitsmith.improvements import replay_run
from gaitsmith.jobs import job_in
from gaitsmith.measured.marker_file import read_markers
from gaitsmith.measured.reference_file import read_reference
from gaitsmith.measured.walk_file import read_gait
from gaitsmith.papers.vandepanne1995.keyframe_spec import (
    load_keyframes,
    shipped_keyframes,
)
from gaitsmith.planning.course import read_course
from gaitsmith.planning.examples import read_examples
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.job import JobFolder
from gaitsmith.runs.push_file import read_pushes
from gaitsmith.runs.row_log import read_terms
from gaitsmith.runs.seed_file import read_seeds
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.disturbances import PushSpec
from gaitsmith.skills.skill import load_plan, load_skill
from gaitsmith.solution_file import gallery
from gaitsmith.studies.found import read_found
from gaitsmith.studies.grid import Cell
from gaitsmith.studies.plan import load_study, shipped_studies
from gaitsmith.studies.study_job import StudyJob
from gaitsmith.subjects.scenario import load_scenario
from gaitsmith.takes.take import read_take
from gaitsmith.takes.way import way_through
from gaitsmith.withdrawal.windows import WindowsJob
from gaitsmith.workflows import load_solution

ROOT = Path(__file__).resolve().parents[1]
WALK, TURNING, SEEDED = "coros2008/walk", "simbicon/walk", "wang2012/nwalk"
SOLUTIONS = (WALK, TURNING, "vandepanne1995/simpleton_2", "wang2012/nwalk")
TINY = {
    "name": "tiny",
    "character": "planar_biped",
    "controller": {"law": "simbicon", "gait": "walk"},
    "setting": {"duration": 0.5, "rate": 1200.0},
    "objective": {"fail": {}, "user": {"speed": 1.2}, "power": {}},
    "optimizer": {"population": 4, "max_generations": 3, "sigma": 0.3},
    "plugins": [],
}
COSTS = "generation,candidate,cost\n" + "".join(
    f"{generation},{candidate},{1.5 * candidate + 0.1 / generation}\n"
    for generation in (1, 2, 3)
    for candidate in range(4)
)
PROGRESS = (
    "generation,evaluations,best,generation_best,generation_median,sigma,"
    "best_survived,seconds,guide_strength,guide_effort\n"
    "1,4,0.1,0.1,1.6,0.3,0.5,0.21,0,0\n2,8,0.05,0.05,1.5,0.29,0.5,0.4,0,0\n"
)
TERMS = "generation,fail,user,power\n1,0,0.2,0.3\n2,0,0.1,0.2\n"
WORDS = {  # what is typed, by kind
    "push": ("150,0@3+0.4", "10,20,30@1/pelvis", "1,0@0"),
    "heading": ("45", "90@5", "-30@2.5"),
    "set": (
        *("character.height=1.9", "optimizer.sigma=0.5", "setting.duration=20"),
        *("setting.terrain.slope=5", "objective.user.speed=1.5", "seed=3"),
        "setting.terrain.gaps=[[3,4],[5,6]]",
        'setting.pushes=[{start=1.0,force=[1,0,0],body="trunk"}]',
        "parameters.state0.dwell={lower=0.1,upper=0.9}",
    ),
    "terrain": (
        *("gaps:width=0.5,spacing=0.5,count=5,seed=3", "crevasses:width=0.5,count=10"),
        *("stones:count=20,min=0.2,max=0.8,seed=3", "gaps:width=0.2-0.5"),
    ),
}


class Loader(NamedTuple):
    """One kind of file."""

    file: str
    """The name that it has."""
    load: Callable[[Path], object]
    examples: Callable[[], list[bytes]]
    spoil: spoiling.Spoil


def _files(*patterns: str) -> Callable[[], list[bytes]]:
    return lambda: [
        path.read_bytes()
        for pattern in patterns
        for path in sorted(ROOT.glob(pattern))
        if path.stat().st_size < 400_000
    ]


def _words(kind: str) -> Callable[[], list[bytes]]:
    return lambda: [word.encode() for word in WORDS[kind]]


def _typed(path: Path) -> str:
    """What a shell could hand over: no zero bytes."""
    return path.read_bytes().decode(errors="surrogateescape").replace("\0", "")


@cache
def _solution(name: str) -> Solution:
    return load_solution(name)


def _run(name: str) -> Callable[[Path], object]:
    """Reads a file of a run whose other files are right."""

    def load(path: Path) -> object:
        marker = path.parent / "experiment.toml"
        if not marker.is_file():
            marker.write_text(tomli_w.dumps(TINY), encoding="utf-8")
        folder = RunFolder.open_run(path.parent)
        match name:
            case "costs":
                return replay_run(path.parent)
            case "progress":
                return folder.read_progress()
            case _:
                return read_terms(path)

    return load


def _load_solution(path: Path) -> object:
    solution = load_solution(path)
    return repr(solution), solution.to_text()


def _load_character(path: Path) -> object:
    return muscles_of(load_character(path), str(path))


def _load_job(path: Path) -> object:
    """The request of a job, as `gaitsmith resume` reads it."""
    kind = job_in(path.parent)
    return kind.load(path.parent)


def _load_steps(path: Path) -> object:
    return read_examples(path, load_skill(WALK).plan.actions.names)


def _bodies() -> Iterator[bytes]:
    yield (ROOT / "tests" / "characters" / "suite_humanoid.xml").read_bytes()
    for file in sorted(CATALOGUE_FOLDER.glob("*.toml"))[::3]:
        yield load_character(file.stem).model_xml.encode()


def _characters() -> Iterator[bytes]:
    yield from _files(
        "src/gaitsmith/characters/catalogue/*.toml", "examples/*body*.toml"
    )()
    xml = load_character("planar_biped").model_xml
    roles = {"pelvis": "torso"} | {
        side: {"hip": [f"{side}_hip_y"], "knee": f"{side}_knee"}
        for side in ("left", "right")
    }
    yield tomli_w.dumps({"model_xml": xml, "roles": roles}).encode()
    yield tomli_w.dumps({"model_file": "own.xml"}).encode()


def _clusters() -> list[bytes]:
    return [
        b'kind = "local"\nworkers = 2\n',
        b'kind = "slurm"\nworkers = 8\ncores = 4\nmemory = "32GB"\n'
        b'walltime = "02:00:00"\noptions = { queue = "x" }\n',
        b'kind = "ssh"\nhosts = ["a"]\ntls = { ca = "a", cert = "b", key = "c" }\n',
        b'kind = "kubernetes"\nworkers = 2\nimage = "x"\n',
    ]


def _study_jobs() -> Iterator[bytes]:
    for name in sorted(shipped_studies())[:3]:
        yield from (
            text.encode() for text in StudyJob(load_study(name)).files().values()
        )


def _cells() -> list[bytes]:
    cell = {"number": 1, "values": {"seed": 1}, "before": None}
    numbers = {"objective": 1.5, "speed": 1.2, "sturdy": True, "held": "inf"}
    row = {"cell": cell, "is_success": True, "why": "", "numbers": numbers}
    return [json.dumps({**row, "stop_reason": "budget_used"}).encode()]


def _chains() -> list[bytes]:
    spec = {"key": "setting.terrain.slope", "start": 0.0, "goal": 6.0, "step": 2.0}
    return [tomli_w.dumps(spec | {"enough": 10.0, "generations": 5}).encode()]


def _withdrawals() -> list[bytes]:
    return [tomli_w.dumps({"seconds": 5.0, "trials": 60, "budget": 500}).encode()]


def _change(path: Path) -> object:
    return load_experiment("simbicon/walk", [_typed(path)])


def _push(path: Path) -> object:
    text = _typed(path)
    declare(PushSpec, parse_push(text), "--push")
    return in_setting(_solution(TURNING), push=[text])


def _load_take(path: Path) -> object:
    take = read_take(path)
    return way_through(take.path, take.corner)


def _takes() -> list[bytes]:
    return [
        tomli_w.dumps(
            {
                "gaits": ["wang2009/robust", "wang2009/pushed"],
                "path": [[4.0, 0.0], [8.0, 3.0], [8.0, 9.0]],
                "speeds": [[0.0, 1.4], [3.0, 1.5]],
                "gaps": [{"at": 2.0, "width": 0.4}],
                "pushes": [{"start": 1.5, "force": [0.0, 90.0, 0.0]}],
            }
        ).encode()
    ]


LOADERS: dict[str, Loader] = {
    "device": Loader(
        "own.toml",
        lambda path: read_devices(str(path)),
        _files("src/gaitsmith/characters/device_catalogue/*.toml"),
        spoiling.spoil_toml,
    ),
    "scenario": Loader(
        "own.toml", load_scenario, _files("scenarios/*.toml"), spoiling.spoil_toml
    ),
    "take": Loader("own.toml", _load_take, _takes, spoiling.spoil_toml),
    "trc": Loader("own.trc", read_markers, foreign.markers, spoiling.spoil_rows),
    "c3d": Loader(
        "own.c3d", foreign.read_c3d_here, foreign.c3d_files, spoiling.spoil_bytes
    ),
    "osim": Loader(
        "own.osim", _load_character, foreign.opensim_models, spoiling.spoil_xml
    ),
    "walk": Loader(
        "own.csv", lambda path: read_gait([path]), foreign.walks, spoiling.spoil_rows
    ),
    "solution": Loader(
        "own.json",
        _load_solution,
        lambda: [gallery()[name].read_bytes() for name in SOLUTIONS],
        spoiling.spoil_json,
    ),
    "experiment": Loader(
        "own.toml",
        load_experiment,
        lambda: [tomli_w.dumps(TINY).encode(), *_files("experiments/**/*.toml")()[::4]],
        spoiling.spoil_toml,
    ),
    "character": Loader(
        "own.toml", _load_character, lambda: list(_characters()), spoiling.spoil_toml
    ),
    "mjcf": Loader(
        "own.xml", _load_character, lambda: list(_bodies()), spoiling.spoil_xml
    ),
    "csv": Loader(
        "own.csv",
        lambda path: read_reference(path, "walk", 1.25),
        foreign.tables,
        spoiling.spoil_rows,
    ),
    "motion": Loader(
        "own.mot",
        lambda path: read_reference(path, "walk", 1.25, (0.0, 1.1)),
        foreign.motions,
        spoiling.spoil_rows,
    ),
    "skill": Loader(
        "own.toml",
        lambda path: load_plan(str(path)),
        _files("skills/**/*.toml"),
        spoiling.spoil_toml,
    ),
    "steps": Loader(
        "steps.csv", _load_steps, _files(f"gallery/{WALK}/*.csv"), spoiling.spoil_rows
    ),
    "study": Loader(
        "own.toml", load_study, _files("studies/*.toml"), spoiling.spoil_toml
    ),
    "keyframes": Loader(
        "own.toml",
        lambda path: load_keyframes(str(path), "here", path.parent),
        lambda: [file.read_bytes() for file in shipped_keyframes().values()],
        spoiling.spoil_toml,
    ),
    "cell": Loader(
        "cell.json",
        lambda path: read_found(path.parent, Cell(1, {"seed": 1}, None)),
        _cells,
        spoiling.spoil_json,
    ),
    "cluster": Loader(
        "own.toml", lambda path: read_spec(str(path)), _clusters, spoiling.spoil_toml
    ),
    "place": Loader(
        "place.txt",
        lambda path: read_spec(_typed(path)),
        lambda: [b"local:4", b"tls://head:8786", b"127.0.0.1:8786"],
        spoiling.spoil_bytes,
    ),
    "pushes": Loader(
        "own.pushes.json",
        lambda path: read_pushes(path, _solution(WALK)),
        _files(f"gallery/{WALK}.pushes.json", "gallery/wang2009/robust.pushes.json"),
        spoiling.spoil_json,
    ),
    "seeds": Loader(
        "own.seeds.json",
        lambda path: read_seeds(path.with_name("own.json"), _solution(SEEDED)),
        _files(f"gallery/{SEEDED}.seeds.json"),
        spoiling.spoil_json,
    ),
    "chain": Loader(
        "chain.toml",
        lambda path: ChainJob.read_request(path.parent),
        _chains,
        spoiling.spoil_toml,
    ),
    "withdrawal": Loader(
        "withdrawal.toml",
        lambda path: WindowsJob.read_request(path.parent),
        _withdrawals,
        spoiling.spoil_toml,
    ),
    "study-job": Loader(
        "study.toml", _load_job, lambda: list(_study_jobs()), spoiling.spoil_toml
    ),
    "costs": Loader(
        "costs.csv", _run("costs"), lambda: [COSTS.encode()], spoiling.spoil_rows
    ),
    "progress": Loader(
        "progress.csv",
        _run("progress"),
        lambda: [PROGRESS.encode()],
        spoiling.spoil_rows,
    ),
    "terms": Loader(
        "terms.csv", _run("terms"), lambda: [TERMS.encode()], spoiling.spoil_rows
    ),
    "provenance": Loader(
        "provenance.json",
        lambda path: JobFolder(path.parent).first_command(),
        lambda: [b'{"starts": [{"command": "gaitsmith optimize demo"}]}'],
        spoiling.spoil_json,
    ),
    "push": Loader("push.txt", _push, _words("push"), spoiling.spoil_bytes),
    "heading": Loader(
        "heading.txt",
        lambda path: in_setting(_solution(TURNING), heading=[_typed(path)]),
        _words("heading"),
        spoiling.spoil_bytes,
    ),
    "set": Loader("set.txt", _change, _words("set"), spoiling.spoil_bytes),
    "terrain": Loader(
        "terrain.txt",
        lambda path: read_course(_typed(path)),
        _words("terrain"),
        spoiling.spoil_bytes,
    ),
}
