"""Real models beside what OpenSim itself said of them (scripts/opensim_oracle.py)."""

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np

from gaitsmith.kernels.muscle_polynomials import powers
from gaitsmith.opensim.fits import monomials, scaled, spanned
from gaitsmith.opensim.gait_range import gait_range
from gaitsmith.opensim.hinges import placed
from gaitsmith.opensim.kinematics import full_pose, joined, transforms
from gaitsmith.opensim.model import GROUND
from gaitsmith.opensim.paths import Poses, measure
from gaitsmith.opensim.taking import Taken, fits_of, take

DATA = Path(__file__).parent / "data"
ROUNDING = 1e-6  # m: seven digits are kept
NEAR = 0.003  # m: moment arms that are near enough for gait
# Two cylinders in a row: OpenSim's way over them is not quite the shortest.
TWO_SOLIDS = ("gaslat_r", "gasmed_r")
HELD = ("patella_r", "patella_l")
KNEE_HINGE = {"Rajagopal2016": 0.013}  # m, of feet where the knee is a single hinge


class Oracle:
    """What OpenSim said, in its poses."""

    def __init__(self, name: str) -> None:
        rows = list(csv.DictReader((DATA / f"{name}.csv").read_text().splitlines()))
        self.count = 1 + max(int(row["pose"]) for row in rows)
        self.told = defaultdict(lambda: np.zeros(self.count))
        for row in rows:
            key = row["kind"], row["name"], row["of"]
            self.told[key][int(row["pose"])] = float(row["value"])
        self.pose = {k[1]: v for k, v in self.told.items() if k[0] == "angle"}

    def whole_pose(self, taken: Taken) -> dict[str, np.ndarray]:
        root = taken.model.leaders(taken.model.joints[0])
        return {**self.pose, **{name: np.zeros(self.count) for name in root}}

    def origin(self, body: str) -> np.ndarray:
        return np.array([self.told["origin", body, axis] for axis in "xyz"]).T

    def arms(self, muscle: str, names: tuple[str, ...]) -> np.ndarray:
        return np.array([self.told["arm", muscle, name] for name in names]).T


def test_bodies_are_where_opensim_has_them(real: Path) -> None:
    taken, oracle = take(real), Oracle(real.stem)
    pose = oracle.whole_pose(taken)
    found = transforms(taken.model, pose, oracle.count, taken.model.bodies)
    for body in taken.model.bodies:
        apart = np.linalg.norm(found[body][1] - oracle.origin(body), axis=1)
        assert np.max(apart) < ROUNDING, body


def test_hinges_keep_bodies_near(real: Path) -> None:
    taken, oracle = take(real), Oracle(real.stem)
    values = full_pose(taken.model, oracle.whole_pose(taken), oracle.count)
    still = np.broadcast_to(np.eye(3), (oracle.count, 3, 3))
    found = {GROUND: (still, np.zeros((oracle.count, 3)))}
    for body, link in taken.links.items():
        found[body] = joined(found[link.parent], placed(link, values))
        apart = np.linalg.norm(found[body][1] - oracle.origin(body), axis=1)
        near = KNEE_HINGE.get(real.stem, 0.001)
        assert np.max(apart) < near or body in HELD, body


def test_paths_and_their_arms_are_opensims(real: Path) -> None:
    taken, oracle = take(real), Oracle(real.stem)
    model = taken.model
    ours = [m for m in model.muscles if ("length", m.name, "") in oracle.told]
    assert len(ours) == len(model.muscles) // 2
    names = tuple(dict.fromkeys(n for m in ours for n in spanned(model, m)))
    poses = Poses(model, oracle.whole_pose(taken), names, ours)
    for muscle in ours:
        mine = spanned(model, muscle)
        found = measure(poses, muscle)
        kept = [names.index(name) for name in mine]
        wrong = np.max(np.abs(found.arms[:, kept] - oracle.arms(muscle.name, mine)))
        is_wrapped = bool(muscle.wraps)
        assert wrong < (0.0012 if is_wrapped else ROUNDING), muscle.name
        told = oracle.told["length", muscle.name, ""]
        near = 0.006 if muscle.name in TWO_SOLIDS else 0.0005
        assert np.max(np.abs(found.length - told)) < near, muscle.name


def test_fits_are_within_three_millimetres_of_opensims_arms(real: Path) -> None:
    taken, oracle = take(real), Oracle(real.stem)
    tested = 0
    for name, fit in fits_of(real).items():
        if ("length", name, "") not in oracle.told:
            continue
        pose = np.array([oracle.pose[c] for c in fit.coordinates]).T
        _, slopes = monomials(
            scaled(taken.model, fit.coordinates, pose),
            powers(len(fit.coordinates), fit.degree),
        )
        ends = [gait_range(taken.model.coordinates[c]) for c in fit.coordinates]
        half = 0.5 * np.diff(ends, axis=1)[:, 0]
        arms = -np.einsum("cnt,t->nc", slopes, fit.coefficients) / half
        wrong = np.max(np.abs(arms - oracle.arms(name, fit.coordinates)))
        assert wrong < NEAR, name
        tested += 1
    assert tested == len(taken.model.muscles) // 2
