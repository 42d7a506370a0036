"""Gymnasium finds the environment, accepts it, and is missed by name."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

ID = "gaitsmith.learning:gaitsmith/Walk-v0"


@pytest.mark.parametrize("control", ["targets", "torques"])
@pytest.mark.parametrize("character", ["planar_biped", "stocky"])
def test_gymnasiums_checker_is_content(character, control):
    env = gymnasium.make(ID, character=character, control=control)
    check_env(env.unwrapped)
    env.close()


def test_a_made_environment_runs_inside_gymnasiums_wrappers():
    env = gymnasium.make(ID, character="planar_biped", max_seconds=0.1)
    env.reset(seed=1)
    ends = [env.step(np.zeros(6, dtype=np.float32))[3] for _ in range(5)]
    assert ends == [False, False, False, False, True]
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(np.zeros(6, dtype=np.float32))


def test_several_environments_in_one_process_do_not_disturb_each_other():
    envs = gymnasium.make_vec(
        ID, 3, vectorization_mode="sync", character="planar_biped"
    )
    alone = gymnasium.make(ID, character="planar_biped")
    envs.action_space.seed(1)
    together, _ = envs.reset(seed=[7, 8, 9])
    single, _ = alone.reset(seed=8)
    for _ in range(20):
        assert np.array_equal(together[1], single)
        actions = envs.action_space.sample()
        together, rewards, _, _, infos = envs.step(actions)
        single, reward, _, _, info = alone.step(actions[1])
        assert rewards[1] == reward
        assert infos["outcome"][1] == info["outcome"]
    assert not np.array_equal(together[0], together[1])
    envs.close()


def test_without_gymnasium_a_sentence_says_how_to_get_it():
    code = (
        "import sys\n"
        "sys.modules['gymnasium'] = None\n"
        "from gaitsmith.errors import InputError\n"
        "try:\n"
        "    import gaitsmith.learning\n"
        "except InputError as error:\n"
        "    assert isinstance(error, ImportError)\n"
        "    print(error)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == (
        "gaitsmith.learning needs gymnasium, which is not installed;"
        " pip install gaitsmith[gymnasium] brings it."
    )
