"""gaitsmith bench: the core's speed beside raw mj_step."""

from typing import Annotated

import typer

from gaitsmith.cli.console import print_result
from gaitsmith.cli.jobs import announce_compiling
from gaitsmith.cli.options import AsJson, Changes


def bench(
    solution: Annotated[
        str, typer.Argument(help="A walking solution.")
    ] = "simbicon/walk",
    rate: Annotated[float, typer.Option(help="Time steps per second, Hz.")] = 2400.0,
    changes: Changes = None,
    json: AsJson = False,
) -> None:
    """Measure the simulation core: lanes, threads, mj_step."""
    from gaitsmith.benchmark import measure_speed
    from gaitsmith.workflows import solution_or_start, with_setting

    found = solution_or_start(solution, changes or ())
    found = with_setting(found, duration=4.0, rate=rate)
    announce_compiling(found.problem)
    speed = measure_speed(found)
    print_result(
        json,
        speed.as_dict(),
        f"eight lanes      {speed.lane_us['8']:7.2f} us a candidate's time step"
        " (control, ground, joint stops, terms)",
        f"one lane         {speed.lane_us['1']:7.2f} us",
        f"a generation     {speed.generation_us:7.2f} us, of different candidates",
        f"raw mj_step      {speed.raw_step_us:7.2f} us (same model, no constraints)",
        f"with contact     {speed.contact_step_us:7.2f} us (mj_step on a floor,"
        " the engine's own contact)",
        f"speed-up         {speed.speedup:7.2f} x raw mj_step, eight lanes",
        f"ratio            {speed.ratio:7.2f} of raw mj_step, one lane",
        f"real time        {speed.realtime_factor:7.0f} x on one core at"
        f" {speed.rate:g} Hz, eight lanes",
        f"two threads      {speed.thread_speedup:7.2f} x the candidates of one",
    )
