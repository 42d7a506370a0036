"""What gaitsmith brings through its own door: one line for each part.

Loaded by the entry point `standard` of the group `gaitsmith.plugins`, like anybody's
plug-in.
"""

from gaitsmith.actuators import hill_muscles
from gaitsmith.control import (
    geyer_controller,
    keyframe_controller,
    pose_graph_controller,
    posture,
    reflex_controller,
    simbicon_controller,
)
from gaitsmith.objectives import (
    ang,
    guide,
    head,
    land,
    likeness,
    posture as posture_term,
    terms,
)
from gaitsmith.optimization import cma_adapter, descent

PARTS = (
    ang,
    cma_adapter,
    descent,
    geyer_controller,
    guide,
    head,
    hill_muscles,
    keyframe_controller,
    land,
    likeness,
    pose_graph_controller,
    posture,
    posture_term,
    reflex_controller,
    simbicon_controller,
    terms,
)
