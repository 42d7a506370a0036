"""The page of `gaitsmith skill view`: a skill crosses gaps without end."""

import viser

from gaitsmith.planning.planners import PLANNERS
from gaitsmith.skills.skill import load_skill, trained_skills
from gaitsmith.viewer.endless import NARROWEST
from gaitsmith.viewer.footprint_view import FootprintView
from gaitsmith.viewer.live_page import LivePage, on_wish, state_words
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.skill_session import SkillSession

WIDTH_STEP = 0.01  # m


class SkillPage(LivePage[SkillSession]):
    """A skill that walks."""

    chooser = ("Skill", "Another trained one of the gallery.")

    def __init__(self, server: PageServer, session: SkillSession) -> None:
        """Draw everything once; time stands still until `start`."""
        self._skill = session.skill  # may be none of the gallery
        self._footprints = FootprintView(server.scene)
        super().__init__(server, session, trained_skills())

    def _add_controls(self, gui: viser.GuiApi) -> None:
        session = self.session
        self._width = gui.add_slider(
            "Gap width [m]",
            NARROWEST,
            session.widest,
            WIDTH_STEP,
            session.width,
            hint="Of the gaps from 2.5 m ahead of the feet on.",
        )
        on_wish(self._width, session.set_width)
        planner = gui.add_dropdown(
            "Planner", list(PLANNERS), initial_value=session.planner
        )
        on_wish(planner, session.set_planner)
        self._add_time(gui)
        self._add_pushes(gui)
        self._add_shown(gui, "shows_forces", "is_following")

    def _exchange(self, name: str) -> None:
        is_own = name == self._skill.name
        self.session.exchange(self._skill if is_own else load_skill(name))

    def _adopt(self, snapshot: Snapshot) -> None:
        super()._adopt(snapshot)
        self._width.max = self.session.widest
        self._width.value = self.session.width
        self._footprints.set_foot(self.session.foot)

    def _draw_more(self, now: float) -> None:
        self._footprints.draw(self.session.travel)

    def _lines(self, snapshot: Snapshot) -> list[str]:
        travel = self.session.travel
        return [
            f"**{state_words(snapshot)}**; falls: {travel.falls}",
            f"real time x {travel.pace:.2f}; computing takes {travel.load:.0%} of it",
            f"planning: {travel.median_ms:.1f} ms, 99 %: {travel.p99_ms:.1f} ms",
            f"steps: {travel.num_steps}, good: {travel.good_steps}",
            f"planned: {travel.planned_steps}, missed plans: {travel.missed_plans}",
        ]
