"""Tables and figures of Wang, Fleet & Hertzmann 2009, section 5."""

from gaitsmith.papers.wang2009.tables import (
    ablations,
    additions,
    challenges,
    energy,
    natural,
)

PARTS = (ablations, additions, challenges, energy, natural)
