import io
import re
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest
from PIL import Image

from gaitsmith.errors import InputError
from gaitsmith.pushes import DIRECTIONS
from gaitsmith.report.push_plot import push_plot, require_plot_place, write_push_plot

EIGHT = dict(zip(DIRECTIONS, (75, 65, 100, 50, 60, 40, 90, 30), strict=True))
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: bytes) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(e.itertext()).strip() for e in root.iter(f"{SVG}text")]


def outlines(svg: bytes, color: str) -> list[list[tuple[float, float]]]:
    """Corners, right and up, of every line drawn in a colour; none of the legend."""
    found = []
    for path in ElementTree.fromstring(svg).iter(f"{SVG}path"):
        if f"stroke: {color}" in path.get("style", ""):
            pairs = re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", path.get("d", ""))
            found.append([(float(x), -float(y)) for x, y in pairs])
    return [corners for corners in found if len(corners) > 3]


def test_each_table_is_named_and_directions_are_words():
    words = texts(push_plot({"mine": EIGHT, "theirs": EIGHT}))
    assert {"mine", "theirs", "forward", "left", "backward", "right"} <= set(words)
    assert "largest push, by where it goes [N]" in words


def test_names_are_text_and_no_formula():
    names = ("_hidden", r"$\nonsense$ $", "<b>&")
    assert set(names) <= set(texts(push_plot(dict.fromkeys(names, EIGHT))))


def test_forward_is_up_left_is_left_and_diagonals_are_longer():
    ((*corners, last),) = outlines(push_plot({"mine": EIGHT}), "#1f8fbf")
    assert last == corners[0]
    points = dict(zip(DIRECTIONS, corners, strict=True))
    middle = points["1,0"][0], points["0,1"][1]
    scale = (points["1,0"][1] - middle[1]) / EIGHT["1,0"]
    assert scale > 0
    for name, way in DIRECTIONS.items():
        right = (points[name][0] - middle[0]) / scale
        up = (points[name][1] - middle[1]) / scale
        expected = (-EIGHT[name] * way.y, EIGHT[name] * way.x)
        assert (right, up) == pytest.approx(expected, abs=0.01)


def test_tables_differ_in_colour():
    svg = push_plot({str(number): EIGHT for number in range(3)})
    assert [
        len(outlines(svg, color)) for color in ("#1f8fbf", "#d07a2d", "#4f9d5d")
    ] == [1, 1, 1]


@pytest.mark.parametrize(
    "forces", [{"1,0": 100.0, "-1,0": 40.0}, dict.fromkeys(EIGHT, 0.0)]
)
def test_two_directions_or_no_force_are_drawn_all_the_same(forces: dict[str, float]):
    assert "mine" in texts(push_plot({"mine": forces}))


def test_the_same_numbers_give_the_same_drawing():
    for suffix in (".svg", ".png"):
        assert len({push_plot({"mine": EIGHT}, suffix) for _ in range(2)}) == 1


def test_a_png_is_a_picture_without_background():
    picture = Image.open(io.BytesIO(push_plot({"mine": EIGHT}, ".png")))
    assert picture.format == "PNG"
    assert min(picture.size) > 600
    assert picture.getpixel((0, 0))[3] == 0


def test_settings_of_the_plotting_library_are_left_alone():
    push_plot({"mine": EIGHT})
    for name in ("svg.fonttype", "svg.hashsalt", "font.size"):
        assert matplotlib.rcParams[name] == matplotlib.rcParamsDefault[name]


@pytest.mark.parametrize("tables", [{}, {"mine": {}}])
def test_nothing_to_draw_is_refused(tables):
    with pytest.raises(ValueError, match="at least one table"):
        push_plot(tables)


def test_the_file_is_what_its_name_says(tmp_path: Path):
    for suffix in (".svg", ".png"):
        path = tmp_path / f"pushes{suffix}"
        write_push_plot(path, {"mine": EIGHT})
        assert path.read_bytes() == push_plot({"mine": EIGHT}, suffix)


def test_another_kind_of_file_is_refused(tmp_path: Path):
    path = tmp_path / "pushes.pdf"
    with pytest.raises(InputError) as raised:
        write_push_plot(path, {"mine": EIGHT})
    assert str(raised.value) == (
        f"--plot {path}: the file's name must end in .svg or .png."
    )
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_known_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "folder.svg").mkdir()
    for name, reason in (("no/pushes.svg", "no folder"), ("folder.svg", "a folder")):
        with pytest.raises(InputError, match=reason) as raised:
            require_plot_place(tmp_path / name)
        assert str(raised.value).startswith(f"{tmp_path / name}: ")
    require_plot_place(tmp_path / "pushes.svg")

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(InputError, match="cannot be written: Permission denied"):
        require_plot_place(tmp_path / "pushes.svg")
