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
    """Measure the simulation core: microseconds a step, threads."""
    from gaitsmith.benchmark import measure_speed
    from gaitsmith.workflows import solution_or_start, with_setting

    found = solution_or_start(solution, changes or ())
    found = with_setting(found, duration=4.0, rate=rate)
    announce_compiling(found.problem)
    speed = measure_speed(found)
    print_result(
        json,
        speed.as_dict(),
        f"closed loop      {speed.closed_loop_us:7.2f} us a step (control, ground,"
        " joint stops, terms)",
        f"raw mj_step      {speed.raw_step_us:7.2f} us a step (same model,"
        " no constraints)",
        f"ratio            {speed.ratio:7.2f}",
        f"real time        {speed.realtime_factor:7.1f} x on one core at"
        f" {speed.rate:g} Hz",
        f"two threads      {speed.thread_speedup:7.2f} x the candidates of one",
    )
