"""Push a walker of the gallery harder and harder until it falls."""

import gaitsmith

walker = gaitsmith.load_solution("simbicon/walk")
for force in (0, 50, 100, 150, 200, 300):  # N, forward, for 0.4 s
    pushed = gaitsmith.with_setting(
        walker,
        duration=10.0,
        heading=[],
        pushes=[{"start": 3.0, "force": (force, 0.0, 0.0)}],
    )
    rollout = gaitsmith.simulate(pushed).rollout
    print(f"{force:4d} N: {rollout.sentence}")
    if rollout.outcome is gaitsmith.Outcome.FELL:
        break
