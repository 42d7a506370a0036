"""Which point of the body a marker is on, by what the common marker sets call it."""

import re
from collections.abc import Iterable, Mapping

SIDES = {"left": ("l", "left"), "right": ("r", "right")}
# Plug-in Gait and Conventional Gait Model; Helen Hayes as OpenSim's subject01 has it;
# OpenSim's Rajagopal2016; ISB's names as of CAST and Leardini; in small letters.
OF_SIDE: Mapping[str, tuple[str, ...]] = {
    "asis": ("asis", "asi", "ias"),
    "psis": ("psis", "psi", "ips"),
    "trochanter": ("ftc", "gtr", "grt", "troch", "trochanter", "hip"),
    "knee": ("kneelat", "kne", "knee", "lfc", "fle", "lfe", "lknee", "kneelateral"),
    "inner_knee": ("kneemed", "knm", "kneem", "mfc", "fme", "mknee", "kneemedial"),
    "ankle": ("anklelat", "ank", "ankle", "lmal", "fal", "lankle", "anklelateral"),
    "inner_ankle": ("anklemed", "med", "ankm", "mmal", "tam", "mankle", "anklemedial"),
    "heel": ("heel", "hee", "cal", "calc", "fcc"),
    "toe": ("toetip", "toe", "toe2", "mt2", "fm2", "sml", "smh"),
    "outer_toe": ("toelat", "mt5", "fm5", "vmh", "5mt", "toe5"),
    "inner_toe": ("toemed", "mt1", "fm1", "fmh", "1mt", "toe1"),
    "shoulder": ("acromium", "acromion", "sho", "shoulder", "acr", "sac", "caj"),
}  # fmt: skip
UNPAIRED: Mapping[str, tuple[str, ...]] = {
    "sacrum": ("sacrum", "sacr", "vsacral", "sacral", "sac"),
    "head": ("tophead", "headtop", "head", "vertex", "hdtop"),
}
LANDMARK_OF: Mapping[str, str] = {
    name: landmark for landmark, stems in UNPAIRED.items() for name in stems
} | {
    name: f"{side}_{landmark}"
    for side, letters in SIDES.items()
    for landmark, stems in OF_SIDE.items()
    for stem in stems
    for letter in letters
    for name in (letter + stem, stem + letter)
}


def landmark_of(marker: str) -> str | None:
    """Such as "right_heel" for R.Heel, RHEE, r_heel or Anna:RCAL; None: not known."""
    plain = re.sub(r"[^a-z0-9]", "", marker.rpartition(":")[2].lower())
    return LANDMARK_OF.get(plain)


def landmarks_of(markers: Iterable[str]) -> dict[str, str]:
    """The marker of each landmark; of several, the first."""
    found: dict[str, str] = {}
    for marker in markers:
        landmark = landmark_of(marker)
        if landmark:
            found.setdefault(landmark, marker)
    return found
