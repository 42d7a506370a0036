"""gaitsmith simulate: one rollout and its score card."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gaitsmith.cli.console import print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes, SolutionOrStart
from gaitsmith.cli.setting_options import (
    Duration,
    Friction,
    Headings,
    Noise,
    NoiseSeed,
    Pushes,
    Slope,
    in_setting,
)

if TYPE_CHECKING:
    from gaitsmith.simulation.measures import Measures


def simulate(
    solution: SolutionOrStart,
    duration: Duration = None,
    rate: Annotated[float | None, typer.Option(help="Time steps a second, Hz.")] = None,
    slope: Slope = None,
    friction: Friction = None,
    push: Pushes = None,
    heading: Headings = None,
    noise: Noise = None,
    seed: NoiseSeed = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the recording to this .npz file.")
    ] = None,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Simulate a solution once and print its score card."""
    from gaitsmith import workflows
    from gaitsmith.runs.recording_file import require_recording_name, write_recording

    if record:
        require_recording_name(record)
    found = workflows.solution_or_start(solution, changes or ())
    found = in_setting(
        found,
        slope,
        push,
        heading,
        seed,
        duration=duration,
        rate=rate,
        friction=friction,
        motor_noise=noise,
    )
    announce_compiling(found.problem)
    scored = workflows.simulate(found, frame_rate=100.0 if record else 0.0)
    if record:
        write_recording(record, found, scored.rollout)
    measures = scored.rollout.measures
    hip, knee, ankle = measures.torque_shares
    print_result(
        json,
        simulation_result(scored)
        | {"sturdiness": found.sturdiness and found.sturdiness.as_dict()},
        scored.rollout.sentence,
        *([found.sturdiness.sentence] if found.sturdiness else []),
        f"speed {measures.speed:.3f} m/s, step length {measures.step_length:.3f} m,"
        f" {measures.steps} steps",
        f"mean squared torque {measures.torque_squared:.0f} N2 m2; shares of hips"
        f" {hip:.2f}, knees {knee:.2f}, ankles {ankle:.2f}",
        *_energy_line(measures),
        *_device_lines(measures),
        "",
        str(scored.score),
        *_trials_note(found.problem.robustness.trials),
        *([f"\nRecording written to {record}"] if record else []),
    )


def _trials_note(trials: int) -> list[str]:
    if not trials:
        return []
    return [f"\nThis is the quiet rollout; its search also judged {trials} others."]


def _energy_line(measures: "Measures") -> list[str]:
    """What the muscles cost; nothing of a body without."""
    if measures.muscles is None:
        return []
    spent = measures.muscles
    return [
        f"metabolic power {measures.metabolic_power:.2f} W/kg, of it the body at rest"
        f" {spent.basal_power / measures.mass:.2f}; cost of transport"
        f" {measures.cost_of_transport:.2f} J/kg/m",
        "shares of it: "
        + ", ".join(f"{name} {share:.0%}" for name, share in spent.shares().items()),
    ]


def _device_lines(measures: "Measures") -> list[str]:
    """What is worn, and what comes from outside."""
    lines = [
        f"device {one.device} on {one.joint}: gives {one.given:.2f} W, takes"
        f" {one.taken:.2f} W, torque {one.torque:.1f} N m (root of the mean square)"
        for one in measures.devices
    ]
    if measures.support:
        lines.append(
            f"held from above by {measures.support:.0f} N, a force from outside"
        )
    return lines


def simulation_result(scored: Any) -> dict[str, Any]:
    """One rollout as scripts read it."""
    rollout, measures = scored.rollout, scored.rollout.measures
    return {
        "outcome": rollout.outcome.word,
        "sentence": rollout.sentence,
        "simulated_seconds": rollout.seconds,
        "speed": measures.speed,
        "velocity": list(measures.velocity),
        "step_length": measures.step_length,
        "steps": measures.steps,
        "heading_degrees": measures.heading_degrees,
        "power_ratio": list(measures.torque_shares),
        "torque_squared": measures.torque_squared,
        "guide_effort": measures.metered["guide"]["effort"],
        "guide_work": measures.metered["guide"]["work"],
        **_energy(measures),
        "devices": [one.as_dict() for one in measures.devices],
        "support": measures.support,
        "total": scored.score.total,
        "terms": scored.score.as_dict(),
    }


def _energy(measures: "Measures") -> dict[str, Any]:
    """Keys of a body with muscles."""
    if measures.muscles is None:
        return {}
    return {
        "metabolic_power": measures.metabolic_power,
        "cost_of_transport": measures.cost_of_transport,
        "basal_power": measures.muscles.basal_power / measures.mass,
        "muscles": measures.muscles.as_dict(),
    }
