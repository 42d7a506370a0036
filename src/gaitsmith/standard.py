"""What gaitsmith brings through its own door: one line for each part.

Loaded by the entry point `standard` of the group `gaitsmith.plugins`, like anybody's
plug-in.
"""

from gaitsmith import people
from gaitsmith.actuators import fitted_muscles, hill_muscles
from gaitsmith.control import posture
from gaitsmith.objectives import (
    ang,
    follow,
    guide,
    head,
    land,
    posture as posture_term,
    terms,
)
from gaitsmith.optimization import cma_adapter, descent
from gaitsmith.papers import (
    coros2008,
    geyer2010,
    vandepanne1995,
    wang2009,
    wang2012,
    yin2007,
)

PARTS = (
    ang,
    cma_adapter,
    coros2008,
    descent,
    fitted_muscles,
    follow,
    geyer2010,
    guide,
    head,
    hill_muscles,
    land,
    posture,
    posture_term,
    people,
    terms,
    vandepanne1995,
    wang2009,
    wang2012,
    yin2007,
)
