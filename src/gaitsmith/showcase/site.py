"""Writes the site: pages, thumbnails and files to take away; only what has changed."""

import hashlib
import json
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gaitsmith.export.formats import export_motion
from gaitsmith.export.motion import Motion
from gaitsmith.pushes import PushTable
from gaitsmith.report.page import PageContent, PageView, modules_script, render_page
from gaitsmith.report.sections import Commands, Facts, Links, ShellCommand
from gaitsmith.runs.files import to_json, write_atomically
from gaitsmith.runs.push_file import push_file, read_pushes
from gaitsmith.runs.solution import Solution, read_solution
from gaitsmith.scene.replay import FRAME_RATE, scene_of
from gaitsmith.showcase.entry import Entry, entry_of
from gaitsmith.showcase.index_page import INDEX_FILE, facts_of, index_html
from gaitsmith.showcase.thumbnail import shortened, thumbnail
from gaitsmith.workflows import simulate, undisturbed

MODULES_FILE = "player.js"
PLAYED_SECONDS = 10.0  # s, that are simulated
FIXED_SECONDS = 6.0  # s of it that a page replays
TAKEN_AWAY = (".glb", ".bvh")
ENTRY_FILE = "entry.json"
Watch = Callable[[str, int, int], None]  # name, how many are done, of how many


def write_site(
    solutions: Mapping[str, Path], folder: Path, watch: Watch | None = None
) -> list[Entry]:
    """Write the site, or what is not up to date in it.

    Args:
        solutions: files by name.
        folder: of the site; made if there is none.
        watch: called before each solution.

    Returns:
        What the cards tell.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[Entry] = []
    for number, (name, file) in enumerate(solutions.items()):
        if watch is not None:
            watch(name, number, len(solutions))
        entries.append(_up_to_date(name, file, folder / name))
    write_atomically(folder / MODULES_FILE, modules_script())
    write_atomically(folder / INDEX_FILE, index_html(entries))
    return entries


def _up_to_date(name: str, file: Path, folder: Path) -> Entry:
    """The entry of a solution whose files are there, and made from what it is now."""
    pushes = push_file(file)
    sources = [version("gaitsmith").encode(), file.read_bytes()]
    sources += [pushes.read_bytes()] if pushes.is_file() else []
    digest = hashlib.sha256(b"\0".join(sources)).hexdigest()
    kept = _kept(folder / ENTRY_FILE, digest)
    if kept is not None:
        return kept
    solution = read_solution(file)
    table = read_pushes(pushes, solution) if pushes.is_file() else None
    entry = _write_entry(name, solution, table, folder)
    content = {"digest": digest, "entry": entry.as_dict()}
    write_atomically(folder / ENTRY_FILE, to_json(content))  # last: all is there
    return entry


def _kept(path: Path, digest: str) -> Entry | None:
    """What was written before; none if it is of another state, or spoilt."""
    try:
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return Entry(**content["entry"]) if content["digest"] == digest else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _write_entry(
    name: str, solution: Solution, pushes: PushTable | None, folder: Path
) -> Entry:
    calm = undisturbed(solution, PLAYED_SECONDS)
    problem = calm.problem
    rollout = simulate(calm, FRAME_RATE).rollout
    whole = scene_of(name, problem.character, problem.setting, rollout)
    scene = shortened(whole, FIXED_SECONDS)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / "thumbnail.webp", thumbnail(whole, rollout.strikes))
    stem = name.rpartition("/")[2]
    motion = Motion(name, problem.character, problem.setting, rollout)
    files = [folder / f"{stem}{suffix}" for suffix in TAKEN_AWAY]
    for file in files:
        export_motion(motion, file)
    entry = entry_of(solution, rollout, pushes)
    up = "../" * (name.count("/") + 1)
    content = PageContent(
        title=name,
        subtitle=entry.description,
        views=(PageView(scene),),
        sections=(
            Facts("Facts", facts_of(entry)),
            Links("Take it away", tuple((file.name, file.name) for file in files)),
            Commands("Commands", _commands(name, entry)),
        ),
        footer=(("gaitsmith", version("gaitsmith")),),
    )
    page = render_page(content, modules=f"{up}{MODULES_FILE}", home=up + INDEX_FILE)
    write_atomically(folder / INDEX_FILE, page)
    return entry


def _commands(name: str, entry: Entry) -> tuple[ShellCommand, ...]:
    made = (ShellCommand(entry.command, "how it was made"),) if entry.command else ()
    return (
        ShellCommand(f"gaitsmith view {name}", "live in the browser: push it, tilt it"),
        ShellCommand(f"gaitsmith report {name}", "measured, on one page"),
        *made,
    )
