"""Walking and running on muscles (Wang, Hamner, Delp & Koltun 2012), section 6.

Walks and runs of the gallery, measured against people as the paper measures its own:
mean distance of joint angles from people's mean, in people's standard deviations. Our
people are other people than theirs, so figures are comparable, not identical.
"""

from gaitsmith.papers.wang2012.tables import running, walking

PARTS = (running, walking)
