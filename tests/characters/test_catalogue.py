"""Every character of the catalogue is the body that it says it is."""

import tomllib
from typing import Any

import numpy as np
import pytest

from gaitsmith.characters.character import Character, catalogue, load_character

# Wang, Fleet & Hertzmann 2009: height, mass, thigh, shank, torso, standing centre of
# mass [m, kg], then the masses of head, torso, pelvis, upper arm, forearm with hand,
# thigh, shank, foot, toes.
WANG2009 = {
    "thin": (
        (1.65, 41.0, 0.404, 0.406, 0.406, 0.937),
        (2.85, 13.24, 4.58, 1.11, 0.91, 5.81, 1.78, 0.44, 0.12),
    ),
    "short": (
        (1.65, 57.0, 0.404, 0.406, 0.406, 0.937),
        (3.96, 18.41, 6.37, 1.54, 1.27, 8.07, 2.47, 0.61, 0.17),
    ),
    "stocky": (
        (1.65, 70.0, 0.404, 0.406, 0.406, 0.937),
        (4.86, 22.60, 7.82, 1.90, 1.56, 9.91, 3.03, 0.75, 0.21),
    ),
    "overweight": (
        (1.61, 86.0, 0.394, 0.396, 0.396, 0.914),
        (5.97, 27.77, 9.61, 2.33, 1.92, 12.18, 3.72, 0.92, 0.26),
    ),
    "tall": (
        (1.96, 79.0, 0.480, 0.482, 0.482, 1.113),
        (5.48, 25.51, 8.82, 2.14, 1.76, 11.19, 3.42, 0.85, 0.24),
    ),
    "long_arm": (
        (1.27, 65.0, 0.20, 0.20, 0.46, 0.612),
        (5.0, 21.0, 9.0, 4.5, 4.5, 3.2, 1.8, 0.8, 0.2),
    ),
}
LINKS = (
    "head",
    "torso",
    "pelvis",
    "left_upper_arm",
    "left_forearm",
    "left_thigh",
    "left_shank",
    "left_foot",
    "left_toes",
)
PLANAR = ("planar_biped", "planar_long_foot", "big_bird", "geyer")
FALLEN_BELOW = dict.fromkeys(WANG2009, 0.7) | {"long_arm": 0.4}  # m


def declared(name: str) -> dict[str, Any]:
    return tomllib.loads(catalogue()[name].read_text(encoding="utf-8"))


HUMANOIDS = [name for name in catalogue() if "height" in declared(name)]


@pytest.fixture(params=catalogue())
def character(request: pytest.FixtureRequest) -> Character:
    return load_character(request.param)


def test_the_catalogue_holds_the_bodies_of_the_papers():
    others = {"adult", "adult_muscles", "person", "simbicon", *PLANAR}
    # See test_creatures.py.
    creatures = {"simpleton", "robo_bird", "human16", "quadruped"}
    assert set(catalogue()) == {*WANG2009, *others, *creatures}


@pytest.mark.parametrize("name", HUMANOIDS)
def test_a_character_has_its_declared_mass(name: str):
    mass = np.sum(load_character(name).model.body_mass)
    assert mass == pytest.approx(declared(name)["mass"], rel=1e-4)


@pytest.mark.parametrize("name", HUMANOIDS)
def test_a_character_has_its_declared_height(name: str, standing):
    stance = standing(load_character(name))
    height = stance.top - min(stance.soles.values())
    assert height == pytest.approx(declared(name)["height"], rel=0.01)


def test_a_character_stands_with_all_soles_on_the_ground(
    character: Character, standing
):
    soles = standing(character).soles
    assert len(soles) >= 2
    for height in soles.values():
        assert height == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "velocities"),
    [(name, 36) for name in (*WANG2009, "adult")]
    + [("simbicon", 34), *((name, 9) for name in PLANAR)],
)
def test_a_character_has_its_degrees_of_freedom(name: str, velocities: int):
    character = load_character(name)
    is_planar = name in PLANAR
    root = 3 if is_planar else 6
    assert character.model.nv == velocities
    assert len(character.roles.hinges) == velocities - root
    assert character.is_planar == is_planar


def test_left_and_right_mirror_each_other(character: Character, standing):
    model, data = character.model, standing(character).data
    mirror = np.array([1.0, -1.0, 1.0])
    names = [model.body(body).name for body in range(1, model.nbody)]
    left = [name for name in names if "left_" in name]
    middle = [name for name in names if "left_" not in name and "right_" not in name]
    assert len(names) == 2 * len(left) + len(middle)
    for name in middle:
        assert data.body(name).xpos[1] == pytest.approx(0.0, abs=1e-12)
    for name in left:
        body, other = (
            model.body(name).id,
            model.body(name.replace("left_", "right_")).id,
        )
        assert model.body_mass[other] == model.body_mass[body]
        assert model.body_inertia[other] == pytest.approx(model.body_inertia[body])
        assert data.xpos[other] == pytest.approx(data.xpos[body] * mirror)
        assert data.xipos[other] == pytest.approx(data.xipos[body] * mirror)


def test_joints_of_left_and_right_mirror_each_other(character: Character):
    hinges = {hinge.name: hinge for hinge in character.roles.hinges}
    left = [name for name in hinges if "left_" in name]
    assert left
    for name in left:
        ours, theirs = hinges[name], hinges[name.replace("left_", "right_")]
        lower, upper = ours.range
        is_sideways = name.endswith(("_x", "_z"))
        mirrored = (-upper, -lower) if is_sideways else (lower, upper)
        assert theirs.range == pytest.approx(mirrored)
        axes = character.model.jnt_axis
        assert axes[theirs.joint] == pytest.approx(axes[ours.joint])


@pytest.mark.parametrize("name", WANG2009)
def test_links_of_wang2009_have_the_published_lengths(name: str, standing):
    stance = standing(load_character(name))
    _, _, thigh, shank, torso, com = WANG2009[name][0]
    hip, knee, ankle = (
        stance.place(f"left_{part}")[2] for part in ("thigh", "shank", "foot")
    )
    assert hip - knee == pytest.approx(thigh, abs=6e-4)
    assert knee - ankle == pytest.approx(shank, abs=6e-4)
    neck_above_back = stance.place("head")[2] - stance.place("torso")[2]
    assert neck_above_back == pytest.approx(torso, abs=6e-4)
    assert stance.character.standing_com[2] == pytest.approx(com, rel=0.01)


@pytest.mark.parametrize("name", WANG2009)
def test_links_of_wang2009_have_the_published_masses(name: str):
    character = load_character(name)
    masses = [character.model.body(link).mass[0] for link in LINKS]
    assert masses == pytest.approx(WANG2009[name][1], abs=6e-3)


@pytest.mark.parametrize("name", WANG2009)
def test_characters_of_wang2009_have_the_published_height_and_mass(name: str):
    height, mass = WANG2009[name][0][:2]
    assert (declared(name)["height"], declared(name)["mass"]) == (height, mass)
    assert load_character(name).fallen_below == FALLEN_BELOW[name]


def test_the_planar_biped_has_the_links_of_simbicon(standing):
    stance = standing(load_character("planar_biped"))
    model = stance.character.model
    masses = [
        model.body(name).mass[0]
        for name in ("torso", "left_thigh", "left_shank", "left_foot")
    ]
    assert masses == [70.0, 5.0, 4.0, 1.0]
    inertias = [
        model.body(name).inertia[1]
        for name in ("torso", "left_thigh", "left_shank", "left_foot")
    ]
    assert inertias == [1.475, 0.0885, 0.0696, 0.010]
    heights = [
        stance.place(name)[2] for name in ("left_thigh", "left_shank", "left_foot")
    ]
    assert heights == pytest.approx([0.94, 0.49, 0.04])
    assert stance.character.mass == pytest.approx(90.0)


def test_the_long_foot_is_all_that_differs_from_the_planar_biped():
    short, long = declared("planar_biped"), declared("planar_long_foot")
    heel, toe = long["foot"]["heel"], long["foot"]["toe"]
    assert toe[0] - heel[0] == pytest.approx(0.20)
    for values in (short, long):
        del values["description"], values["foot"]["toe"]
    assert short == long


def test_the_big_bird_bends_its_knees_backward():
    bird = load_character("big_bird")
    assert bird.mass == pytest.approx(64.1)
    for leg in bird.roles.legs:
        assert leg.knee is not None
        # P-convention: flexion like a human's is positive.
        assert leg.knee.range == pytest.approx((-2.6, -0.3))


def test_without_toes_the_foot_carries_their_mass_and_length():
    character = load_character("simbicon")
    foot = character.model.body("left_foot").mass[0]
    assert foot == pytest.approx(70.0 * (0.0107 + 0.0030))
    front = character.points.offset[:, 0].max()
    assert front == pytest.approx((0.070 + 0.036) * 1.75)


def test_loading_twice_gives_the_same_body():
    first, second = load_character("stocky"), load_character("stocky")
    assert first.model_xml == second.model_xml
    assert first.standing_com.tobytes() == second.standing_com.tobytes()


def test_geyers_body_has_the_links_of_the_published_program(standing):
    body = load_character("geyer")
    model, stance = body.model, standing(body)
    masses = {"torso": 53.5, "left_thigh": 8.5, "left_shank": 3.5, "left_foot": 1.25}
    for name, mass in masses.items():
        assert model.body(name).mass == pytest.approx(mass)
    assert body.mass == pytest.approx(80.0)
    data = stance.data
    hip, knee, ankle = (
        data.body(name).xpos[2] for name in ("left_thigh", "left_shank", "left_foot")
    )
    assert (hip - knee, knee - ankle) == pytest.approx((0.5, 0.5))
    # Centres of mass: 0.35 m above the hip, 0.3 m above knee and ankle.
    centres = [data.body(n).xipos[2] for n in ("torso", "left_thigh", "left_shank")]
    assert centres == pytest.approx([hip + 0.35, knee + 0.3, ankle + 0.3])
    # Ball 0.16 m ahead of the ankle, heel 0.20 m and centre of mass 0.14 m behind it.
    left = body.points.side == 0
    ends = sorted(body.points.offset[left, 0])
    assert ends == pytest.approx([-0.04, 0.16])
    assert data.body("left_foot").xipos[0] == pytest.approx(0.02)
