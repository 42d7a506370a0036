"""Vectors of environments: as many alone, to the last bit."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from gaitsmith.errors import InputError
from gaitsmith.learning.environment import WalkingEnv
from gaitsmith.learning.vector import WalkingVectorEnv

ID = "gaitsmith.learning:gaitsmith/Walk-v0"


class Companions:
    """Single environments, stepped and reset as a vector promises to do it."""

    def __init__(self, count, **arguments):
        self.envs = [WalkingEnv(**arguments) for _ in range(count)]

    def reset(self, seeds, options=None):
        """Observations of new episodes."""
        self.is_over = [False] * len(self.envs)
        pairs = zip(self.envs, seeds, strict=True)
        return np.array([env.reset(seed=s, options=options)[0] for env, s in pairs])

    def step(self, actions):
        """What `step` of the vector returns, the infos as a list."""
        results = []
        for index, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            if self.is_over[index]:
                observation, info = env.reset()
                result = observation, 0.0, False, False, info
            else:
                result = env.step(action)
            self.is_over[index] = result[2] or result[3]
            results.append(result)
        *arrays, infos = zip(*results, strict=True)
        return [np.array(each) for each in arrays], infos


def wild(env, generator):
    """Actions of which some make a body fall, and the last one keeps standing."""
    size = np.linspace(1.0, 0.0, env.num_envs)[:, None]
    return generator.uniform(-size, size, env.action_space.shape)


@pytest.mark.parametrize(
    ("num_envs", "arguments"),
    [
        (1, {"character": "planar_biped"}),
        (11, {"character": "planar_biped", "control": "torques", "slope": 5.0}),
        (8, {"character": "stocky"}),
        (3, {"character": "adult_muscles", "control": "muscles"}),
    ],
)
def test_a_vector_is_as_many_environments_alone_to_the_last_bit(num_envs, arguments):
    arguments = {**arguments, "max_seconds": 0.7, "start_noise": 0.1}
    together = WalkingVectorEnv(num_envs, **arguments)
    alone = Companions(num_envs, **arguments)
    generator, ends = np.random.default_rng(1), np.zeros(2, int)
    observations, _ = together.reset(seed=7, options={"speed": 0.4})
    seeds = range(7, 7 + num_envs)
    assert np.array_equal(observations, alone.reset(seeds, {"speed": 0.4}))
    for _ in range(50):
        actions = wild(together, generator)
        *found, infos = together.step(actions)
        expected, singles = alone.step(actions)
        for mine, theirs in zip(found, expected, strict=True):
            assert np.array_equal(mine, theirs)
        for index, info in enumerate(singles):
            assert {name: infos[name][index] for name in info} == info
            assert all(infos[f"_{name}"][index] for name in info)
        ends += [found[2].sum(), found[3].sum()]
    # Without servos all fall before the time is over.
    assert ends[0 if arguments.get("control") == "torques" else 1] > 0


def test_one_that_diverges_leaves_the_others_alone():
    arguments = {"character": "planar_biped", "control": "torques"}
    together, alone = WalkingVectorEnv(3, **arguments), Companions(3, **arguments)
    together.reset(seed=1)
    alone.reset([1, 2, 3])
    for step in range(4):
        actions = np.full(together.action_space.shape, 0.01)
        actions[1] = np.nan if step == 1 else 0.01
        *found, infos = together.step(actions)
        expected, singles = alone.step(actions)
        for mine, theirs in zip(found, expected, strict=True):
            assert np.array_equal(mine, theirs)
        assert list(infos["outcome"]) == [info["outcome"] for info in singles]
        assert np.isfinite(found[0]).all()
        assert found[2].tolist() == [False, step == 1, False]


def test_gymnasium_makes_one_and_is_told_how_it_resets():
    env = gymnasium.make_vec(
        ID,
        num_envs=2,
        vectorization_mode="vector_entry_point",
        character="planar_biped",
    )
    assert isinstance(env, WalkingVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.action_space.seed(1)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    assert infos["_time"].all()
    observations, rewards, *_ = env.step(env.action_space.sample())
    assert observations in env.observation_space
    assert rewards.shape == (2,)
    env.close()


def test_gymnasiums_wrappers_take_a_vector():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        WalkingVectorEnv(2, "planar_biped", max_seconds=0.1)
    )
    env.reset(seed=1)
    for _ in range(5):
        *_, infos = env.step(np.zeros(env.action_space.shape))
    assert infos["episode"]["l"].tolist() == [5, 5]


def test_seeds_are_the_first_and_the_next_ones_or_one_for_each():
    env = WalkingVectorEnv(3, "planar_biped")
    first = env.reset(seed=4)[0]
    assert np.array_equal(env.reset(seed=[4, 5, 6])[0], first)
    assert not np.array_equal(env.reset()[0], first)
    swapped = env.reset(seed=[6, 5, 4])[0]
    assert np.array_equal(swapped, first[::-1])


def test_a_mask_resets_some_and_the_others_go_on():
    env = WalkingVectorEnv(2, "planar_biped")
    first = env.reset(seed=4)[0]
    actions = np.full(env.action_space.shape, 0.2)
    before = env.step(actions)[0]
    mask = np.array([True, False])
    found, infos = env.reset(seed=4, options={"reset_mask": mask, "speed": 0.0})
    assert np.array_equal(found[0, :-1], first[0, :-1])
    assert found[:, -1].tolist() == [0.0, np.float32(1.2)]
    assert np.array_equal(found[1], before[1])
    assert infos["_time"].tolist() == [True, False]
    assert env.step(actions)[4]["time"] == pytest.approx([0.02, 0.04])


def test_pictures_show_how_each_stands():
    env = WalkingVectorEnv(2, "planar_biped", render_mode="rgb_array")
    assert env.render() is None
    env.reset(seed=1)
    first, second = env.render()
    assert first.shape == second.shape == (320, 320, 3)
    assert first.dtype == np.uint8
    env.step(np.stack((np.zeros(6), np.ones(6))))
    moved = env.render()
    assert np.abs(moved[1].astype(int) - second).sum() > 10_000
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 100


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"num_envs": 0}, "WalkingVectorEnv: num_envs: 0 given; it must be at least"),
        (
            {"render_mode": "human"},
            'WalkingVectorEnv: render_mode: "human" given; it must be "rgb_array" or',
        ),
        (
            {"frame_rate": 30.0},
            "WalkingVectorEnv: frame_rate: 30 given; environments of a vector are not",
        ),
        ({"tempo": 1.0}, "WalkingVectorEnv: tempo: no such key."),
    ],
)
def test_a_bad_argument_is_named(arguments, sentence):
    with pytest.raises(InputError) as raised:
        WalkingVectorEnv(**{"character": "planar_biped", **arguments})
    assert str(raised.value).startswith(sentence)


def test_what_cannot_be_is_refused_with_a_sentence():
    env = WalkingVectorEnv(2, "planar_biped")
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(np.zeros((2, 6)))
    for options, sentence in (
        ({"slope": 3.0}, "give slope and friction when you make it"),
        ({"reset_mask": np.ones(3, bool)}, "truth value for each of 2 environments"),
        ({"wind": 3.0}, "wind: no such key"),
    ):
        with pytest.raises(InputError, match=sentence):
            env.reset(options=options)
    with pytest.raises(InputError, match="one for each of 2 environments"):
        env.reset(seed=[1, 2, 3])
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"shape \(6,\) given; .* muscle, \(2, 6\)"):
        env.step(np.zeros(6))
