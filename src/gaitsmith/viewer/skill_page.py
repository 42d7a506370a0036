"""The page of `gaitsmith skill view`: a skill crosses gaps without end."""

import viser

from gaitsmith.skills.skill import load_skill, trained_skills
from gaitsmith.viewer.footprint_view import FootprintView
from gaitsmith.viewer.live_page import LivePage, state_words
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.skill_controls import SkillControls
from gaitsmith.viewer.skill_session import SkillSession
from gaitsmith.viewer.travel import Travel


class SkillPage(LivePage[SkillSession]):
    """A skill that walks."""

    chooser = ("Skill", "Another trained one of the gallery.")

    def __init__(self, server: PageServer, session: SkillSession) -> None:
        """Draw everything once; time stands still until `start`."""
        self._skill = session.skill  # may be none of the gallery
        self._footprints = FootprintView(server.scene)
        super().__init__(server, session, trained_skills())

    def _add_controls(self, gui: viser.GuiApi) -> SkillControls:
        return SkillControls(gui, self.session, self._stage)

    def _exchange(self, name: str) -> None:
        is_own = name == self._skill.name
        self.session.exchange(self._skill if is_own else load_skill(name))

    def _adopt(self, snapshot: Snapshot) -> None:
        super()._adopt(snapshot)
        self._footprints.set_foot(self.session.foot)

    def _draw_more(self, now: float) -> None:
        self._footprints.draw(self.session.travel())

    def _lines(self, snapshot: Snapshot) -> list[str]:
        travel = self.session.travel()
        falls = f"**{state_words(snapshot)}**; falls: {travel.falls}"
        return [falls, *travel_lines(travel)]


def travel_lines(travel: Travel) -> list[str]:
    """A walk in numbers."""
    return [
        f"real time x {travel.pace:.2f}; computing takes {travel.load:.0%} of it",
        f"planning: {travel.median_ms:.1f} ms, 99 %: {travel.p99_ms:.1f} ms",
        f"steps: {travel.num_steps}, good: {travel.good_steps}",
        f"planned: {travel.planned_steps}, missed plans: {travel.missed_plans}",
    ]
