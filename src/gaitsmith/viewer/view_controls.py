"""The controls of the live view: what a visitor does becomes a command."""

import viser

from gaitsmith.viewer.common_controls import Controls, add_shown
from gaitsmith.viewer.live import LiveSession
from gaitsmith.viewer.live_world import SLOPES, bounded
from gaitsmith.viewer.session import Snapshot
from gaitsmith.viewer.stage import Stage

FRICTION_CHOICES = (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)


class ViewControls(Controls):
    """Buttons, sliders and tick boxes."""

    def __init__(self, gui: viser.GuiApi, session: LiveSession, stage: Stage) -> None:
        """Add them to the page."""
        super().__init__(gui, session)
        self._session = session
        with gui.add_folder("Ground"):
            self._add_ground(gui)
        add_shown(gui, session, stage, "shows_forces", "shows_com", "is_following")

    def adopt(self, snapshot: Snapshot) -> None:
        """Show a new walker's world as its experiment has it."""
        setting, character = snapshot.setting, snapshot.character
        found = setting.friction
        if found is None:
            found = character.spec.ground.friction
        last = (setting.terrain.segments or (setting.terrain,))[-1]
        self._slope.value = bounded(last.slope, SLOPES)
        self._frictions = {f"{found:g}, as it was found": None} | {
            f"{friction:g}": friction for friction in FRICTION_CHOICES
        }
        self._friction.options = tuple(self._frictions)
        self._friction.value = next(iter(self._frictions))
        super().adopt(snapshot)

    def _add_ground(self, gui: viser.GuiApi) -> None:
        session = self._session
        self._slope = gui.add_slider(
            "Slope [degrees]",
            *SLOPES,
            0.5,
            0.0,
            hint="Uphill positive; from 1 m ahead of the feet on.",
        )
        self._frictions: dict[str, float | None] = {"": None}
        self._friction = gui.add_dropdown(
            "Friction", list(self._frictions), hint="Coulomb's coefficient, everywhere."
        )

        # A value that we set ourselves is no wish of the visitor's.
        @self._slope.on_update
        def _(event: viser.GuiEvent[viser.GuiSliderHandle[float]]) -> None:
            if event.client is not None:
                session.set_slope(event.target.value)

        @self._friction.on_update
        def _(event: viser.GuiEvent[viser.GuiDropdownHandle[str]]) -> None:
            word = event.target.value
            if event.client is not None and word in self._frictions:
                session.set_friction(self._frictions[word])

        reset = gui.add_button("Reset", hint="Ground and speed as at first.")
        reset.on_click(lambda _: self._reset())

    def _reset(self) -> None:
        self._time.reset()
        self._session.reset()
