"""When feet strike and lift, for files that travel beside or inside a motion."""

import csv
import io
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from gaitsmith.export.motion import Motion
from gaitsmith.gait.events import leg_is_standing
from gaitsmith.kernels.records import Flags


def standing_legs(motion: Motion) -> Flags:
    """(frames, legs) whether each foot stands; see `gait.events`."""
    recording, frames = motion.recording, len(motion.recording.time)
    if motion.cycle is not None:
        # A stance that the ends of a loop cut is a whole one.
        force = recording.contact_force
        rounds = np.concatenate([force[:-1]] * 3)
        step = 1.0 / recording.frame_rate
        time = np.arange(len(rounds)) * step
        recording = replace(recording, time=time, contact_force=rounds)
    standing = np.stack(
        [
            leg_is_standing(motion.character, recording, side)
            for side in range(len(motion.character.roles.legs))
        ],
        axis=1,
    )
    return standing if motion.cycle is None else standing[frames - 1 : 2 * frames - 1]


def events_table(motion: Motion) -> dict[str, Any]:
    """Strikes, lifts and stances by time [s] and frame, and what a loop took.

    Frames are those of the file. A stance that a loop's end cuts goes on at its start.
    """
    recording = motion.recording
    rate = recording.frame_rate
    standing = standing_legs(motion)
    feet, events = {}, []
    for leg, is_standing in zip(motion.character.roles.legs, standing.T, strict=True):
        edges = (np.flatnonzero(np.diff(is_standing)) + 1).tolist()
        turns = edges
        if motion.cycle is not None:  # the last frame is the first one
            turns = [edge % (len(is_standing) - 1) for edge in edges]
        events += [
            {
                "event": "strike" if is_standing[frame] else "lift",
                "foot": leg.name,
                "frame": frame,
                "time": round(frame / rate, 6),
            }
            for frame in turns
        ]
        feet[leg.name] = [
            [start, end - 1]
            for start, end in pairwise([0, *edges, len(is_standing)])
            if is_standing[start]
        ]
    found: dict[str, Any] = {
        "frame_rate": round(rate, 6),
        "frames": len(recording.time),
        "events": sorted(events, key=lambda event: event["frame"]),
        "stances": feet,
    }
    if motion.cycle is not None:
        found["loop"] = loop_table(motion)
    return found


def loop_table(motion: Motion) -> dict[str, Any] | None:
    """What a loop is, and what closing it took; None of what is no loop."""
    cycle = motion.cycle
    if cycle is None:
        return None
    recording = motion.recording
    seconds = (len(recording.time) - 1) / recording.frame_rate
    return {
        "strides": cycle.strides,
        "seconds": round(seconds, 6),
        "simulated_seconds": round(cycle.seconds, 6),
        "way_m": cycle.way,
        "speed": cycle.way / seconds,
        "turn_degrees": float(np.degrees(cycle.turn)),
        "closed_by_m": cycle.shift,
        "closed_by_degrees": float(np.degrees(cycle.bend)),
        "slip_before_m": cycle.slip,
        "pinned_by_m": cycle.reach,
    }


def notifies_csv(motion: Motion) -> str:
    """Strikes and lifts as a table of animation notifies for Unreal Engine."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["Name", "Notify", "Foot", "Time", "Frame"])
    for number, event in enumerate(events_table(motion)["events"]):
        word = f"Foot{event['event'].capitalize()}"
        foot = event["foot"].title().replace("_", "")
        time = f"{event['time']:.6f}"
        rows.writerow([f"Notify_{number}", word, foot, time, event["frame"]])
    return text.getvalue()
