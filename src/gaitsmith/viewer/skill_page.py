"""The page of `gaitsmith skill view`: a skill crosses gaps without end."""

import numpy as np
import viser

from gaitsmith.planning.planners import PLANNERS
from gaitsmith.scene.colors import rgb
from gaitsmith.scene.footprint import Footprint, sole
from gaitsmith.skills.skill import load_skill, trained_skills
from gaitsmith.viewer.endless import NARROWEST
from gaitsmith.viewer.live_page import LivePage, on_wish, state_words
from gaitsmith.viewer.server import PageServer
from gaitsmith.viewer.session import LiveState
from gaitsmith.viewer.skill_session import SkillSession
from gaitsmith.viewer.travel import MOST_FOOTPRINTS, WalkProgress

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

    def _adopt(self, snapshot: LiveState) -> None:
        super()._adopt(snapshot)
        self._width.max = self.session.widest
        self._width.value = self.session.width
        self._footprints.set_foot(self.session.foot)

    def _draw_more(self, now: float) -> None:
        self._footprints.draw(self.session.travel)

    def _lines(self, snapshot: LiveState) -> list[str]:
        travel = self.session.travel
        return [
            f"**{state_words(snapshot)}**; falls: {travel.falls}",
            f"real time x {travel.pace:.2f}; computing takes {travel.load:.0%} of it",
            f"planning: {travel.median_ms:.1f} ms, 99 %: {travel.p99_ms:.1f} ms",
            f"steps: {travel.num_steps}, good: {travel.good_steps}",
            f"planned: {travel.planned_steps}, missed plans: {travel.missed_plans}",
        ]


MOST_PLANNED = 6  # as many as a plan may have
# m above the ground; a plan is seen above a footprint at the same place.
HEIGHTS = {"real": 0.008, "planned": 0.016}


class FootprintView:
    """All footprints of a walk; those of the plan are coloured by its uncertainty."""

    def __init__(self, scene: viser.SceneApi) -> None:
        """Nothing is seen before there is a foot."""
        self._scene = scene
        self._handles: dict[str, list[viser.MeshHandle]] = {}
        self._shown: dict[str, tuple[Footprint, ...]] = {}

    def set_foot(self, length: float) -> None:
        """Feet of another length [m]."""
        edge = length * sole()
        vertices = np.column_stack([edge, np.zeros(len(edge))])
        faces = np.array([[0, i, i + 1] for i in range(1, len(edge) - 1)])
        counts = {"real": MOST_FOOTPRINTS, "planned": MOST_PLANNED}
        self._shown = {}
        self._handles = {
            name: [
                self._scene.add_mesh_simple(
                    f"/world/footprint/{name}/{number}",
                    vertices,
                    faces,
                    side="double",
                    cast_shadow=False,
                    visible=False,
                )
                for number in range(count)
            ]
            for name, count in counts.items()
        }

    def draw(self, travel: WalkProgress) -> None:
        """Show where feet were, and where they shall be; only what is new is sent."""
        for name, prints in (("real", travel.real), ("planned", travel.planned)):
            if prints == self._shown.get(name):
                continue
            self._shown[name] = prints
            for number, handle in enumerate(self._handles[name]):
                handle.visible = number < len(prints)
                if handle.visible:
                    x, y, z = prints[number].place
                    handle.color = rgb(prints[number].color)
                    handle.position = (x, y, z + HEIGHTS[name])
