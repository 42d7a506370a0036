"""Episodes: how they start, go on and end, and what the options do."""

import gymnasium
import numpy as np
import pytest
import tomli_w

from gaitsmith.characters.character import load_character
from gaitsmith.characters.contact_points import point_places
from gaitsmith.errors import InputError
from gaitsmith.export.formats import export_motion
from gaitsmith.export.motion import Motion
from gaitsmith.learning.environment import WalkingEnv
from gaitsmith.simulation.outcome import Outcome

BODIES = ["planar_biped", "stocky"]


def transcript(env, seed):
    """Observations and rewards of some random actions."""
    generator = np.random.default_rng(5)
    observation, _ = env.reset(seed=seed)
    rows = [np.append(observation, 0.0)]
    for _ in range(15):
        action = generator.uniform(-0.3, 0.3, env.action_space.shape)
        observation, reward, *_ = env.step(action)
        rows.append(np.append(observation, reward))
    return np.array(rows)


@pytest.mark.parametrize("character", BODIES)
def test_same_seed_and_actions_give_the_same_bits(make, character):
    env = make(character)
    first = transcript(env, seed=3)
    assert np.array_equal(transcript(env, seed=3), first)
    assert np.array_equal(transcript(make(character), seed=3), first)
    assert not np.array_equal(transcript(env, seed=4)[0], first[0])


@pytest.mark.parametrize("character", BODIES)
def test_an_action_of_zero_stands_for_a_while(make, play, character):
    env = make(character, max_seconds=0.5)
    for seed in range(5):
        *_, (_, _, has_fallen, is_late, info) = play(env, 0.0, seed=seed)
        assert not has_fallen
        assert is_late
        assert abs(info["speed"]) < 0.2


def test_without_noise_every_start_is_the_same_standing_pose(make):
    env = make(start_noise=0.0)
    first, second = env.reset(seed=1)[0], env.reset(seed=2)[0]
    assert np.array_equal(first, second)
    angles = [n.startswith("angle.") for n in env.observation_names]
    stands_at_its_stops = np.abs(first[angles]) <= 0.02 + 1e-6  # its knees' range
    assert stands_at_its_stops.all()


def test_no_joint_starts_beyond_its_range(make):
    env = make("stocky", start_noise=0.2)
    first = env.observation_names.index("angle." + env.joint_names[0])
    lower, upper = zip(*(h.range for h in env.character.roles.hinges), strict=True)
    for seed in range(5):
        angles = env.reset(seed=seed)[0][first : first + len(lower)]
        assert (angles >= np.float32(lower)).all()
        assert (angles <= np.float32(upper)).all()
        assert np.ptp(angles) > 0.2


@pytest.mark.parametrize("slope", [-12.0, 0.0, 12.0])
@pytest.mark.parametrize("character", BODIES)
def test_no_foot_starts_in_the_ground_and_one_is_on_it(make, character, slope):
    env = make(character, start_noise=0.2, slope=slope)
    for seed in range(5):
        env.reset(seed=seed)
        places = point_places(env.character.points, env._simulation._stage._data)
        heights = places[:, 2] - np.tan(np.radians(slope)) * places[:, 0]
        assert heights.min() == pytest.approx(0.0, abs=1e-9)


def test_a_fall_terminates(make, play):
    env = make(control="torques")
    *_, (observation, _, has_fallen, is_late, info) = play(env, 0.0, seed=1)
    assert (has_fallen, is_late) == (True, False)
    assert info["outcome"] == "fell"
    assert info["time"] < 1.0
    assert info["reward_alive"] == 0.0
    assert observation in env.observation_space
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(6))


def test_the_time_limit_truncates_and_the_next_episode_is_as_long(make, play):
    env = make(max_seconds=0.3, control_rate=40.0)
    for _ in range(2):
        steps = play(env, 0.0, seed=1)
        assert len(steps) == 12
        assert [(step[2], step[3]) for step in steps[-2:]] == [
            (False, False),
            (False, True),
        ]
        assert steps[-1][4]["time"] == pytest.approx(0.3)
        assert steps[-1][4]["outcome"] == "completed"


def test_a_diverged_simulation_terminates_and_what_is_sensed_stays_finite(make):
    env = make("stocky", control="torques")
    env.reset(seed=1)
    before = env.step(np.zeros(env.action_space.shape))[0]
    action = np.full(env.action_space.shape, np.nan)
    observation, reward, has_fallen, is_late, info = env.step(action)
    assert (has_fallen, is_late) == (True, False)
    assert info["outcome"] == "diverged"
    assert np.array_equal(observation, before)
    assert reward == 0.0
    assert env.reset(seed=1)[0] in env.observation_space
    assert np.isfinite(env.step(np.zeros(env.action_space.shape))[0]).all()


@pytest.mark.parametrize("control", ["targets", "torques"])
@pytest.mark.parametrize("character", BODIES)
def test_wild_actions_stay_within_the_observation_space(make, character, control):
    env = make(character, control=control)
    generator = np.random.default_rng(1)
    for seed in range(3):
        env.reset(seed=seed)
        is_over = False
        while not is_over:
            action = generator.choice([-1.0, 1.0], env.action_space.shape)
            observation, reward, has_fallen, is_late, _ = env.step(action)
            assert observation in env.observation_space
            assert np.isfinite(reward)
            is_over = has_fallen or is_late


def test_the_reward_is_the_sum_of_its_parts_in_info(make, play):
    env = make(speed_weight=2.0, alive_weight=0.7, torque_weight=0.3)
    for _, reward, has_fallen, _, info in play(env, 0.3, seed=1):
        parts = [info[f"reward_{part}"] for part in ("speed", "alive", "torque")]
        assert reward == pytest.approx(sum(parts))
        assert info["reward_alive"] == (0.0 if has_fallen else 0.7)
        assert -0.3 <= info["reward_torque"] < 0.0


def test_the_speed_asked_for_is_sensed_and_rewarded_for_one_episode(make, play):
    env = make("stocky", speed=1.0)
    assert env.reset(seed=1)[0][-1] == 1.0
    asked, usual = (
        play(env, 0.0, most=1, seed=1, options=options)[0]
        for options in ({"speed": 0.0}, None)
    )
    assert (asked[0][-1], usual[0][-1]) == (0.0, 1.0)
    assert asked[4]["reward_speed"] > 0.9
    assert usual[4]["reward_speed"] < 0.1


def test_without_friction_a_slope_moves_the_body_downhill(make, play):
    env = make("stocky", start_noise=0.0, max_seconds=0.5)

    def distance(**options):
        return play(env, 0.0, seed=1, options=options)[-1][4]["distance"]

    assert distance(slope=-5.0, friction=0.0) > 0.08
    assert distance(slope=5.0, friction=0.0) < -0.08
    assert abs(distance(slope=0.0, friction=0.0)) < 0.02
    assert distance() == distance(slope=0.0)  # options last for one episode


def test_friction_decides_whether_the_feet_slide(make, play):
    env = make("stocky", start_noise=0.0, max_seconds=0.5, slope=-5.0)

    def slid(**options):
        """How far the soles came along x [m]."""
        play(env, 0.0, most=1, seed=1, options=options)
        before = env._simulation.moment().contact_position[:, 0].mean()
        play(env, 0.0, seed=1, options=options)
        return env._simulation.moment().contact_position[:, 0].mean() - before

    assert slid(friction=0.0) > 0.1
    assert abs(slid()) < 0.01


def test_a_start_with_speed_moves_on(make, play):
    info = play(make(start_speed=1.5), 0.0, most=1, seed=1)[0][4]
    assert info["speed"] == pytest.approx(1.5, abs=0.3)
    assert info["distance"] == pytest.approx(1.5 / 50.0, rel=0.2)


def test_a_recording_is_made_when_it_is_asked_for(make, play):
    env = make(frame_rate=100.0, max_seconds=0.5)
    play(env, 0.0, seed=1)
    rollout = env.rollout()
    assert rollout.outcome is Outcome.COMPLETED
    assert len(rollout.recording.time) == 50
    silent = make(max_seconds=0.5)
    play(silent, 0.0, seed=1)
    assert silent.rollout().recording is None


def test_a_recorded_episode_can_be_exported(make, play, tmp_path):
    env = make("stocky", frame_rate=50.0, max_seconds=0.2)
    play(env, 0.0, seed=1, options={"slope": 3.0})
    assert env.setting.terrain.slope == 3.0
    motion = Motion("learned", env.character, env.setting, env.rollout())
    export_motion(motion, tmp_path / "episode.csv")
    rows = (tmp_path / "episode.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) > 10


def test_there_is_no_rollout_before_the_first_episode(make):
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        make().rollout()


def test_numbers_of_numpy_are_taken_as_options(make):
    env = make()
    observation, _ = env.reset(options={"speed": np.float32(0.5)})
    assert observation[-1] == 0.5


def test_an_own_body_by_its_file_or_as_a_character(own_model, tmp_path, play):
    file = tmp_path / "own.toml"
    values = {"model_xml": own_model.xml, "roles": own_model.roles}
    file.write_text(tomli_w.dumps(values), encoding="utf-8")
    by_file = WalkingEnv(str(file))
    assert by_file.joint_names[0] == "left_hip_y"
    first, second = (
        play(env, 0.1, most=5, seed=1)[-1][0]
        for env in (by_file, WalkingEnv(load_character(file)))
    )
    assert np.array_equal(first, second)


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        ({"maxseconds": 9.0}, "WalkingEnv: maxseconds: no such key. Did you mean"),
        (
            {"control": "muscles"},
            "WalkingEnv: control: 'muscles' given, and character 'planar_biped' has"
            " none; choose one that has, such as 'adult_muscles'.",
        ),
        (
            {"control": "thoughts"},
            'WalkingEnv: control: "thoughts" given; it must be "targets", "torques" or'
            ' "muscles".',
        ),
        ({"rate": 50.0}, "WalkingEnv: rate: 50.0 given; it must be at least 100."),
        (
            {"rate": 1000.0, "control_rate": 60.0},
            "WalkingEnv: rate: 1000 Hz is no multiple of control_rate, 60 Hz; an action"
            " lasts for whole time steps.",
        ),
        (
            {"max_seconds": 0.01},
            "WalkingEnv: max_seconds: 0.01 s is shorter than one action, 0.02 s.",
        ),
        (
            {"torque_weight": -1.0},
            "WalkingEnv: torque_weight: -1.0 given; it must be at least 0.",
        ),
        (
            {"character": "stoky"},
            "WalkingEnv: character: no character is called 'stoky'. Did you mean"
            " 'stocky'?",
        ),
        (
            {"render_mode": "human"},
            'WalkingEnv: render_mode: "human" given; the environment draws nothing.',
        ),
    ],
)
def test_a_bad_argument_is_named(make, task, sentence):
    with pytest.raises(InputError) as raised:
        make(**task)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"wind": 3.0}, "WalkingEnv.reset: options: wind: no such key."),
        (
            {"friction": -0.1},
            "WalkingEnv.reset: options: friction: -0.1 given; it must be at least 0.",
        ),
        (
            {"slope": 80},
            "WalkingEnv.reset: options: slope: 80 given; it must be at most 60.",
        ),
        (
            {"speed": "fast"},
            'WalkingEnv.reset: options: speed: "fast" given; it must be a number.',
        ),
    ],
)
def test_a_bad_option_of_reset_is_named(make, options, sentence):
    with pytest.raises(InputError) as raised:
        make().reset(options=options)
    assert str(raised.value).startswith(sentence)


def test_an_action_of_the_wrong_length_is_refused(make):
    env = make()
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"shape \(5,\) given; .* muscle, \(6,\)"):
        env.step(np.zeros(5))
