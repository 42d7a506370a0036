"""The one table of controllers."""

from collections.abc import Callable
from dataclasses import dataclass

from gaitsmith.characters.character import Character
from gaitsmith.control.controller import Controller
from gaitsmith.control.pose_graph_controller import WALKS, PoseGraphController
from gaitsmith.control.posture import POSTURES, PostureController
from gaitsmith.control.simbicon_controller import SimbiconController
from gaitsmith.control.simbicon_gaits import GAITS
from gaitsmith.declarations import Declaration
from gaitsmith.errors import InputError, unknown_name


class ControllerSpec(Declaration):
    """Which law drives the character, and which gait it starts from."""

    law: str
    gait: str


@dataclass(frozen=True)
class ControllerKind:
    """One entry of the table below."""

    description: str
    build: Callable[[Character, str], Controller]
    gaits: dict[str, str]
    """Names of its gaits, and what each is."""


CONTROLLERS = {
    "pose_graph": ControllerKind(
        "Wang et al. 2009: four states, ankle push-off, 184 parameters",
        PoseGraphController,
        WALKS,
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


def build_controller(
    character: Character, spec: ControllerSpec, where: str
) -> Controller:
    """The controller that an experiment asks for."""
    if spec.law not in CONTROLLERS:
        raise unknown_name(
            "controller", spec.law, CONTROLLERS, f"{where}: controller.law"
        )
    try:
        return CONTROLLERS[spec.law].build(character, spec.gait)
    except InputError as error:
        raise InputError(f"{where}: controller.gait: {error}") from None
