"""Meters: compiled and plain updates agree, on the steps of a walk on muscles."""

import numpy as np
import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.control.controllers import make_controller
from gaitsmith.kernels.records import Step
from gaitsmith.objectives.term import TermOptions
from gaitsmith.papers.vandepanne1995.likeness import LikenessOptions
from gaitsmith.simulation.meters import TERM_METERS, UPDATES, Ended, Started
from gaitsmith.simulation.setting import GuideSpec, Setting
from gaitsmith.simulation.simulation import Simulation
from gaitsmith.simulation.snapshot import copied
from gaitsmith.simulation.standard_meters import StandardMeters, standard_meters

RATE = 1200.0
NAMES = (*StandardMeters._fields, *sorted(TERM_METERS))


@pytest.fixture(scope="module")
def walk():
    """A guided walk that sets off on the toes, so that every meter has work to do."""
    adult = load_character("adult")
    controller = make_controller(adult, "pose_graph", gait="walk")
    drive = controller.drive(controller.space.initial_values())
    guide = GuideSpec(stiffness=500.0, damping=50.0)
    setting = Setting(duration=1.5, rate=RATE, guide=guide)
    simulation = Simulation(adult, setting)
    simulation.start(drive)
    return simulation


def steps(simulation):
    """One of eight time steps, as a meter sees it."""
    state, world = simulation._moving.state, simulation._world
    while simulation.time < 1.4:
        simulation.advance(8.0 / RATE)
        yield Step(
            time=simulation.time,
            dt=1.0 / RATE,
            heading=0.1,
            body=simulation._moving.body,
            points=world.points,
            contact=state.contact,
            muscles=state.muscles,
            actuation=state.actuation,
            guide=world.guide,
            phases=simulation._drive.phases,
            state=int(simulation._memory[0]["state"]),
        )


@pytest.fixture(scope="module")
def counted(walk):
    """What each meter has counted by its compiled and by its plain update."""
    adult, phases = walk.character, walk._drive.phases
    about = Started(1.5, RATE, 1.1, 0, len(phases.stance))
    options = {"likeness": LikenessOptions(), "posture": TermOptions()}
    terms = {
        name: kind.start(adult, options.get(name), about)
        for name, kind in TERM_METERS.items()
    }
    fresh = {**standard_meters(adult, about)._asdict(), **terms}
    compiled, plain = ({n: copied(m) for n, m in fresh.items()} for _ in range(2))
    for step in steps(walk):
        for name, meter in compiled.items():
            update = UPDATES[type(meter)]
            update(meter, step)
            update.py_func(plain[name], step)
    return fresh, compiled, plain


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_plain_updates_count_the_same(counted, name):
    fresh, compiled, plain = (meters[name] for meters in counted)
    has_counted = False
    for field in fresh._fields:
        before, one, other = (getattr(m, field) for m in (fresh, compiled, plain))
        if isinstance(before, np.ndarray):
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
            has_counted |= not np.array_equal(before, one, equal_nan=True)
        else:
            assert one == other == before
    assert has_counted


@pytest.mark.parametrize("name", sorted(TERM_METERS))
def test_what_comes_of_both_is_the_same(counted, walk, name):
    _, compiled, plain = counted
    about = Ended(100, 100 / RATE, 1.2, walk.character)
    found = compiled[name].finish(about)
    assert found == pytest.approx(plain[name].finish(about), rel=1e-12)
    assert all(np.isfinite(value) for value in found.values())
    assert any(value != 0.0 for value in found.values())


def test_a_body_without_a_head_counts_none_of_it():
    simpleton = load_character("simpleton")
    assert simpleton.roles.head is None
    controller = make_controller(simpleton, "keyframes", gait="simpleton_walk")
    drive = controller.drive(controller.space.initial_values())
    simulation = Simulation(simpleton, Setting(duration=0.1, rate=RATE))
    measures = simulation.roll_out(drive).measures
    assert measures.metered["head"] == {"velocity_std": 0.0, "tilted": 0.0}
