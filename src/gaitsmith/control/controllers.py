"""The one table of controllers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller
from gaitsmith.control.geyer_controller import GAITS as GEYER_GAITS
from gaitsmith.control.geyer_controller import GeyerController
from gaitsmith.control.keyframe_controller import (
    KeyframeController,
    controller_of_gait,
)
from gaitsmith.control.keyframe_spec import (
    OWN,
    KeyframeSpec,
    described_keyframes,
    load_keyframes,
)
from gaitsmith.control.muscle_spec import MuscleSpec
from gaitsmith.control.pose_graph_controller import WALKS, PoseGraphController
from gaitsmith.control.posture import POSTURES, PostureController
from gaitsmith.control.reflex_controller import GAITS as REFLEX_GAITS
from gaitsmith.control.reflex_controller import ReflexController
from gaitsmith.control.simbicon_controller import SimbiconController
from gaitsmith.control.simbicon_gaits import GAITS
from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name


class ControllerSpec(Declaration):
    """Which law drives the character, and which gait it starts from."""

    law: str
    gait: str
    """A name of the table below; of law "keyframes" also a keyframe file's path, or
    any name for the table that follows."""
    keyframes: KeyframeSpec | None = None
    """Of law "keyframes": what a keyframe file says. Left out: what `gait` names."""
    muscles: MuscleSpec | None = None
    """Of laws "reflexes" and "geyer": strengths of muscles, delays of nerves."""


@dataclass(frozen=True)
class ControllerKind:
    """One entry of the table below."""

    description: str
    build: Callable[[Character, str], Controller]
    gaits: dict[str, str]
    """Names of its gaits, and what each is."""


CONTROLLERS = {
    "geyer": ControllerKind(
        "Geyer & Herr 2010: fourteen muscles with reflexes, in the plane",
        GeyerController,
        GEYER_GAITS,
    ),
    "keyframes": ControllerKind(
        "joint angles by the clock (van de Panne & Lamouret 1995), for any creature",
        controller_of_gait,
        described_keyframes(),
    ),
    "pose_graph": ControllerKind(
        "Wang et al. 2009: four states, ankle push-off, 184 parameters",
        PoseGraphController,
        WALKS,
    ),
    "reflexes": ControllerKind(
        "Wang et al. 2012: sixteen muscles with reflexes, 124 parameters",
        ReflexController,
        REFLEX_GAITS,
    ),
    "posture": ControllerKind(
        "holds a pose with springs at the joints, or none", PostureController, POSTURES
    ),
    "simbicon": ControllerKind(
        "SIMBICON (Yin et al. 2007): pose graph with balance feedback, planar and 3D",
        SimbiconController,
        {name: gait.description for name, gait in GAITS.items()},
    ),
}
MUSCLE_LAWS = {"geyer": GeyerController, "reflexes": ReflexController}


def build_controller(
    character: Character, spec: ControllerSpec, where: str, folder: Path
) -> Controller:
    """The controller that an experiment asks for.

    Args:
        character: whom it drives.
        spec: which one.
        where: who asks for it, for the error message.
        folder: what the path of a keyframe file is relative to.
    """
    if spec.law not in CONTROLLERS:
        raise unknown_name(
            "controller", spec.law, CONTROLLERS, f"{where}: controller.law"
        )
    if spec.law == "keyframes":
        return _keyframe_controller(character, spec, where, folder)
    if spec.keyframes is not None:
        raise InputError(
            f"{where}: controller.keyframes: law '{spec.law}' has no use for it; remove"
            ' the table, or choose law = "keyframes".'
        )
    if spec.law not in MUSCLE_LAWS and spec.muscles is not None:
        raise InputError(
            f"{where}: controller.muscles: law '{spec.law}' moves no muscles; remove"
            ' the table, or choose law = "reflexes".'
        )
    try:
        if spec.law in MUSCLE_LAWS:
            muscles = spec.muscles or MuscleSpec()
            return MUSCLE_LAWS[spec.law](character, spec.gait, muscles)
        return CONTROLLERS[spec.law].build(character, spec.gait)
    except InputError as error:
        raise InputError(f"{where}: controller.gait: {error}") from None


def _keyframe_controller(
    character: Character, spec: ControllerSpec, where: str, folder: Path
) -> KeyframeController:
    keyframes, place = spec.keyframes, f"{where}: controller.keyframes"
    if keyframes is None and spec.gait == OWN:
        raise InputError(f"{place}: this table is missing; gait '{OWN}' needs it.")
    if keyframes is None:
        place = f"{where}: controller.gait"
        keyframes = load_keyframes(spec.gait, place, folder)
        place = f"{place}: {spec.gait}"
    try:
        return KeyframeController(character, keyframes)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def stored_controller(spec: ControllerSpec, controller: Controller) -> ControllerSpec:
    """The same choice without the need of another file."""
    if not isinstance(controller, KeyframeController):
        return spec
    gait = Path(spec.gait).stem if spec.gait.endswith(".toml") else spec.gait
    return spec.model_copy(update={"gait": gait, "keyframes": controller.spec})
