"""Several files of one trial, as `gaitsmith import` reads them."""

import json

import numpy as np
import pytest

from gaitsmith.errors import InputError
from gaitsmith.gait.table_file import as_storage
from gaitsmith.measured.reference_file import read_reference
from gaitsmith.measured.walk_file import read_gait

STRIDE, MASS = 1.1, 70.0
STRIKES = ((0.55, 1.65, 2.75), (1.1, 2.2))


@pytest.fixture
def trial(tmp_path):
    """Angles, forces and moments of a walk with known strikes, as OpenSim's files."""
    from gaitsmith.gait.human import angles

    people = angles("walk", 1.25)
    time = np.arange(321) / 100.0

    def of(curve, late):
        return np.interp((time / STRIDE - late) % 1.0 * 100.0, np.arange(101), curve)

    def write(name, columns, times=time):
        path = tmp_path / name
        path.write_text(as_storage(name, {"time": times, **columns}, in_degrees=True))
        return path

    names = {"hip": "hip_flexion", "knee": "knee_angle", "ankle": "ankle_angle"}
    motion = {
        f"{name}_{letter}": (-1 if joint == "knee" else 1)
        * of(people[joint].mean, late)
        for letter, late in (("l", 0.5), ("r", 0.0))
        for joint, name in names.items()
    }

    def forces(early=0.0, turn=1.0, letters=("l", "r")):
        columns = {}
        for name, letter, late in zip(("", "1_"), letters, (0.5, 0.0), strict=True):
            phase = ((time + early) / STRIDE - late + 1e-9) % 1.0
            load = np.where(phase < 0.5, MASS * 9.81, 0.0)
            brake = -turn * np.where(phase < 0.25, 100.0, -100.0) * (phase < 0.5)
            middle = -0.1 if late else 0.1  # z points to the right
            plate = (
                f"{name}{letter}_ground_force_" if letter else f"{name}ground_force_"
            )
            for kind, parts in {
                "v": (brake, load, 0.0 * load),
                "p": (0.0 * load, 0.0 * load, turn * middle + 0.0 * load),
            }.items():
                for axis, values in zip("xyz", parts, strict=True):
                    columns[f"{plate}{kind}{axis}"] = values
        return columns

    moments = {
        f"{name}_{s}_moment": 70.0 + 0.0 * time for name in names.values() for s in "lr"
    }

    class Trial:
        motion_file = write("ik.mot", motion)
        moment_file = write("id.sto", moments)

        def force_file(self, times=time, **options):
            return write("grf.mot", forces(**options), times)

    return Trial()


def test_files_of_a_trial_give_all_curves_of_both_sides(trial):
    gait = read_gait([trial.motion_file, trial.force_file(), trial.moment_file])
    assert gait.mass == pytest.approx(MASS, rel=1e-3)
    for side, strikes in enumerate(STRIKES):
        assert gait.strikes[side] == pytest.approx(strikes, abs=0.02)
    assert {k: x.left.num_cycles for k, x in gait.curves.items()} == {
        key: 2
        for key in (
            *("hip", "knee", "ankle", "hip_moment", "knee_moment", "ankle_moment"),
            *("vertical", "fore_aft", "medio_lateral"),
        )
    }
    # Flexion is negative in this file, so the knee's moment is one of extension.
    moments = [
        gait.curves[f"{k}_moment"].both.mean[0] for k in ("hip", "knee", "ankle")
    ]
    assert moments == pytest.approx((-1.0, 1.0, -1.0), rel=1e-3)
    assert gait.curves["fore_aft"].left.mean[10] == pytest.approx(
        -100 / 686.7, rel=0.01
    )


@pytest.mark.parametrize("letters", [("", ""), ("l", "r")])
def test_strikes_by_angles_are_those_by_forces(trial, letters):
    alone = read_gait([trial.motion_file])
    both = read_gait([trial.force_file(letters=letters)])
    for side in range(2):
        assert alone.strikes[side] == pytest.approx(both.strikes[side], abs=0.02)
    assert "strikes found by hip and knee." in alone.notes


def test_forces_of_a_walk_backward_along_x_are_turned(trial):
    gait = read_gait([trial.force_file(turn=-1.0, letters=("l", "r"))])
    assert gait.curves["fore_aft"].left.mean[10] < 0.0
    assert (
        "the forces' x points backward: x and z of the file were turned." in gait.notes
    )


def test_files_that_do_not_fit_are_refused(trial):
    late = np.arange(321) / 100.0 + 3.0
    with pytest.raises(
        InputError, match=r"the angles last from 0 to 3\.2 s, and the for"
    ):
        read_gait([trial.motion_file, trial.force_file(times=late)])
    with pytest.raises(
        InputError, match=r"by the forces the left foot strikes at 1\.40"
    ):
        read_gait([trial.motion_file, trial.force_file(early=0.25)])
    exchanged = trial.force_file()
    text = exchanged.read_text().replace("force_vy", "force_v?")
    text = text.replace("force_vx", "force_vy").replace("force_v?", "force_vx")
    exchanged.write_text(text)
    with pytest.raises(InputError, match="axes of the forces are exchanged"):
        read_gait([exchanged])


def test_strikes_that_are_given_are_compared_with_the_forces(trial):
    files = [trial.motion_file, trial.force_file()]
    assert read_gait(files, [1.1, 2.2]).curves["knee"].right.num_cycles == 1
    noted = read_gait(files, [1.05, 2.2])
    assert any("given at 1.050 s does not fit: by ground" in x for x in noted.notes)
    with pytest.raises(InputError, match=r"given at 1\.400 s does not fit: by ground"):
        read_gait(files, [1.4, 2.2])


def test_a_table_over_time_is_cut_like_a_motion(tmp_path, trial):
    gait = read_gait([trial.motion_file])
    time = np.arange(321) / 100.0
    columns = {"time": time}
    for side, late in (("left", 0.5), ("right", 0.0)):
        for key in ("hip", "knee"):
            curve = getattr(gait.curves[key], side).mean
            phase = (time / STRIDE - late) % 1.0 * 100.0
            columns[f"{key}_{side}"] = np.interp(phase, np.arange(101), curve)
    rows = "\n".join(
        ",".join(map(str, row)) for row in np.array(list(columns.values())).T
    )
    path = tmp_path / "own.csv"
    path.write_text(",".join(columns) + "\n" + rows)
    found = read_gait([path])
    assert found.strikes[0] == pytest.approx(STRIKES[0], abs=0.02)
    mean = gait.curves["knee"].left.mean
    assert found.curves["knee"].left.mean == pytest.approx(mean, abs=1.0)


def test_what_is_imported_is_a_reference(run_cli, tmp_path, trial):
    output = tmp_path / "own.csv"
    done = run_cli(
        "import", trial.motion_file, trial.force_file(), "--output", output, "--json"
    )
    assert done.code == 0
    told = json.loads(done.out)
    assert told["mass"] == pytest.approx(MASS, rel=1e-3)
    assert told["curves"]["knee"] == {"left": 2, "right": 1}
    reference = read_reference(output, "walk", 1.25)
    assert set(reference.forces) == {"vertical", "fore_aft", "medio_lateral"}
    assert set(reference.sides[0]) >= {"hip", "knee", "ankle", "vertical"}
    assert (
        run_cli("import", trial.motion_file, "--output", tmp_path / "x.mot").code == 2
    )
    plain = run_cli("import", trial.motion_file).out
    assert "left foot strikes at 0.55" in plain


def test_markers_alone_tell_no_curve(make_person, write_trc):
    with pytest.raises(InputError, match="markers alone tell strikes and speed, but"):
        read_gait([write_trc(make_person(duration=3.2, speed=1.2))])


def test_a_heel_that_is_hidden_too_long_is_named(make_person, write_trc, tmp_path):
    walker = make_person(duration=3.2, speed=1.2)
    walker["RHEE"][50:90] = np.nan
    markers = write_trc(walker)
    time = np.arange(321) / 100.0
    moments = tmp_path / "id.sto"
    columns = {"time": time, "knee_angle_r_moment": time}
    moments.write_text(as_storage("id", columns, in_degrees=True))
    with pytest.raises(InputError, match=r"RHEE is not seen from 0\.49 to 0\.90 s"):
        read_gait([markers, moments], mass=70.0)
    walker["RHEE"][60:90] = make_person(duration=3.2, speed=1.2)["RHEE"][60:90]
    gait = read_gait([write_trc(walker), moments], mass=70.0)
    assert gait.strikes[1] == pytest.approx((1.1, 2.2), abs=0.01)
    assert gait.speed == pytest.approx(1.2, abs=0.5)
