"""The page of `gaitsmith skill view`: a skill crosses gaps without end."""

import threading
import time

import viser

from gaitsmith.errors import GaitsmithError
from gaitsmith.scene.ground import Ground
from gaitsmith.simulation.terrain import TerrainSpec
from gaitsmith.skills.skill import load_skill, trained_skills
from gaitsmith.viewer.footprint_view import FootprintView
from gaitsmith.viewer.markdown import plain
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.skill_controls import SkillControls
from gaitsmith.viewer.skill_session import SkillSession
from gaitsmith.viewer.stage import ForceOnBody, Stage
from gaitsmith.viewer.ticker import Ticker, logger
from gaitsmith.viewer.travel import Travel
from gaitsmith.viewer.view_page import DRAW_RATE, TEXT_PERIOD, state_words


class SkillPage:
    """A live session in the browser."""

    def __init__(self, server: PageServer, session: SkillSession) -> None:
        """Draw everything once; time stands still until `start`."""
        self.server, self.session = server, session
        self._own = session.skill  # may be none of the gallery
        self._stage = Stage(server)
        self._footprints = FootprintView(server.scene)
        gui = server.gui
        self._status = gui.add_markdown("")
        self._chooser = gui.add_dropdown(
            "Skill",
            list(dict.fromkeys([session.name, *trained_skills()])),
            hint="Another trained one of the gallery.",
        )
        self._chooser.on_update(self._choose)
        self._controls = SkillControls(gui, session, self._stage)
        self._ticker = Ticker(DRAW_RATE, self._tick, session.fail, "skill view")
        self._loading = ""
        self._terrain: TerrainSpec | None = None
        self._num_worlds = 0
        self._text_due = 0.0
        self._draw(session.snapshot())

    def start(self) -> None:
        """Let the time go on."""
        self._ticker.start()

    def stop(self) -> None:
        """Hold the time for good."""
        self._ticker.stop()

    def _tick(self) -> None:
        snapshot = self.session.tick()
        if self.server.is_watched:
            with self.server.atomic():
                self._draw(snapshot)

    def _draw(self, snapshot: Snapshot) -> None:
        if snapshot.num_worlds != self._num_worlds:
            self._num_worlds = snapshot.num_worlds
            self._controls.adopt(snapshot)
            self._stage.set_character(snapshot.character)
            self._footprints.set_foot(self.session.foot, self.session.unsure)
        if snapshot.setting.terrain != self._terrain:
            self._terrain = snapshot.setting.terrain
            self._stage.set_ground(Ground.of(self._terrain))
        trunk = snapshot.character.roles.trunk
        self._stage.draw(
            snapshot.moment,
            snapshot.moment.time,
            [ForceOnBody(trunk, push.force) for push in snapshot.pushes],
        )
        travel = self.session.travel()
        self._footprints.draw(travel)
        now = time.perf_counter()
        if now >= self._text_due:
            self._text_due = now + TEXT_PERIOD
            self._status.content = self._text(snapshot, travel)
            self._controls.show(snapshot)

    def _text(self, snapshot: Snapshot, travel: Travel) -> str:
        """Who walks and how it goes, as Markdown."""
        remarks = [text for text in (self._loading, snapshot.message) if text]
        return "  \n".join(
            [
                f"**{plain(snapshot.name)}**",
                f"**{state_words(snapshot)}**; falls: {travel.falls}",
                *travel_lines(travel),
                *(f"*{plain(text)}*" for text in remarks),
            ]
        )

    def _choose(self, event: viser.GuiEvent[viser.GuiDropdownHandle[str]]) -> None:
        name = event.target.value
        # Names come over the network: only what ships can be asked for.
        if event.client is None or name not in (self._own.name, *trained_skills()):
            return
        self._chooser.disabled = True
        self._loading = f"Loading {name}; a new control law is compiled once."
        threading.Thread(
            target=self._load, args=(name,), name="load", daemon=True
        ).start()

    def _load(self, name: str) -> None:
        try:
            is_own = name == self._own.name
            self.session.exchange(self._own if is_own else load_skill(name))
            self._loading = ""
        except GaitsmithError as error:
            self._loading = str(error)
        except Exception as error:
            logger.exception("%s", error)
            self._loading = f"{name} cannot be loaded: {error}"
        finally:
            self._chooser.disabled = False


def travel_lines(travel: Travel) -> list[str]:
    """A walk in numbers."""
    return [
        f"real time x {travel.pace:.2f}; computing takes {travel.load:.0%} of it",
        f"planning: {travel.median_ms:.1f} ms, 99 %: {travel.p99_ms:.1f} ms",
        f"steps: {travel.num_steps}, good: {travel.good_steps}",
        f"planned: {travel.planned_steps}, missed plans: {travel.missed_plans}",
    ]
