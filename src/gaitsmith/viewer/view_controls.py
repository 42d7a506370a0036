"""The controls of the live view: what a visitor does becomes a command."""

import viser

from gaitsmith.gait.pushes import DIRECTIONS
from gaitsmith.viewer.live import TIME_FACTORS, LiveSession, Snapshot
from gaitsmith.viewer.live_world import SLOPES, STRENGTHS, bounded
from gaitsmith.viewer.stage import Stage

FIRST_STRENGTH = 100.0  # N
FRICTION_CHOICES = (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)
PAUSE, GO_ON, STEP, RESTART = "Pause", "Go on", "Step", "Restart"
WORDS = {direction.words: direction for direction in DIRECTIONS.values()}


class ViewControls:
    """Buttons, sliders and tick boxes."""

    def __init__(self, gui: viser.GuiApi, session: LiveSession, stage: Stage) -> None:
        """Add them to the page."""
        self._session, self._stage = session, stage
        self._add_time(gui)
        with gui.add_folder("Push"):
            self._add_push(gui)
        with gui.add_folder("Ground"):
            self._add_ground(gui)
        with gui.add_folder("Show"):
            self._add_show(gui)

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
        # A planar character cannot be pushed sideways.
        self._direction.options = tuple(
            word for word, way in WORDS.items() if not (character.is_planar and way.y)
        )

    def show(self, snapshot: Snapshot) -> None:
        """Keep the buttons' words true."""
        self._time.options = (GO_ON if snapshot.is_paused else PAUSE, STEP, RESTART)

    def _add_time(self, gui: viser.GuiApi) -> None:
        session = self._session
        self._time = gui.add_button_group("Time", (PAUSE, STEP, RESTART))
        self._time.on_click(lambda event: self._press(event.target.value))
        low, high = TIME_FACTORS
        self._factor = gui.add_slider(
            "Speed of time", low, high, 0.05, 1.0, hint="1: as in reality."
        )
        self._factor.on_update(lambda _: session.set_time_factor(self._factor.value))

    def _press(self, word: str) -> None:
        if word in (PAUSE, GO_ON):
            self._session.set_paused(word == PAUSE)
        elif word == STEP:
            self._session.step()
        elif word == RESTART:
            self._session.restart()

    def _add_push(self, gui: viser.GuiApi) -> None:
        self._direction = gui.add_dropdown("Direction", list(WORDS))
        low, high = STRENGTHS
        self._strength = gui.add_slider(
            "Strength [N]", low, high, 5.0, FIRST_STRENGTH, hint="For 0.4 s."
        )
        button = gui.add_button("Push now", color="orange")
        button.on_click(lambda _: self._push())

    def _push(self) -> None:
        way = WORDS.get(self._direction.value)
        if way is not None:
            self._session.push(way.x, way.y, self._strength.value)

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
        self._factor.value = 1.0
        self._session.reset()

    def _add_show(self, gui: viser.GuiApi) -> None:
        stage, session = self._stage, self._session
        for label, name in (
            ("Ground forces", "shows_forces"),
            ("Centre of mass", "shows_com"),
            ("Follow", "is_following"),
        ):
            box = gui.add_checkbox(label, getattr(stage, name))
            box.on_update(
                lambda event, name=name: setattr(stage, name, event.target.value)
            )
        again = gui.add_checkbox("Restart after a fall", True)
        again.on_update(lambda event: session.set_restarting(event.target.value))
