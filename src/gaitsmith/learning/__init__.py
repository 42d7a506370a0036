"""Characters as environments for reinforcement learning.

Importing this package makes `gaitsmith/Walk-v0` known to gymnasium, an optional
library: `pip install gaitsmith[gymnasium]`.
"""

from gaitsmith.errors import InputError

WALK = "gaitsmith/Walk-v0"


class MissingLibraryError(InputError, ImportError):
    """An optional library is not installed; the message says how to get it."""


def register_environments() -> None:
    """After this, `gymnasium.make("gaitsmith/Walk-v0")` finds the environment.

    `gymnasium.make_vec` finds many that step together.
    """
    try:
        import gymnasium
    except ModuleNotFoundError as error:
        if error.name != "gymnasium":
            raise
        raise MissingLibraryError(
            "gaitsmith.learning needs gymnasium, which is not installed;"
            " pip install gaitsmith[gymnasium] brings it."
        ) from None
    if WALK not in gymnasium.registry:
        gymnasium.register(
            id=WALK,
            entry_point="gaitsmith.learning.environment:WalkingEnv",
            vector_entry_point="gaitsmith.learning.vector:WalkingVectorEnv",
        )


register_environments()
