"""Controls that all live views have: of the time, and of pushes."""

import viser

from gaitsmith.characters.character import Character
from gaitsmith.pushes import DIRECTIONS
from gaitsmith.viewer.live_world import STRENGTHS
from gaitsmith.viewer.session import TIME_FACTORS, Session, Snapshot
from gaitsmith.viewer.stage import Stage

FIRST_STRENGTH = 100.0  # N
PAUSE, GO_ON, STEP, RESTART = "Pause", "Go on", "Step", "Restart"
SHOWN = {
    "shows_forces": "Ground forces",
    "shows_com": "Centre of mass",
    "is_following": "Follow",
}
WORDS = {direction.words: direction for direction in DIRECTIONS.values()}


class TimeControls:
    """Pause, step, restart, and how fast the time goes."""

    def __init__(self, gui: viser.GuiApi, session: Session) -> None:
        """Add them to the page."""
        self._session = session
        self._buttons = gui.add_button_group("Time", (PAUSE, STEP, RESTART))
        self._buttons.on_click(lambda event: self._press(event.target.value))
        low, high = TIME_FACTORS
        self._factor = gui.add_slider(
            "Speed of time", low, high, 0.05, 1.0, hint="1: as in reality."
        )
        self._factor.on_update(lambda _: session.set_time_factor(self._factor.value))

    def show(self, snapshot: Snapshot) -> None:
        """Keep the buttons' words true."""
        self._buttons.options = (GO_ON if snapshot.is_paused else PAUSE, STEP, RESTART)

    def reset(self) -> None:
        """Show normal speed."""
        self._factor.value = 1.0

    def _press(self, word: str) -> None:
        if word in (PAUSE, GO_ON):
            self._session.set_paused(word == PAUSE)
        elif word == STEP:
            self._session.step()
        elif word == RESTART:
            self._session.restart()


class PushControls:
    """From where, how strong, and now."""

    def __init__(self, gui: viser.GuiApi, session: Session) -> None:
        """Add a folder with them to the page."""
        self._session = session
        with gui.add_folder("Push"):
            self._direction = gui.add_dropdown("Direction", list(WORDS))
            low, high = STRENGTHS
            self._strength = gui.add_slider(
                "Strength [N]", low, high, 5.0, FIRST_STRENGTH, hint="For 0.4 s."
            )
            button = gui.add_button("Push now", color="orange")
            button.on_click(lambda _: self._push())

    def adopt(self, character: Character) -> None:
        """Offer what can be done to a character; a planar one has two directions."""
        self._direction.options = tuple(
            word for word, way in WORDS.items() if not (character.is_planar and way.y)
        )

    def _push(self) -> None:
        way = WORDS.get(self._direction.value)
        if way is not None:
            self._session.push(way.x, way.y, self._strength.value)


class Controls:
    """What all live views offer; those of one view are added before and between."""

    def __init__(self, gui: viser.GuiApi, session: Session) -> None:
        """Add time and pushes to the page."""
        self._time = TimeControls(gui, session)
        self._push = PushControls(gui, session)

    def adopt(self, snapshot: Snapshot) -> None:
        """Show what a new walker's world is like, and what it can do."""
        self._push.adopt(snapshot.character)

    def show(self, snapshot: Snapshot) -> None:
        """Keep the buttons' words true."""
        self._time.show(snapshot)


def add_shown(gui: viser.GuiApi, session: Session, stage: Stage, *names: str) -> None:
    """Add a folder of tick boxes: what of the stage is seen, by names of its flags."""
    with gui.add_folder("Show"):
        for name in names:
            box = gui.add_checkbox(SHOWN[name], getattr(stage, name))
            box.on_update(
                lambda event, name=name: setattr(stage, name, event.target.value)
            )
        again = gui.add_checkbox("Restart after a fall", True)
        again.on_update(lambda event: session.set_restarting(event.target.value))
