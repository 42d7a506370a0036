"""A person made of numbers, as laboratories would write it down."""

import numpy as np
import pytest

# m: forward, left, up; of the left side, the right one is its mirror image.
STANDING = {
    "ASI": (0.10, 0.13, 1.00),
    "PSI": (-0.10, 0.05, 1.02),
    "KNE": (0.0, 0.15, 0.50),
    "ANK": (0.0, 0.14, 0.10),
    "HEE": (-0.08, 0.12, 0.05),
    "TOE": (0.14, 0.12, 0.05),
    "SHO": (0.0, 0.18, 1.45),
}
RATE = 100.0  # Hz
STRIDE = 1.1  # s


def person(duration: float = 0.1, speed: float = 0.0) -> dict[str, np.ndarray]:
    """(frames, 3) m by marker, of somebody who stands, or walks on swinging feet.

    The left foot strikes at 0.55, 1.65, ... s and the right one at 0, 1.1, ... s: then
    it is farthest before the pelvis.
    """
    time = np.arange(round(duration * RATE) + 1) / RATE
    found: dict[str, np.ndarray] = {}
    for letter, sign, late in (("L", 1.0, 0.5), ("R", -1.0, 0.0)):
        for stem, (x, y, z) in STANDING.items():
            place = np.array([x, sign * y, z]) + np.zeros((len(time), 3))
            place[:, 0] += speed * time
            if speed and stem in ("HEE", "TOE", "ANK"):
                phase = 2.0 * np.pi * (time / STRIDE - late)
                place[:, 0] += 0.3 * np.cos(phase)
            found[letter + stem] = place
    return found


def trc_text(
    markers: dict[str, np.ndarray], unit: str = "mm", turn: np.ndarray | None = None
) -> str:
    """A .trc file of markers in m, y up and z to the right as OpenSim has it."""
    factor = {"mm": 1000.0, "m": 1.0}[unit]
    turned = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]) if turn is None else turn
    frames = len(next(iter(markers.values())))
    head = [
        "PathFileType\t4\t(X/Y/Z)\town.trc",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits",
        f"{RATE:g}\t{RATE:g}\t{frames}\t{len(markers)}\t{unit}",
        "Frame#\tTime\t" + "\t\t\t".join(markers) + "\t\t",
        "\t\t" + "\t".join(f"{a}{k + 1}" for k in range(len(markers)) for a in "XYZ"),
        "",
    ]
    places = [x @ turned.T * factor for x in markers.values()]
    rows = [
        "\t".join(
            [str(i + 1), f"{i / RATE:.5f}"]
            + ["" if np.isnan(v) else f"{v:.5f}" for x in places for v in x[i]]
        )
        for i in range(frames)
    ]
    return "\n".join([*head, *rows]) + "\n"


@pytest.fixture(scope="session")
def make_person():
    return person


@pytest.fixture(scope="session")
def as_trc():
    return trc_text


@pytest.fixture
def write_trc(tmp_path):
    """Write markers, or a text, as a .trc file."""

    def write(markers, **options):
        path = tmp_path / "own.trc"
        is_text = isinstance(markers, str)
        path.write_text(markers if is_text else trc_text(markers, **options))
        return path

    return write
