"""124 parameters, each of which moves what it names; weak muscles; gaits; refusals."""

import re

import numpy as np
import pytest

from gaitsmith.actuators.muscle_model import muscles_of
from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import CONTROLLERS, declaration_of, make_controller
from gaitsmith.errors import InputError
from gaitsmith.kernels.records import LEFT, RIGHT
from gaitsmith.optimization.evaluation import Evaluator
from gaitsmith.papers.wang2012.reflex_controller import ReflexController
from gaitsmith.papers.wang2012.reflex_parameters import REFLEX_NAMES
from gaitsmith.simulation.outcome import Outcome
from gaitsmith.simulation.setting import Setting
from gaitsmith.simulation.simulation import Simulation

MUSCLES = ("sol", "ta", "gas", "vas", "ham", "rf", "glu", "hfl")
STANCE = {
    *(f"stance.{muscle}" for muscle in MUSCLES),
    *(f"stance.{muscle}_force" for muscle in ("sol", "gas", "vas")),
    *("stance.sol_inhibits_ta", "stance.ta_length", "stance.ta_offset"),
    *(f"stance.{m}_lean{k}" for m in ("ham", "glu", "hfl") for k in ("", "_rate")),
    *(f"stance.{muscle}_lean_target" for muscle in ("ham", "glu", "hfl")),
    *("stance.knee_stop", "stance.knee_stop_angle"),
    *(f"initiation.{what}" for what in ("vas", "rf", "glu", "hfl", "at")),
}
SWING = {
    *(f"swing.{muscle}" for muscle in MUSCLES),
    *("swing.ham_force", "swing.glu_force", "swing.hfl_length", "swing.hfl_offset"),
    *("swing.ham_inhibits_hfl", "swing.ham_offset", "swing.hfl_take_off_lean"),
    *(
        f"preparation.{m}_hold{k}"
        for m in ("knee", "glu", "hfl")
        for k in ("", "_rate")
    ),
    *("preparation.knee_target", "preparation.hip_target", "preparation.hip_offset"),
    *("preparation.hip_velocity", "preparation.at"),
}
GAINS = {
    f"gains.{axis}.{kind}"
    for axis in (
        *("back_x", "back_y", "back_z", "neck_x", "neck_y", "neck_z"),
        *("stance_hip_x", "stance_hip_z", "swing_hip_x", "swing_hip_z"),
        *("stance_ankle_x", "swing_ankle_x"),
    )
    for kind in ("kp", "kd")
}
TARGETS = {
    *("target.back_y", "target.back_z", "target.pelvis_x", "target.swing_hip_x"),
    *("target.swing_hip_z", "target.stance_foot_x", "target.swing_foot_x"),
    *("coronal.offset", "coronal.velocity", "arm_swing", "elbow"),
}
LEG_JOINTS = [f"{s}_{j}_y" for s in ("left", "right") for j in ("hip", "knee", "ankle")]
OTHER_JOINTS = [
    *("left_toe_y", "right_toe_y", "back_y", "back_z"),
    *("left_shoulder_y", "left_elbow_y", "right_shoulder_y", "right_elbow_y"),
]
START = {
    *("start.height", "start.pitch", "start.speed", "start.climb", "start.pitch_rate"),
    *(f"start.{k}.{j}" for k in ("angle", "rate") for j in LEG_JOINTS + OTHER_JOINTS),
}


@pytest.fixture(scope="module")
def adult():
    return load_character("adult_muscles")


@pytest.fixture(scope="module")
def controller(adult):
    return ReflexController(adult, "walk")


@pytest.fixture(scope="module")
def values(controller):
    return controller.space.initial_values()


def test_the_muscles_have_30_and_26_parameters():
    assert (len(STANCE), len(SWING)) == (30, 26)
    assert set(REFLEX_NAMES) == STANCE | SWING
    assert len(REFLEX_NAMES) == 56


def test_124_parameters_are_free(controller):
    free = [parameter.name for parameter in controller.space.free]
    assert (len(GAINS | TARGETS), len(START)) == (35, 33)
    assert set(free) == STANCE | SWING | GAINS | TARGETS | START
    assert len(free) == 124
    fixed = {p.name for p in controller.space.parameters} - set(free)
    assert fixed == {"start.drift"}


def test_servos_alone_drive_the_same_skeleton(adult, controller, values):
    twin = make_controller(load_character("adult"), "pose_graph", gait="walk")
    drive = twin.drive(twin.space.initial_values())
    assert twin.character.spec.muscles is None
    assert drive.qpos.shape == controller.drive(values).qpos.shape
    assert len(adult.roles.hinges) == 30
    assert adult.mass == pytest.approx(70.0)


def test_every_parameter_says_what_it_means(controller):
    for parameter in controller.space.parameters:
        assert parameter.meaning
        parameter.check("table")


def parts(law, prefix=""):
    """Every number of a law by path, arrays as a whole."""
    found = {}
    for name in law._fields:
        value = getattr(law, name)
        if hasattr(value, "_fields"):
            found |= parts(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = np.array(value)
    return found


def moved(controller, values, name, change):
    """What differs in law and start when one parameter is changed: path to entries."""
    before = controller.drive(values)
    after = controller.drive({**values, name: values[name] + change})
    a, b = parts(before.law), parts(after.law)
    found = {}
    for path, array in a.items():
        if not np.array_equal(array, b[path]):
            found[path] = [tuple(map(int, i)) for i in np.argwhere(array != b[path])]
    for path, x, y in (
        ("qpos", before.qpos, after.qpos),
        ("qvel", before.qvel, after.qvel),
    ):
        if not np.array_equal(x, y):
            found[path] = [int(i) for (i,) in np.argwhere(x != y)]
    return found


BOTH_LEGS = [(0,), (1,)]


def gain_field(name):
    phase, _, what = name.partition(".")
    if phase == "initiation" or what == "at":
        return {"initiation": "initiate", "preparation": "prepare"}[phase] + f"_{what}"
    return what


@pytest.mark.parametrize("name", sorted(STANCE | SWING))
def test_a_muscles_parameter_moves_its_gain_and_nothing_else(controller, values, name):
    found = moved(controller, values, name, 0.03)
    phase, _, what = name.partition(".")
    if what in MUSCLES and phase in ("stance", "swing"):
        column = MUSCLES.index(what)
        assert found == {f"gains.{phase}": [(0, column), (1, column)]}
    else:
        assert found == {f"gains.{gain_field(name)}": BOTH_LEGS}


@pytest.mark.parametrize(
    ("name", "path", "entries"),
    [
        *(
            (f"gains.{axis}.{kind}", path, [(row, column)])
            for axis, path, row in (
                ("stance_hip_x", "torso_gains", 0),
                ("stance_hip_z", "torso_gains", 2),
                ("swing_hip_x", "hip_gains", 0),
                ("swing_hip_z", "hip_gains", 2),
                ("stance_ankle_x", "foot_gains", 0),
                ("swing_ankle_x", "foot_gains", 1),
            )
            for column, kind in enumerate(("kp", "kd"))
        ),
        ("gains.back_x.kp", "back_gains", [(0,)]),
        ("gains.back_x.kd", "back_gains", [(1,)]),
        ("target.pelvis_x", "pelvis_roll", BOTH_LEGS),
        ("target.swing_hip_x", "swing_roll", BOTH_LEGS),
        ("target.swing_hip_z", "swing_yaw", BOTH_LEGS),
        ("target.stance_foot_x", "foot_roll", [(0, 0), (1, 0)]),
        ("target.swing_foot_x", "foot_roll", [(0, 1), (1, 1)]),
        ("coronal.offset", "coronal", [(0,)]),
        ("coronal.velocity", "coronal", [(1,)]),
        ("arm_swing", "arm_swing", [()]),
    ],
)
def test_a_servos_parameter_moves_its_gain_and_nothing_else(
    controller, values, name, path, entries
):
    assert moved(controller, values, name, 0.03) == {path: entries}


@pytest.mark.parametrize("axis", ["back_y", "back_z", "neck_x", "neck_y", "neck_z"])
@pytest.mark.parametrize(("kind", "column"), [("kp", 0), ("kd", 1)])
def test_a_local_servos_gain_is_its_joints(controller, values, axis, kind, column):
    joint = [hinge.role for hinge in controller._joints].index(axis)
    found = moved(controller, values, f"gains.{axis}.{kind}", 1.0)
    assert found == {"joint_gains": [(joint, column)]}


@pytest.mark.parametrize(
    ("name", "targets"),
    [
        ("target.back_y", {"back_y": (0.1, 0.1)}),
        # To the swing side: to the right while the left leg stands.
        ("target.back_z", {"back_z": (-0.1, 0.1)}),
        (
            "elbow",
            {
                "left_elbow_y": (-0.1, -0.1),
                "right_elbow_y": (-0.1, -0.1),
                "left_shoulder_y": (0.025, 0.025),
                "right_shoulder_y": (0.025, 0.025),
                "left_shoulder_z": (-0.025, -0.025),  # inward: to the right
                "right_shoulder_z": (0.025, 0.025),
            },
        ),
    ],
)
def test_a_target_moves_its_joints_in_both_states(controller, values, name, targets):
    assert set(moved(controller, values, name, 0.1)) == {"joint_target"}
    before = controller.drive(values).law.joint_target
    after = controller.drive({**values, name: values[name] + 0.1}).law.joint_target
    for joint, hinge in enumerate(controller._joints):
        expected = targets.get(hinge.role, (0.0, 0.0))
        assert after[:, joint] - before[:, joint] == pytest.approx(expected)


@pytest.mark.parametrize("name", sorted(START))
def test_the_start_moves_the_body_and_not_the_law(controller, adult, values, name):
    found = moved(controller, values, name, 0.02)
    assert set(found) <= {"qpos", "qvel"}
    _, kind, *joint = name.split(".")
    hinges = {hinge.role: hinge for hinge in adult.roles.hinges}
    expected = {
        "height": {"qpos": [2]},
        "speed": {"qvel": [0]},
        "climb": {"qvel": [2]},
        "pitch_rate": {"qvel": [4]},
    }
    if kind == "rate":
        assert found == {"qvel": [hinges[joint[0]].axis]}
    elif kind == "angle":
        # The body's height may change with it: the lowest point is on the ground.
        assert set(found["qpos"]) - {2} == {hinges[joint[0]].position}
    elif kind == "pitch":
        assert set(found["qpos"]) - {2} == {3, 5}
        assert "qvel" not in found
    else:
        assert found == expected[kind]


def test_the_servos_grow_with_the_mass(with_muscles):
    heavy, light = (
        ReflexController(with_muscles(name), "walk") for name in ("overweight", "short")
    )
    ratio = heavy.character.mass / light.character.mass
    for name in GAINS:
        found = heavy.space.initial_values()[name] / light.space.initial_values()[name]
        assert found == pytest.approx(ratio)


def test_walking_starts_from_geyers_pose_and_running_from_flight(adult):
    walk, run = (ReflexController(adult, gait) for gait in ("walk", "run"))
    assert walk.space.initial_values()["start.speed"] == 1.3
    values = run.space.initial_values()
    assert values["start.speed"] == 3.05
    # At least the doubled feedback of the calf (section 6), and bent elbows.
    before = walk.space.initial_values()
    for name in ("stance.sol_force", "stance.gas_force"):
        assert values[name] >= 2.0 * before[name]
    assert values["elbow"] > before["elbow"]
    drive = walk.drive(walk.space.initial_values())
    assert drive.memory[0]["state"] == LEFT
    # The leg that is about to strike is ahead: negative, as the house counts.
    left, right = (leg.hip[0].position for leg in adult.roles.legs)
    assert np.degrees(drive.qpos[[left, right]]) == pytest.approx([-5, -40], abs=0.1)


def test_muscles_move_six_joints_and_nothing_else(adult):
    axes = muscles_of(adult).legs.axis
    assert len(set(axes.ravel())) == 6
    names = {hinge.role for hinge in adult.roles.hinges if hinge.axis in axes}
    assert names == set(LEG_JOINTS)


# Weak muscles, and nerves without delay.


def test_a_weak_muscle_has_less_force_and_nothing_else_changes(adult, with_muscles):
    weak = with_muscles(strength={"soleus": 0.25, "left_GAS": 0.5})
    before, after = (parts(muscles_of(body).legs) for body in (adult, weak))
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    # Thinner, so lighter; the state tells the force to the law.
    assert changed == {"muscles.max_force", "muscles.mass", "state.max_force"}
    ratio = after["muscles.max_force"] / before["muscles.max_force"]
    expected = np.ones((2, 8))
    expected[:, MUSCLE_NAMES.index("SOL")] = 0.25
    expected[LEFT, MUSCLE_NAMES.index("GAS")] = 0.5
    assert ratio == pytest.approx(expected)


def test_a_weak_muscle_changes_nothing_in_the_law(adult, with_muscles, values):
    weak = with_muscles(strength={"SOL": 0.25})
    before, after = (
        parts(ReflexController(body, "walk").drive(values).law)
        for body in (adult, weak)
    )
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_a_weak_muscle_pulls_less_in_a_rollout(with_muscles, values):
    forces = []
    for strength in ({}, {"SOL": 0.25}):
        body = with_muscles(strength=strength)
        drive = ReflexController(body, "walk").drive(values)
        simulation = Simulation(body, Setting(duration=0.1, rate=1200.0))
        rollout = simulation.roll_out(drive, frame_rate=1200.0)
        forces.append(rollout.recording.muscle_force[:, LEFT, 0].max())
    assert 0.0 < forces[1] < 0.6 * forces[0]


def test_the_papers_ablation_is_without_activation_dynamics_too(
    adult, with_muscles, values
):
    body = with_muscles(activation_dynamics=False)
    controller = ReflexController(body, "walk", delays=False)
    simulation = Simulation(body, Setting(duration=0.1, rate=1200.0))
    rollout = simulation.roll_out(controller.drive(values), frame_rate=1200.0)
    recording = rollout.recording
    # In the first steps the legs swing: their muscles are at their constants at once.
    rectus = recording.activation[1, LEFT, MUSCLE_NAMES.index("RF")]
    assert rectus == values["swing.rf"]
    assert rollout.muscles.activation_time == 0.0
    assert muscles_of(adult).legs.muscles.activation_time == 0.01


def test_energy_can_be_counted_by_bhargavas_model(with_muscles, values):
    """The same motion, another bill."""
    rollouts = {}
    for energy in ("anderson", "bhargava"):
        body = with_muscles(energy=energy)
        drive = ReflexController(body, "walk").drive(values)
        simulation = Simulation(body, Setting(duration=0.4, rate=1200.0))
        rollouts[energy] = simulation.roll_out(drive, frame_rate=1200.0)
    one, other = rollouts.values()
    np.testing.assert_array_equal(one.recording.qpos, other.recording.qpos)
    anderson, bhargava = (
        rollout.measures.muscles.power.sum(axis=(0, 1)) for rollout in (one, other)
    )
    assert bhargava[0] == pytest.approx(anderson[0])  # activation heat is the same
    assert np.abs(bhargava[1:] / anderson[1:] - 1.0).min() > 1e-3
    assert bhargava[3] < anderson[3]  # negative work counts


def test_muscles_grow_with_the_body(adult, controller, values, with_muscles):
    small = muscles_of(with_muscles("stocky")).legs.muscles
    length = small.slack_length / muscles_of(adult).legs.muscles.slack_length
    assert length == pytest.approx(1.65 / 1.80)
    assert controller.drive(values).law.leg_length == pytest.approx(0.93)


def reflex_values(muscles=None, **controller):
    return {
        "character": {"based_on": "adult_muscles", "muscles": muscles or {}},
        "controller": {"law": "reflexes", "gait": "walk", **controller},
        "setting": {"duration": 0.3, "rate": 1200.0},
        "objective": {"fail": {}, "gait": {}, "effort": {}},
    }


def test_weak_muscles_and_delays_are_stored(make_experiment):
    table = {"strength": {"SOL": 0.25, "GAS": 0.25}, "energy": "bhargava"}
    experiment = make_experiment(**reflex_values(table, delays=False))
    stored = experiment.as_dict()
    assert stored["character"]["muscles"] == {"model": "hill", **table}
    assert stored["controller"] == {"law": "reflexes", "gait": "walk", "delays": False}
    again = make_experiment(**{**reflex_values(), **stored})
    assert not again.problem.controller.delays
    before, after = (
        parts(muscles_of(each.problem.character)) for each in (experiment, again)
    )
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert declaration_of(again.problem.controller) == stored["controller"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"muscles": {"strength": {"SOLE": 0.5}}},
            "tiny.toml: character.muscles.strength: no muscle is called 'SOLE'. Did"
            " you mean 'SOL'? Known: GAS, GLU, HAM, HFL, RF, SOL, TA, VAS, gastroc",
        ),
        (
            {"muscles": {"without": ["RFF"]}},
            "tiny.toml: character.muscles.without: no muscle is called 'RFF'. Did you"
            " mean 'RF'? Known: ",
        ),
        (
            {"muscles": {"strength": {"SOL": 0.0}}},
            "tiny.toml: character.muscles.strength.SOL: 0.0 given; it must be more"
            " than 0.",
        ),
        (
            {"muscles": {"energy": "umberger"}},
            'tiny.toml: character.muscles.energy: "umberger" given; it must be'
            ' "anderson" or "bhargava".',
        ),
        (
            {"muscles": {"delays": False}},
            "tiny.toml: character.muscles.delays: no such key. Known here:"
            " activation_dynamics, contractures, energy, height, mass, model, strength,"
            " tendons, without.",
        ),
        (
            {"muscles": {"model": "hil"}},
            "tiny.toml: character.muscles.model: no muscle model is called 'hil'. Did"
            " you mean 'hill'? Known: fitted, hill",
        ),
        (
            {"delay": False},
            "tiny.toml: controller.delay: no such key. Did you mean 'delays'? Known"
            " here: delays, gait, law, reflex_gains, sides, slower, tone.",
        ),
        (
            {"gait": "stroll"},
            "tiny.toml: controller: no gait of controller 'reflexes' is called"
            " 'stroll'. Known: run, walk.",
        ),
        (
            {"law": "pose_graph", "delays": False},
            "tiny.toml: controller.delays: no such key. Known here: gait, law.",
        ),
    ],
)
def test_what_cannot_be_is_refused(make_experiment, change, message):
    with pytest.raises(InputError, match="^" + re.escape(message)):
        make_experiment(**reflex_values(**change))


@pytest.mark.parametrize(
    ("body", "joint"), [("simpleton", "left_ankle_y"), ("simbicon", "left_toe_y")]
)
def test_a_body_without_the_joints_is_refused(body, joint, with_muscles):
    message = (
        f"controller 'reflexes' needs the joint '{joint}', which character '{body}'"
        " does not have."
    )
    with pytest.raises(InputError, match="^" + re.escape(message)):
        ReflexController(with_muscles(body), "walk")


@pytest.mark.parametrize(
    "change",
    [
        'character={based_on="adult_muscles",muscles={strength={SOLE=0.5}}}',
        'character={based_on="adult_muscles",muscles={strength={SOL=0}}}',
        'controller.gait=stroll',
        'character=adult',
        'character=simpleton',
        'character=simbicon',
        'controller={law="simbicon",gait="walk_3d",delays=false}',
        'controller.muscles={delays=false}',
    ],
)  # fmt: skip
def test_the_program_says_so_and_exits_with_2(run_cli, change):
    finished = run_cli("show", "wang2012/first_steps", "--set", change)
    assert (finished.code, finished.out) == (2, "")
    assert finished.err.startswith("gaitsmith: ")
    assert finished.err.count("\n") == 1


# The same to the last bit.


def test_a_rollout_that_is_stopped_and_continued_is_the_same(adult, controller, values):
    simulation = Simulation(adult, Setting(duration=0.6, rate=1200.0))
    whole = simulation.roll_out(controller.drive(values), frame_rate=300.0)
    end = simulation._memory.copy()
    legs = parts(simulation._moving.actuators[-1])
    simulation.start(controller.drive(values), frame_rate=300.0)
    for seconds in (0.001, 0.2, 0.13):
        assert simulation.advance(seconds) is Outcome.RUNNING
        simulation.moment()
    simulation.advance()
    pieces = simulation.result()
    assert simulation._memory.tobytes() == end.tobytes()
    for name, array in parts(simulation._moving.actuators[-1]).items():
        assert np.array_equal(array, legs[name]), name
    for name, array in whole.recording.arrays().items():
        assert np.array_equal(array, pieces.recording.arrays()[name]), name
    assert np.array_equal(whole.measures.muscles.power, pieces.measures.muscles.power)


def test_the_number_of_threads_does_not_change_a_bit(make_experiment):
    problem = make_experiment(**reflex_values()).problem
    random = np.random.default_rng(3)
    vectors = list(0.2 * random.standard_normal((5, problem.space.dimension)))
    costs = []
    for workers in (1, 2):
        evaluate = Evaluator(problem, workers)
        costs.append(evaluate(vectors))
    assert costs[0] == costs[1]
    assert len(set(costs[0])) == len(vectors)


def test_both_legs_take_steps_from_the_published_values(adult, controller, values):
    rollout = Simulation(adult, Setting(duration=3.0, rate=1200.0)).roll_out(
        controller.drive(values)
    )
    assert rollout.seconds > 1.0
    assert set(rollout.strikes.side) == {LEFT, RIGHT}


def test_the_law_is_in_the_table():
    assert set(CONTROLLERS["reflexes"].gaits) == {"walk", "run"}
