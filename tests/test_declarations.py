from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, ValidationError, model_validator

from gaitsmith.declarations import Declaration, declare, read_toml
from gaitsmith.errors import InputError


class Wheel(Declaration):
    """A table within a table."""

    radius: Annotated[float, Field(gt=0, le=2)] = 0.3
    spokes: Annotated[int, Field(ge=3)] = 32
    offset: tuple[float, float] = (0.0, 0.0)

    @model_validator(mode="after")
    def _fits(self) -> "Wheel":
        if self.offset[0] > self.radius:
            raise ValueError(f"an offset of {self.offset[0]} is beyond the rim.")
        return self


class Cart(Declaration):
    """Every kind of field that files have."""

    name: str
    kind: Literal["hand", "ox"] = "hand"
    is_covered: bool = False
    wheel: Wheel = Wheel()
    spares: tuple[Wheel, ...] = ()
    load: dict[str, float | Wheel] = Field(default={})
    driver: str | dict[str, Any] = ""
    price: Annotated[float, Field(ge=0)] | None = None


def complaint(**values: Any) -> str:
    """What is said about a wrong value in an otherwise right file."""
    with pytest.raises(InputError) as raised:
        declare(Cart, {"name": "cart"} | values, "cart.toml")
    return str(raised.value)


def test_lists_become_tuples_and_whole_numbers_serve_as_numbers():
    cart = declare(
        Cart, {"name": "cart", "spares": [{"radius": 1, "offset": [0, 0.1]}]}, ""
    )
    assert cart.spares == (Wheel(radius=1.0, offset=(0.0, 0.1)),)


def test_a_declaration_cannot_be_changed():
    cart = declare(Cart, {"name": "cart"}, "cart.toml")
    with pytest.raises(ValidationError, match="frozen"):
        cart.name = "wagon"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"name": 3}, "name: 3 given; it must be a text in quotes."),
        ({"is_covered": 1}, "is_covered: 1 given; it must be true or false."),
        ({"kind": "dog"}, 'kind: "dog" given; it must be "hand" or "ox".'),
        ({"wheel": 3}, "wheel: 3 given; it must be a table."),
        ({"wheel": {"radius": "1"}}, 'wheel.radius: "1" given; it must be a number.'),
        ({"wheel": {"radius": True}}, "wheel.radius: true given; it must be a number."),
        ({"wheel": {"radius": 0}}, "wheel.radius: 0 given; it must be more than 0."),
        ({"wheel": {"radius": 3.5}}, "wheel.radius: 3.5 given; it must be at most 2."),
        ({"wheel": {"spokes": 2}}, "wheel.spokes: 2 given; it must be at least 3."),
        (
            {"wheel": {"spokes": 3.5}},
            "wheel.spokes: 3.5 given; it must be a whole number.",
        ),
        (
            {"wheel": {"radius": float("nan")}},
            "wheel.radius: nan given; it must be a finite number.",
        ),
        ({"spares": 3}, "spares: 3 given; it must be a list."),
        ({"spares": [3]}, "spares.0: 3 given; it must be a table."),
        (
            {"wheel": {"offset": [1]}},
            "wheel.offset: [1] given; it must be a longer list.",
        ),
        (
            {"wheel": {"offset": [1, 2, 3]}},
            "wheel.offset: [1, 2, 3] given; it must be a list of 2 values.",
        ),
        ({"wheel": {"offset": [0.5, 0]}}, "wheel: an offset of 0.5 is beyond the rim."),
        ({"price": -1}, "price: -1 given; it must be at least 0."),
    ],
)
def test_a_wrong_value_is_refused_with_place_key_value_and_what_is_right(
    values: dict[str, Any], expected: str
):
    assert complaint(**values) == f"cart.toml: {expected}"


def test_a_misspelt_key_is_refused_with_the_nearest_one():
    assert complaint(wheel={"raduis": 0.3}) == (
        "cart.toml: wheel.raduis: no such key. Did you mean 'radius'?"
        " Known here: offset, radius, spokes."
    )


def test_a_misspelt_key_is_found_inside_a_list():
    assert complaint(spares=[{}, {"spoke": 3}]).startswith(
        "cart.toml: spares.1.spoke: no such key. Did you mean 'spokes'?"
    )


def test_a_missing_key_is_named():
    with pytest.raises(InputError) as raised:
        declare(Cart, {}, "cart.toml")
    assert str(raised.value) == "cart.toml: name: this key is missing."


def test_every_problem_gets_a_line():
    lines = complaint(wheel={"radius": 0, "spokes": 1}, colour="red").splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "wheel.radius",
        "wheel.spokes",
        "colour",
    ]


@pytest.mark.parametrize(
    ("load", "expected"),
    [
        ("hay", 'load.a: "hay" given; it must be a number or a table.'),
        ({"radius": 0}, "load.a.radius: 0 given; it must be more than 0."),
        (
            {"rad": 1},
            "load.a.rad: no such key. Did you mean 'radius'?"
            " Known here: offset, radius, spokes.",
        ),
    ],
)
def test_a_value_of_several_kinds_gets_one_line_about_the_kind_that_was_meant(
    load: Any, expected: str
):
    assert complaint(load={"a": load}) == f"cart.toml: {expected}"


def test_a_text_or_a_table():
    assert complaint(driver=3) == (
        "cart.toml: driver: 3 given; it must be a text in quotes or a table."
    )


def test_a_long_value_is_shortened():
    line = complaint(wheel="x" * 1000)
    assert len(line) < 120
    assert line.endswith("xxx... given; it must be a table.")


def test_values_nested_without_end_are_refused():
    nested: dict[str, Any] = {}
    for _ in range(5000):
        nested = {"a": nested}
    assert complaint(driver=nested) == "cart.toml: this is nested too deeply."


def test_a_toml_file_that_does_not_exist(tmp_path: Path):
    with pytest.raises(InputError, match=r"no\.toml: there is no such file\.$"):
        read_toml(tmp_path / "no.toml")


def test_a_folder_is_no_toml_file(tmp_path: Path):
    with pytest.raises(InputError, match="this is a folder, not a file"):
        read_toml(tmp_path)


@pytest.mark.parametrize("content", [b"a = = 3", b"a = 1\na = 2"])
def test_a_file_that_is_not_toml_is_refused_by_name(content: bytes, tmp_path: Path):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.toml: this is not valid TOML: "):
        read_toml(path)


def test_a_toml_file_that_is_no_text(tmp_path: Path):
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"bad\.toml: this is not UTF-8 text"):
        read_toml(tmp_path / "bad.toml")


def test_a_syntax_error_names_the_line(tmp_path: Path):
    path = tmp_path / "bad.toml"
    path.write_text("a = 1\nb = oops\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_toml(path)


def test_a_toml_file_nested_without_end(tmp_path: Path):
    path = tmp_path / "deep.toml"
    path.write_text("a = " + "[" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match=r"deep\.toml: this .*(nested too|not valid)"):
        read_toml(path)


def test_what_is_printed_is_what_differs_from_the_defaults():
    assert repr(Wheel(spokes=36, radius=0.3)) == "Wheel(spokes=36)"


def test_a_declaration_made_in_python_is_refused_with_the_same_words():
    with pytest.raises(InputError) as raised:
        Wheel(radius=3.0, spoke=12)  # pyright: ignore
    assert str(raised.value) == (
        "Wheel: radius: 3.0 given; it must be at most 2.\n"
        "Wheel: spoke: no such key. Did you mean 'spokes'? Known here: offset, radius,"
        " spokes."
    )


def test_a_list_may_be_given_in_python():
    assert Wheel(offset=[0.1, 0.2]).offset == (0.1, 0.2)  # pyright: ignore
