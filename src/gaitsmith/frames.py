"""Results as tables of pandas, which need not be installed for anything else."""

from typing import TYPE_CHECKING, Any

from gaitsmith.characters.character import Character
from gaitsmith.errors import InputError, WorkFailedError
from gaitsmith.gait.analysis import GaitAnalysis
from gaitsmith.objectives.score_card import ScoreCard
from gaitsmith.runs.folder import RunFolder
from gaitsmith.runs.solution import Solution
from gaitsmith.simulation.recording import Recording

if TYPE_CHECKING:
    import pandas


def as_frame(thing: Any, character: Character | None = None) -> "pandas.DataFrame":
    """A result as a table of pandas.

    Args:
        thing: a recording (a row a frame: joint angles [rad], torques [N m], centre of
            mass [m]), the analysis of a gait (a row a point of the cycle), a score card
            (a row a term), a solution (a row a parameter), or the folder of a run (a
            row a generation).
        character: whose recording it is, which names its joints.
    """
    try:
        import pandas as pd
    except ImportError:
        raise WorkFailedError(
            "as_frame: pandas is not installed; install it with: pip install pandas"
        ) from None
    match thing:
        case Recording():
            return pd.DataFrame(_recorded(thing, character)).set_index("time")
        case GaitAnalysis():
            return pd.DataFrame(_curves(thing)).rename_axis("percent")
        case ScoreCard():
            return pd.DataFrame(thing.as_dict()).T.rename_axis("term")
        case Solution():
            rows = {
                p.name: {"value": thing.values[p.name], "unit": p.unit, "is": p.meaning}
                for p in thing.problem.space.parameters
            }
            return pd.DataFrame(rows).T.rename_axis("parameter")
        case RunFolder():
            rows = [vars(row) for row in thing.read_progress()]
            return pd.DataFrame(rows).set_index("generation")
        case _:
            raise InputError(
                f"as_frame: a {type(thing).__name__} is no table; give a recording, the"
                " analysis of a gait, a score card, a solution or a run folder."
            )


def _recorded(recording: Recording, character: Character | None) -> dict[str, Any]:
    if character is None:
        raise InputError("as_frame: a recording needs its character, to name joints.")
    hinges = character.roles.hinges
    place = dict(zip("xyz", recording.com.T, strict=True))
    return {
        "time": recording.time,
        **{f"com_{axis}": values for axis, values in place.items()},
        **{f"angle_{h.role}": recording.qpos[:, h.position] for h in hinges},
        **{f"rate_{h.role}": recording.qvel[:, h.axis] for h in hinges},
        **{f"torque_{h.role}": recording.torque[:, h.axis] for h in hinges},
    }


def _curves(analysis: GaitAnalysis) -> dict[tuple[str, str], Any]:
    return {
        (part, name): curve.both.mean
        for part in ("angles", "moments", "powers", "forces")
        for name, curve in getattr(analysis, part).items()
    }
