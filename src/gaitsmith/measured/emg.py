"""Muscle activity from electrodes: whose channel it is, and its envelope."""

import re
from collections.abc import Mapping

import numpy as np

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RIGHT, Floats
from gaitsmith.measured.walk import Series, Sided

HIGH_PASS, LOW_PASS = 30.0, 6.0  # Hz: what moves cables; what an envelope shows
RAW_RATE = 400.0  # Hz; what is sampled more slowly is taken for an envelope
# What laboratories call the muscles of our groups, in small letters without signs.
STEMS: Mapping[str, tuple[str, ...]] = {
    "SOL": ("soleus", "sol"),
    "TA": ("tibialisanterior", "tibant", "tibialisant", "ta"),
    "GAS": ("gastrocnemius", "gastroc", "gas", "medgas", "latgas", "gasmed", "gaslat",
            "mg", "lg", "gm", "gl", "gastrocmed", "gastroclat"),
    "VAS": ("vastuslateralis", "vastusmedialis", "vastus", "vasti", "vas", "vaslat",
            "vasmed", "vl", "vm"),
    "HAM": ("hamstrings", "hamstring", "ham", "bicepsfemoris", "bicfem", "bflh", "bf",
            "semitendinosus", "semiten", "semimembranosus", "st", "sm"),
    "RF": ("rectusfemoris", "recfem", "rectfem", "rf"),
    "GLU": ("gluteusmaximus", "glutmax", "gluteusmax", "glmax", "gmax", "glu", "gmaxi"),
    "HFL": ("iliopsoas", "iliacus", "psoas", "hfl"),
}  # fmt: skip
MUSCLE_OF = {stem: muscle for muscle, stems in STEMS.items() for stem in stems}
SIDE_OF = {"l": LEFT, "left": LEFT, "r": RIGHT, "right": RIGHT}
NO_MUSCLE = ("emg", "act", "activation", "envelope", "channel", "ch", "imemg")


def channel_of(label: str) -> tuple[int, str] | None:
    """Side and muscle of a label such as "EMG R.Soleus" or "sol_l"; None: no muscle."""
    words = [w for w in re.split(r"[^a-z0-9]+", label.lower()) if w not in NO_MUSCLE]
    sides = [SIDE_OF[word] for word in words if word in SIDE_OF]
    rest = "".join(word for word in words if word and word not in SIDE_OF)
    if len(sides) == 1 and rest in MUSCLE_OF:
        return sides[0], MUSCLE_OF[rest]
    for letter, side in (("l", LEFT), ("r", RIGHT)):
        stem = rest.removeprefix(letter)
        if not sides and stem != rest and stem in MUSCLE_OF:
            return side, MUSCLE_OF[stem]
    return None


def activity(time: Floats, channels: Mapping[str, Floats]) -> Series | None:
    """Envelopes by muscle, as shares of their largest; None: no channel is a muscle's.

    Of several channels of a group, the mean of their envelopes.

    Args:
        time: (samples,) s, evenly.
        channels: (samples,) by label; others than muscles' may be among them.
    """
    found: dict[tuple[int, str], list[Floats]] = {}
    for label, values in channels.items():
        whose = channel_of(label)
        if whose is not None:
            if not np.all(np.isfinite(values)):
                raise InputError(
                    f"channel {label} has gaps; fill them, or leave it out."
                )
            found.setdefault(whose, []).append(envelope(time, values))
    if not found:
        return None
    sides: Sided = ({}, {})
    for (side, muscle), envelopes in found.items():
        sides[side][muscle] = np.mean(envelopes, axis=0)
    return Series(time, sides)


def envelope(time: Floats, values: Floats) -> Floats:
    """A channel's envelope, its largest value 1; what is sampled slowly is one."""
    rate = (len(time) - 1) / float(time[-1] - time[0]) if len(time) > 1 else 0.0
    found = np.abs(values)
    if rate >= RAW_RATE and len(time) > 100:
        from scipy.signal import butter, sosfiltfilt

        high = butter(2, HIGH_PASS, "highpass", fs=rate, output="sos")
        low = butter(2, LOW_PASS, fs=rate, output="sos")
        found = np.maximum(sosfiltfilt(low, np.abs(sosfiltfilt(high, values))), 0.0)
    return found / max(float(np.max(found)), 1e-12)


def is_muscle(key: str) -> bool:
    """Whether a curve is a muscle's activity."""
    return key in MUSCLE_NAMES
