"""The controls of a live walk over gaps: what a visitor does becomes a command."""

import viser

from gaitsmith.planning.planners import PLANNERS
from gaitsmith.viewer.common_controls import Controls, add_shown
from gaitsmith.viewer.endless import NARROWEST
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.skill_session import SkillSession
from gaitsmith.viewer.stage import Stage

WIDTH_STEP = 0.01  # m


class SkillControls(Controls):
    """Buttons, sliders and tick boxes."""

    def __init__(self, gui: viser.GuiApi, session: SkillSession, stage: Stage) -> None:
        """Add them to the page."""
        self._session = session
        self._width = gui.add_slider(
            "Gap width [m]",
            NARROWEST,
            session.widest,
            WIDTH_STEP,
            session.width,
            hint="Of the gaps from 2.5 m ahead of the feet on.",
        )
        self._planner = gui.add_dropdown(
            "Planner", list(PLANNERS), initial_value=session.planner
        )
        super().__init__(gui, session)

        # A value that we set ourselves is no wish of the visitor's.
        @self._width.on_update
        def _(event: viser.GuiEvent[viser.GuiSliderHandle[float]]) -> None:
            if event.client is not None:
                session.set_width(event.target.value)

        @self._planner.on_update
        def _(event: viser.GuiEvent[viser.GuiDropdownHandle[str]]) -> None:
            if event.client is not None and event.target.value in PLANNERS:
                session.set_planner(event.target.value)

        add_shown(gui, session, stage, "shows_forces", "is_following")

    def adopt(self, snapshot: Snapshot) -> None:
        """Show what a new walker can do."""
        self._width.max = self._session.widest
        self._width.value = self._session.width
        super().adopt(snapshot)
