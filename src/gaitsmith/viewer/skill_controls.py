"""The controls of a live walk over gaps: what a visitor does becomes a command."""

import viser

from gaitsmith.planning.planners import PLANNERS
from gaitsmith.viewer.common_controls import PushControls, TimeControls
from gaitsmith.viewer.endless import NARROWEST
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.skill_session import SkillSession
from gaitsmith.viewer.stage import Stage

WIDTH_STEP = 0.01  # m


class SkillControls:
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
        self._time = TimeControls(gui, session)
        self._push = PushControls(gui, session)

        # A value that we set ourselves is no wish of the visitor's.
        @self._width.on_update
        def _(event: viser.GuiEvent[viser.GuiSliderHandle[float]]) -> None:
            if event.client is not None:
                session.set_width(event.target.value)

        @self._planner.on_update
        def _(event: viser.GuiEvent[viser.GuiDropdownHandle[str]]) -> None:
            if event.client is not None and event.target.value in PLANNERS:
                session.set_planner(event.target.value)

        with gui.add_folder("Show"):
            for label, name in (
                ("Ground forces", "shows_forces"),
                ("Follow", "is_following"),
            ):
                box = gui.add_checkbox(label, getattr(stage, name))
                box.on_update(
                    lambda event, name=name: setattr(stage, name, event.target.value)
                )
            again = gui.add_checkbox("Restart after a fall", True)
            again.on_update(lambda event: session.set_restarting(event.target.value))

    def adopt(self, snapshot: Snapshot) -> None:
        """Show what a new walker can do."""
        self._width.max = self._session.widest
        self._width.value = self._session.width
        self._push.adopt(snapshot.character)

    def show(self, snapshot: Snapshot) -> None:
        """Keep the buttons' words true."""
        self._time.show(snapshot)
