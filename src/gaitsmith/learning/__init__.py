"""Characters as environments for reinforcement learning.

Importing this package makes `gaitsmith/Walk-v0` known to gymnasium, an optional
library: `pip install gaitsmith[gymnasium]`.
"""

from gaitsmith.learning.registration import register_environments

register_environments()
