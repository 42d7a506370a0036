"""What came of a simulation: how it ended, what was measured, what was recorded."""

from dataclasses import dataclass

from gaitsmith.kernels.records import Muscles
from gaitsmith.simulation.measures import Measures, Strikes
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.recording import Recording


@dataclass(frozen=True)
class Rollout:
    """What came of a simulation."""

    outcome: Outcome
    seconds: float
    """Simulated time until the end, the fall or the divergence."""
    duration: float
    """s, asked for."""
    measures: Measures
    strikes: Strikes
    recording: Recording | None
    muscles: Muscles | None = None
    """That moved it; None of a body without."""

    def __repr__(self) -> str:
        """In a line."""
        return f"Rollout: {self.sentence} Speed {self.measures.speed:.3g} m/s."

    @property
    def sentence(self) -> str:
        """The outcome in words."""
        return self.outcome.sentence(self.seconds, self.duration)
