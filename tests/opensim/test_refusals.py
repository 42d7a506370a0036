"""What cannot be taken over: one sentence with all of it, exit code 2."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError

Change = Callable[[str], str]


def swap(old: str, new: str) -> Change:
    """The text with something in it replaced, once."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


CASES: dict[str, tuple[Change, str]] = {
    "a joint that is not known": (
        lambda text: text.replace("PinJoint", "EllipsoidJoint"),
        "joint 'knee_angle_r': a EllipsoidJoint is not known",
    ),
    "a body that is missing": (
        swap("/bodyset/torso", "/bodyset/trunk"),
        "joint 'back': '/bodyset/trunk': there is no such body",
    ),
    "no mass": (
        swap("<mass>4</mass>", "<mass>0</mass>"),
        "body 'tibia_r' has mass 0; it must be above 0",
    ),
    "an inertia of nothing": (
        swap("0.1 0.05 0.1 0 0 0", "0 0 0 0 0 0"),
        "its inertia is not that of a solid body",
    ),
    "a word for a number": (
        swap("<mass>4</mass>", "<mass>four</mass>"),
        "mass: 'four' given; it must be 1 finite numbers",
    ),
    "a body that hangs from itself": (
        swap("<socket_parent>/bodyset/femur_r", "<socket_parent>/bodyset/toes_r"),
        "body 'tibia_r' hangs from no joint, or from itself",
    ),
    "two joints of one body": (
        swap("/bodyset/torso</socket_child", "/bodyset/femur_l</socket_child"),
        "body 'femur_l' hangs from several joints; joint 'back' closes a loop",
    ),
    "a solid that is not known": (
        lambda text: text.replace("WrapCylinder", "WrapEllipsoid"),
        "it wraps over 'round_r', and a WrapEllipsoid is not known",
    ),
    "a root that is fixed": (
        swap("<coordinates>tilt</coordinates>", ""),
        "the root must have three rotations and three translations",
    ),
    "an old version": (swap('"40000"', '"30000"'), "save it, which makes it 40000"),
    "a document type": (
        lambda text: '<!DOCTYPE x [<!ENTITY a "b">]>' + text,
        "it has a document type, which could bring in other files",
    ),
    "deep nesting": (
        lambda text: text.replace("</Model>", "<a>" * 200 + "</a>" * 200 + "</Model>"),
        "more than 64 elements are inside each other",
    ),
    "no XML": (lambda text: "walk", "this is not XML"),
    "another XML": (lambda text: "<mujoco/>", "it must have an OpenSimDocument"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_is_said(tiny: Path, case: str) -> None:
    change, message = CASES[case]
    tiny.write_text(change(tiny.read_text()))
    with pytest.raises(InputError) as error:
        load_character(tiny)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_all_that_is_wrong_is_said_at_once(tiny: Path) -> None:
    text = tiny.read_text().replace("WrapCylinder", "WrapTorus")
    text = text.replace("/bodyset/torso<", "/bodyset/trunk<")
    tiny.write_text(text.replace("<mass>4</mass>", "<mass>-4</mass>"))
    with pytest.raises(InputError) as error:
        load_character(tiny)
    for part in ("WrapTorus", "'/bodyset/trunk'", "'tibia_l' has mass -4"):
        assert part in str(error.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.osim"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(InputError, match="the file is too large: more than 20 MB"):
        load_character(path)


def test_wrong_names_in_a_character_file_are_told(tiny: Path) -> None:
    path = tiny.with_name("mine.toml")
    for said, message in (
        ('[groups]\nsoleous_r = "SOL"', "no muscle is called 'soleous_r'"),
        ('[groups]\nsoleus_r = "CALF"', "'CALF'"),
        ('unlock = ["wrist"]', "lock: no coordinate is called 'wrist'"),
        (
            '[[feet]]\nbody = "shoe"\nplace = [0.0, 0.0, 0.0]\nradius = 0.01',
            "no body is called 'shoe'",
        ),
    ):
        path.write_text(f'opensim_file = "tiny.osim"\n{said}\n')
        with pytest.raises(InputError, match=message):
            load_character(path)
