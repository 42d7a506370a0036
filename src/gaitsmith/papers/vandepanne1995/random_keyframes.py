"""Keyframes to begin a search with when nothing is known of the gait: random ones."""

from collections.abc import Mapping, Sequence

import numpy as np

from gaitsmith.characters.roles import Hinge
from gaitsmith.papers.vandepanne1995.keyframe_spec import KeyframeSpec

Targets = Mapping[str, float | tuple[float, ...]]


def starting_targets(spec: KeyframeSpec, hinges: Sequence[Hinge]) -> Targets:
    """Angles [rad] by role: those given, or drawn from the joints' ranges.

    Joints draw in the order of the body, so that the order of a file's keys does not
    matter. Held angles stay as they are given.
    """
    if spec.random is None:
        return spec.targets
    generator = np.random.default_rng(spec.random)
    drawn = {
        hinge.role: tuple(generator.uniform(*hinge.turn, spec.samples).tolist())
        for hinge in hinges
        if isinstance(spec.targets.get(hinge.role), tuple)
    }
    return {**spec.targets, **drawn}
