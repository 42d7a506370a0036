"""The page of a reproduction."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest

from gaitsmith.errors import WorkFailedError
from gaitsmith.pushes import DIRECTIONS
from gaitsmith.report import build, comparison_page
from gaitsmith.report.build import MOST_MOVING
from gaitsmith.report.comparison_page import write_comparison
from gaitsmith.reproduction.comparison import Comparison, CurvePlot, Exhibit, Line
from gaitsmith.workflows import initial_solution

COMMAND = "gaitsmith reproduce paper/table"
HOSTILE = "</script><script>pwned = 1</script><img src=x onerror=pwned()>\"'&"
X = np.linspace(0.0, 100.0, 11)  # percent of a stride
BLUE, ORANGE = "#1f8fbf", "#d07a2d"

TABLE = Comparison(
    title="Gaits",
    columns=("gait", "walks", "step m", "ref. m", "push N", "agrees"),
    rows=(
        ("walk", "yes", 0.36, 1 / 3, 105, "yes"),
        ("in_place", "no", -0.0254, 0.0, 5, "yes"),
        ("run", "yes", None, 0.615, None, "no"),
        ("jump", "yes", 12.0, 0.5, 60, None),
    ),
    verdict="2 of 4 agree.",
)


def plot(**changes: Any) -> CurvePlot:
    lines = (Line("ours", 2 * X), Line("theirs", X, is_reference=True))
    fields = {"title": "Knee", "x_label": "stride [%]", "y_label": "flexion [°]"}
    return CurvePlot(**({**fields, "x": X, "lines": lines} | changes))


class Page(HTMLParser):
    """What a browser would see: tags with attributes, text, rows of the table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        self.texts.append(data.strip())
        if self.tags and self.tags[-1][0] in ("td", "th") and data.strip("\n"):
            self.rows[-1][-1] += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)

    def drawn(self, color: str) -> list[str]:
        """Styles of all curves with a colour, those of the legend left out."""
        return [
            attributes["style"] or ""
            for tag, attributes in self.tags
            if tag == "path"
            and "clip-path" in attributes
            and f": {color}" in (attributes.get("style") or "")
        ]


@pytest.fixture
def text_of(tmp_path: Path):
    def write(comparison: Comparison) -> str:
        file = tmp_path / "page.html"
        assert write_comparison(comparison, COMMAND, file) == file
        return file.read_text(encoding="utf-8")

    return write


@pytest.fixture
def page_of(text_of):
    return lambda comparison: Page(text_of(comparison))


@pytest.fixture
def exhibit(make_experiment) -> Exhibit:
    return Exhibit("tiny walk", initial_solution(make_experiment()))


def test_title_verdict_command_and_versions_are_on_the_page(page_of):
    page = page_of(TABLE)
    for text in ("Gaits", "2 of 4 agree.", COMMAND, "gaitsmith", "mujoco-core"):
        assert text in page.texts


def test_numbers_are_those_of_the_printed_table(page_of):
    head, *rows = page_of(TABLE).rows
    assert head == list(TABLE.columns)
    # Up to typography: minus, dash and the marks of the verdicts.
    plain = str.maketrans("−–", "--", "✓✘\N{FIGURE SPACE}")
    texts = [[cell.translate(plain).strip() for cell in row] for row in rows]
    printed = str(TABLE).splitlines()[3:-2]
    assert texts == [line.split() for line in printed]


def test_points_stand_below_each_other(page_of):
    cells = [row[2] for row in page_of(TABLE).rows[1:]]
    assert {len(cell) for cell in cells} == {len("−0.025")}
    assert [cell.find(".") for cell in cells] == [2, 2, -1, 2]


def test_what_was_not_reached_is_marked_without_colour(page_of):
    page = page_of(TABLE)
    assert [row[-1] for row in page.rows[1:]] == ["✓ yes", "✓ yes", "✘ no", "–"]
    assert "✓ reached: 2 of 3. ✘ not reached: run." in page.texts


def test_only_the_last_column_of_yes_and_no_is_the_verdict(page_of):
    page = page_of(TABLE)
    assert [row[1] for row in page.rows[1:]] == ["yes", "no", "yes", "yes"]
    remarks = replace(
        TABLE,
        columns=("gait", "agrees", "remark"),
        rows=(("walk", "no", "no"), ("run", "yes", "falls")),
    )
    assert page_of(remarks).rows[1:] == [
        ["walk", "✘ no", "no"],
        ["run", "✓ yes", "falls"],
    ]


def test_a_table_without_verdicts_has_no_marks(text_of):
    text = text_of(replace(TABLE, columns=("a", "b"), rows=((1, "maybe"),)))
    assert not set("✓✘") & set(text)


def test_curves_are_drawn_with_names_and_the_reference_is_thick(page_of):
    page = page_of(replace(TABLE, plots=(plot(),)))
    assert {"Knee", "stride [%]", "flexion [°]", "ours", "theirs"} <= set(page.texts)
    assert page.texts.index("theirs") < page.texts.index("ours")
    (reference,) = page.drawn("var(--ink")
    (ours,) = page.drawn(BLUE)
    widths = [float(re.findall(r"width: ([\d.]+)", s)[0]) for s in (reference, ours)]
    assert widths[0] > 1.5 * widths[1]


def curve_points(text: str, color: str) -> np.ndarray:
    """(points, 2) right and down, in the drawing."""
    pattern = rf'<path d="([^"]+)" clip-path[^>]+style="[^"]*: {re.escape(color)}'
    path = re.findall(pattern, text)[0]
    return np.array(re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", path), float)


def test_the_band_reaches_one_standard_deviation_to_each_side(text_of):
    mean, deviation = np.full(11, 50.0), np.full(11, 10.0)
    lines = tuple(Line(str(level), np.full(11, level)) for level in (40.0, 60.0))
    text = text_of(replace(TABLE, plots=(plot(lines=lines, band=(mean, deviation)),)))
    assert "people, mean ± 1 standard deviation" in text
    (band,) = re.findall(
        r'id="\S*FillBetween\S*".*?<path id="[^"]+" d="([^"]+)"', text, re.DOTALL
    )
    rows = [float(y) for _, y in re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", band)]
    (low, high) = (curve_points(text, color)[0, 1] for color in (BLUE, ORANGE))
    assert low > high
    # A shape for reuse is drawn upside down, its height placed where it is used.
    (height,) = re.findall(r'FillBetween.*?<use [^>]*y="([-\d.]+)"', text, re.DOTALL)
    assert float(height) + max(rows) == pytest.approx(low, abs=0.01)
    assert float(height) + min(rows) == pytest.approx(high, abs=0.01)


def test_without_people_there_is_no_band(text_of):
    assert "people, mean" not in text_of(replace(TABLE, plots=(plot(),)))


def test_a_name_looks_the_same_in_every_plot_and_as_its_pushes(page_of):
    first = plot(lines=(Line("b", X), Line("c", X)))
    second = plot(lines=(Line("c", X),))
    pushes = {"a": dict.fromkeys(DIRECTIONS, 50.0)}
    page = page_of(replace(TABLE, plots=(first, second), pushes=pushes))
    assert len(page.drawn(ORANGE)) == 1
    assert len(page.drawn("#4f9d5d")) == 2
    strokes = [style.split(";")[1] for style in page.drawn("#4f9d5d")]
    assert len(set(strokes)) == 1
    assert strokes[0] not in page.drawn(ORANGE)[0]


def test_gaps_in_a_curve_and_long_names_are_drawn_all_the_same(page_of):
    holes = np.where(X > 50, np.nan, X)
    name = "a name that is too long for one line of the legend of a narrow drawing"
    page = page_of(replace(TABLE, plots=(plot(lines=(Line(name, holes),)),)))
    parts = [text for text in page.texts if text and text in name and len(text) > 1]
    assert " ".join(parts) == name
    assert len(parts) > 1


def test_settings_of_the_plotting_library_are_left_alone(text_of):
    text_of(replace(TABLE, plots=(plot(),)))
    for name in ("svg.fonttype", "svg.hashsalt", "font.size"):
        assert matplotlib.rcParams[name] == matplotlib.rcParamsDefault[name]


def test_pushes_are_drawn_when_there_are_some(page_of):
    assert "forward" not in page_of(TABLE).texts
    pushes = {"stocky": dict.fromkeys(DIRECTIONS, 50.0)}
    page = page_of(replace(TABLE, pushes=pushes))
    assert {"Pushes", "forward", "stocky"} <= set(page.texts)


def everything(text: str, exhibit: Exhibit) -> Comparison:
    """A comparison in which every text is `text`."""
    band = (X, np.ones(11))
    lines = (Line(text, X), Line(text, X, is_reference=True))
    return Comparison(
        text,
        (text, "n"),
        ((text, "no"),),
        text,
        (replace(exhibit, label=text),),
        (CurvePlot(text, text, text, X, lines, band),),
        {text: dict.fromkeys(DIRECTIONS, 50.0)},
    )


def test_hostile_text_stays_text(page_of, exhibit):
    plain = page_of(everything("plain", exhibit))
    hostile = page_of(everything(HOSTILE, exhibit))
    # Long names change the layout of the drawings, but add nothing that acts.
    for tag in ("script", "img", "td", "figure", "svg", "style"):
        assert hostile.count(tag) == plain.count(tag) > 0
    for _, attributes in hostile.tags:
        assert not any(name.startswith("on") for name in attributes)
    assert "".join(hostile.texts).count(HOSTILE) >= 5


def test_names_are_no_formula_and_an_underscore_hides_none(page_of):
    names = ("_hidden", r"$\nonsense$")
    lines = tuple(Line(name, X) for name in names)
    page = page_of(replace(TABLE, plots=(plot(lines=lines, x_label=names[1]),)))
    assert page.texts.count(names[0]) == 1
    assert page.texts.count(names[1]) == 2


def test_the_page_refers_to_nothing_outside_itself(text_of, exhibit):
    text = text_of(everything("plain", exhibit))
    for _, attributes in Page(text).tags:
        for name in ("src", "href", "xlink:href", "action", "srcset"):
            assert (attributes.get(name) or "#").startswith(("#", "data:"))
    outside = re.findall(r"url\((?!#)|@import", re.sub(r"<script.*", "", text))
    assert outside == []


def test_exhibits_move_and_have_a_filmstrip_below_the_table(text_of, exhibit):
    text = text_of(replace(TABLE, exhibits=(exhibit,)))
    assert Page(text).count("canvas") == 1
    assert Page(text).count("img") == 1
    assert text.index("✘ no") < text.index("<canvas") < text.index("Reproduce it")


def test_few_exhibits_move_but_all_have_a_filmstrip(
    page_of, exhibit, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(build, "filmstrip_png", lambda *_, **__: b"PNG")
    names = [f"walk {number}" for number in range(MOST_MOVING + 2)]
    exhibits = tuple(replace(exhibit, label=name) for name in names)
    page = page_of(replace(TABLE, exhibits=exhibits))
    assert page.count("canvas") == MOST_MOVING
    assert page.count("img") == len(exhibits)
    assert [text for text in page.texts if text in names] == [
        *names[:MOST_MOVING],
        *names,
    ]


@pytest.mark.parametrize(("own", "shown"), [(0.5, 0.5), (1.5, 1.0)])
def test_an_exhibit_is_shown_for_its_duration_or_the_longest(
    make_experiment, text_of, monkeypatch: pytest.MonkeyPatch, own, shown
):
    monkeypatch.setattr(comparison_page, "SHOWN_SECONDS", 1.0)
    experiment = make_experiment(setting={"duration": own})
    exhibit = Exhibit("walk", initial_solution(experiment))
    text = text_of(replace(TABLE, exhibits=(exhibit,)))
    assert f"Stayed on its feet for all {shown:g} s." in text


def test_a_page_that_cannot_be_written_leaves_nothing(tmp_path: Path):
    with pytest.raises(WorkFailedError, match="cannot be written"):
        write_comparison(TABLE, COMMAND, tmp_path / "no" / "page.html")
    (tmp_path / "page.html").mkdir()
    with pytest.raises(WorkFailedError, match="cannot be written"):
        write_comparison(TABLE, COMMAND, tmp_path / "page.html")
    assert [path.name for path in tmp_path.rglob("*")] == ["page.html"]


def test_the_same_comparison_gives_the_same_page(text_of, exhibit):
    comparison = everything("plain", exhibit)
    assert text_of(comparison) == text_of(comparison)


def test_findings_are_judged_twice_and_their_notes_stand_below(page_of):
    judged = replace(
        TABLE,
        columns=("what", "reached", "ours reached"),
        rows=(("stones", "no", "yes"), ("gaps", None, "yes")),
        judged=("reached", "ours reached"),
        notes=("Ours differs: steps are simulated ahead.",),
    )
    page = page_of(judged)
    assert page.rows[1:] == [["stones", "✘ no", "✓ yes"], ["gaps", "–", "✓ yes"]]
    assert (
        "✓ reached: 0 of 1. ✘ not reached: stones. ✓ ours reached: 2 of 2."
        in page.texts
    )
    assert "Ours differs: steps are simulated ahead." in page.texts
