"""What a keyframe file may say; what does not depend on the body is checked here."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from gaitsmith.control.controller import ControllerSpec
from gaitsmith.control.leg_balance import BalanceSpec
from gaitsmith.control.mirror import is_on, opposite
from gaitsmith.declarations import Declaration, declare, merged, read_toml
from gaitsmith.errors import InputError, unknown_name

GAITS_FOLDER = Path(__file__).parent / "keyframe_gaits"
OWN = "own"  # name of the gait whose keyframes are in the experiment itself
MOST_SAMPLES = 2000  # that may be written out

NotNegative = Annotated[float, Field(ge=0)]


class KeyframeSpec(Declaration):
    """Desired joint angles over a period, and the servos that follow them."""

    description: str = ""
    period: Annotated[float, Field(ge=0.01, le=1000.0)]
    """s."""
    samples: Annotated[int, Field(ge=1, le=MOST_SAMPLES)]
    """Of a period, all of the same length."""
    interpolation: Literal["constant", "linear"] = "constant"
    """Between samples: held until the next one, or on the way to it."""
    symmetric: bool = False
    """The right side does what the left one does half a period later, mirrored."""
    strides: Annotated[int, Field(ge=0)] = 0
    """0: one cycle for ever; more: so many cycles are written out, every joint and
    sample on its own, and the last of them repeats."""
    gains: Mapping[str, tuple[NotNegative, NotNegative]]
    """A joint, or a part of a role such as "hip_y" or "knee", to (kp [N m/rad], kd
    [N m s/rad]); the longest match counts."""
    targets: Mapping[str, float | tuple[float, ...]]
    """Role to one angle a sample [rad, P-convention], which are searched for, or to one
    number, which is held. Roles left out are held at 0."""
    balance: BalanceSpec | None = None
    """Feedback of balance at the hips; left out: none."""
    start_speed: float = 0.0
    """m/s, forward."""
    random: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    """Seed: angles that are searched for begin anywhere in their joint's range, not as
    given; left out: as given."""

    @field_validator("description")
    @classmethod
    def _is_printable(cls, text: str) -> str:
        if not text.isprintable():
            raise ValueError("it has line breaks or control characters; remove them.")
        return text

    @model_validator(mode="after")
    def _fits_together(self) -> "KeyframeSpec":
        if self.symmetric and self.samples % 2:
            raise ValueError(
                f"samples: {self.samples} given; with symmetric = true it must be even,"
                " so that half a period is a number of samples."
            )
        if self.samples * self.strides > MOST_SAMPLES:
            raise ValueError(
                f"strides: {self.strides} of {self.samples} samples given; at most"
                f" {MOST_SAMPLES} samples can be written out."
            )
        for role, angles in self.targets.items():
            if isinstance(angles, tuple) and len(angles) != self.samples:
                raise ValueError(
                    f"targets.{role}: {len(angles)} angles given; it must be"
                    f" {self.samples}, one for each of the samples, or a single number"
                    " to hold."
                )
            if self.symmetric and is_on("right", role):
                raise ValueError(
                    f"targets.{role}: with symmetric = true the right side follows from"
                    f" the left; give '{opposite(role)}' only."
                )
        return self


def shipped_keyframes() -> dict[str, Path]:
    """Names of the keyframe gaits that ship with gaitsmith, and their files."""
    return {file.stem: file for file in sorted(GAITS_FOLDER.glob("*.toml"))}


def described_keyframes() -> dict[str, str]:
    """Names of the shipped keyframe gaits, and what each is."""
    return {
        name: str(read_toml(file)["description"])
        for name, file in shipped_keyframes().items()
    }


def load_keyframes(gait: str, where: str, folder: Path) -> KeyframeSpec:
    """The keyframes of a shipped gait, or of the user's own .toml file.

    Args:
        gait: a name such as "simpleton_walk", or the path of a .toml file.
        where: who asks for it, for the error message.
        folder: what the path is relative to.
    """
    known = shipped_keyframes()
    if gait.endswith(".toml"):
        path = folder / gait
    elif gait in known:
        path = known[gait]
    else:
        names = [*known, OWN]
        raise unknown_name("gait of controller 'keyframes'", gait, names, where)
    return declare(KeyframeSpec, read_toml(path), str(path))


class KeyframesSpec(ControllerSpec):
    """The [controller] table of law "keyframes"."""

    keyframes: KeyframeSpec
    """What a keyframe file says; left out of a file: that of `gait`."""


def complete_keyframes(
    table: dict[str, Any], where: str, folder: Path | None
) -> dict[str, Any]:
    """A [controller] table with all its keyframes.

    Without targets, it says only what differs from the keyframes of its gait.

    Args:
        table: as it stands in a file.
        where: where it stands, for the error message.
        folder: what the path of a keyframe file is relative to; None: the table must
            hold its own keyframes.
    """
    own, gait = table.get("keyframes"), table.get("gait", OWN)
    if (isinstance(own, dict) and "targets" in own) or not isinstance(gait, str):
        return table
    place = f"{where}.keyframes"
    if folder is None:
        raise InputError(
            f"{place}: a solution holds its own keyframes; it must not name a gait or"
            " another file."
        )
    if gait == OWN and own is None:
        raise InputError(f"{place}: this table is missing; gait '{OWN}' needs it.")
    if gait == OWN or not isinstance(own, dict | None):
        return table
    base = load_keyframes(gait, f"{where}.gait", folder)
    whole = merged(base.model_dump(exclude_none=True), own or {})
    name = Path(gait).stem if gait.endswith(".toml") else gait
    return {**table, "gait": name, "keyframes": whole}
