"""Walkers that are quick to make, a clock that a test turns, and a real browser."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gaitsmith.planning.examples import ExampleSteps
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.row_log import append_terms, read_terms
from gaitsmith.runs.solution import read_solution
from gaitsmith.skills.skill import Skill, load_plan
from gaitsmith.viewer.live import LiveSession
from gaitsmith.viewer.session import Session
from gaitsmith.viewer.skill_session import SkillSession
from gaitsmith.workflows import initial_solution, load_solution, optimize

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Chromium refuses to start its sandbox as root, as people are in containers.
AS_ROOT = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()
EXAMPLES = 60  # steps of the skill that is quick to make
PATIENCE = 120_000  # ms; only a page that hangs needs so long
# No GPU is assumed: WebGL is drawn by the browser's own software renderer.
SOFTWARE_WEBGL = (
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)


class Clock:
    """Real time, as a test says it is."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Visit:
    """A session whose clock the test turns."""

    def __init__(self, who) -> None:
        self.clock = Clock()
        self.session = self.make_session(who)
        self.snapshot = self.session.tick()

    def make_session(self, who) -> Session:
        return LiveSession(who, self.clock)

    def wait(self, seconds: float, period: float = 1 / 60):
        """Tick until so much real time has passed; what was seen last."""
        for _ in range(round(seconds / period)):
            self.clock.now += period
            self.snapshot = self.session.tick()
        return self.snapshot

    def wait_until(self, is_due: Callable[..., bool], limit: float = 20.0):
        """Tick until something has happened."""
        end = self.clock.now + limit
        while not is_due(self.snapshot):
            assert self.clock.now < end, "it never happened"
            self.wait(1 / 60)
        return self.snapshot


@pytest.fixture(scope="session")
def planar(make_experiment):
    """The planar walk, which goes on for ever."""
    return initial_solution(make_experiment())


@pytest.fixture(scope="session")
def stocky():
    return load_solution("wang2009/stocky")


@pytest.fixture
def visit(planar) -> Visit:
    return Visit(planar)


@pytest.fixture
def make_visit() -> type[Visit]:
    return Visit


class SkillVisit(Visit):
    """The same of a skill that crosses gaps."""

    session: SkillSession

    def make_session(self, who) -> SkillSession:
        return SkillSession(who, clock=self.clock)

    @property
    def gaps(self) -> tuple[tuple[float, float], ...]:
        return self.snapshot.setting.terrain.gaps

    @property
    def foremost(self) -> float:
        return float(self.snapshot.moment.contact_position[:, 0].max())


@pytest.fixture(scope="session")
def skill(tmp_path_factory: pytest.TempPathFactory) -> Skill:
    """The walk of coros2008 with a few example steps: random changes of its own."""
    plan = load_plan("coros2008/walk")
    random = np.random.default_rng(4)
    rows: list[tuple] = []
    walker = plan.walker()
    while len(rows) < EXAMPLES:
        walker.start()
        for number in range(30):
            state, here = walker.state(), walker.footfall()
            action = plan.actions.base.copy()
            if number > 4:
                action[:2] += random.uniform(-0.02, 0.12)
                action[2:4] += random.uniform(-0.1, 0.1, 2)
            after = walker.step(action)
            if after is None:
                break
            if number > 4:
                length = after.ahead - here.ahead
                rows.append((number, state, action, walker.state(), length))
    columns = [np.array(column) for column in zip(*rows[:EXAMPLES], strict=True)]
    numbers, none = columns[0], np.zeros(EXAMPLES)
    zeros = none.astype(np.int64)
    examples = ExampleSteps(
        plan.actions.names,
        zeros,
        numbers,
        *columns[1:],
        error=none,
        clearance=none + 0.05,
        skid=none,
        aside=none,
    )
    nothing = examples.first(0)
    return Skill(plan, examples, nothing, tmp_path_factory.mktemp("skill"))


@pytest.fixture
def crossing(skill) -> SkillVisit:
    """The skill on its endless ground."""
    return SkillVisit(skill)


@pytest.fixture
def eventually() -> Callable[[Callable[[], object]], None]:
    """Waits until something is true, much longer than it can take."""

    def wait(is_due: Callable[[], object]) -> None:
        given_up = time.monotonic() + PATIENCE / 1000.0
        while not is_due():
            assert time.monotonic() < given_up, "it never came true"
            time.sleep(0.01)

    return wait


@pytest.fixture(scope="session")
def finished(make_experiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a search that is over."""
    folder = tmp_path_factory.mktemp("viewer") / "run"
    optimize(make_experiment(), folder)
    return folder


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> RunFolder:
    """The same, for a test to change."""
    shutil.copytree(finished, tmp_path / "run")
    return RunFolder(tmp_path / "run")


@pytest.fixture
def improve(run: RunFolder) -> Callable[..., None]:
    """Does to the run what a search does that has found something better."""

    def save(total: float, evaluations: int) -> None:
        best = read_solution(run.best_file)
        terms = {"power": {"value": total, "weight": 1.0, "contribution": total}}
        score = best.score | {"total": total, "terms": terms}
        made = replace(best.provenance, evaluations=evaluations)
        replace(best, score=score, provenance=made).save(run.best_file)
        last = read_terms(run.terms_file)[-1]
        names = dict.fromkeys(last.contributions, 0.0)
        append_terms(run.terms_file, last.generation + 1, names | {"power": total})

    return save


class Visitor:
    """A page that is looked at; all calls go to the thread that owns the browser."""

    def __init__(self, worker: ThreadPoolExecutor, browser: Any, url: str) -> None:
        self._worker = worker
        self.complaints: list[str] = []
        self.requests: list[str] = []
        worker.submit(self._open, browser, url).result()

    def _open(self, browser: Any, url: str) -> None:
        self._context = browser.new_context(viewport={"width": 740, "height": 560})
        page = self._page = self._context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type == "error"
                else None
            ),
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda channel: self.requests.append(channel.url))
        page.goto(url)

    def do(self, act: Callable[[Any], Any]) -> Any:
        """Call `act` with the page."""
        return self._worker.submit(act, self._page).result()

    def press(self, name: str) -> None:
        self.do(lambda page: page.get_by_role("button", name=name).click())

    def see(self, text: str) -> None:
        """Wait until a text is there."""
        self.do(lambda page: page.get_by_text(text).first.wait_for())

    def choose(self, label: str, option: str) -> None:
        self.do(lambda page: page.get_by_label(label).click())
        self.do(
            lambda page: page.get_by_role("option", name=option, exact=True).click()
        )

    def enter(self, label: str, value: str) -> None:
        """Write a number into the box beside a slider."""
        row = "xpath=ancestor::*[.//input][1]"

        def write(page: Any) -> None:
            box = page.locator("label", has_text=label).locator(row).locator("input")
            box.last.fill(value)
            box.last.press("Enter")

        self.do(write)

    def close(self) -> None:
        self._worker.submit(self._context.close).result()


@pytest.fixture(scope="session")
def visitors() -> Iterator[Callable[[str], Visitor]]:
    """Opens addresses in a real browser.

    It lives in a thread of its own: one thread can have only one of them, and other
    tests may have theirs.
    """
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        pytest.skip(f"no browser found; looked for {', '.join(BROWSERS)}")
    with ThreadPoolExecutor(max_workers=1) as worker:

        def start() -> tuple[Any, Any]:
            playwright = sync_api.sync_playwright().start()
            return playwright, playwright.chromium.launch(
                executable_path=executable, args=[*AS_ROOT, *SOFTWARE_WEBGL]
            )

        playwright, browser = worker.submit(start).result()
        yield lambda url: Visitor(worker, browser, url)
        worker.submit(browser.close).result()
        worker.submit(playwright.stop).result()
