import base64
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from gaitsmith.report.page import PageContent, PageView, render_page
from gaitsmith.report.progress_plot import progress_svg
from gaitsmith.report.sections import (
    Commands,
    Facts,
    Figure,
    Paragraph,
    ShellCommand,
    Table,
)
from gaitsmith.scene.scene import Push

HOSTILE = "</script><script>window.pwned = 1</script><img src=x onerror=pwned()>\"'&"


class Elements(HTMLParser):
    """Collects what a browser would see: tags with attributes, and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def full_page(make_scene, text: str = "plain", **changes) -> str:
    """A page with every kind of content, in which every text is `text`."""
    fields = {
        "title": text,
        "subtitle": text,
        "views": (
            PageView(make_scene(label=text, caption=text), b"not really a PNG"),
            PageView(make_scene(duration=1.0)),
        ),
        "sections": (
            Table(text, (text, "n"), ((text, 1.5), (text, None)), note=text),
            Figure(text, progress_svg([1, 2], [2.0, 1.0]), caption=text),
            Figure(text, progress_svg([1, 2], [2.0, 1.0]), caption=text),
            Commands(text, (ShellCommand(text, text), ShellCommand(text))),
            Facts(text, ((text, text), ("n", 3))),
            Paragraph(text, f"{text}\n\n{text}"),
        ),
        "footer": ((text, text),),
    }
    return render_page(PageContent(**(fields | changes)))


def player_json(page: str) -> str:
    found = re.search(r'id="player-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return found[1]


def player_data(page: str):
    return json.loads(player_json(page))


def test_the_same_content_gives_the_same_page(make_scene):
    assert full_page(make_scene) == full_page(make_scene)


def test_hostile_text_adds_no_element_and_no_attribute(make_scene):
    plain, hostile = full_page(make_scene), full_page(make_scene, HOSTILE)
    names = [tag for tag, _ in Elements(plain).tags]
    assert [tag for tag, _ in Elements(hostile).tags] == names
    keys = [list(attributes) for _, attributes in Elements(plain).tags]
    assert [list(attributes) for _, attributes in Elements(hostile).tags] == keys


def test_hostile_text_is_shown_as_it_is(make_scene):
    assert Elements(full_page(make_scene, HOSTILE)).text.count(HOSTILE) >= 10
    assert player_data(full_page(make_scene, HOSTILE))[0]["label"] == HOSTILE


def test_no_markup_can_begin_inside_the_data_of_the_player(make_scene):
    assert not set("<>&") & set(player_json(full_page(make_scene, HOSTILE)))


def test_the_page_refers_to_nothing_outside_itself(make_scene):
    for _, attributes in Elements(full_page(make_scene)).tags:
        for name in ("src", "href", "xlink:href", "action", "srcset"):
            value = attributes.get(name) or "#"
            assert value.startswith(("#", "data:"))


def test_a_policy_forbids_the_network(make_scene):
    (policy,) = [
        attributes["content"]
        for tag, attributes in Elements(full_page(make_scene)).tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy
    assert "connect-src" not in policy


def test_element_names_are_unique_although_two_figures_are_alike(make_scene):
    ids = [a["id"] for _, a in Elements(full_page(make_scene)).tags if "id" in a]
    assert len(ids) == len(set(ids))


def test_poses_are_embedded_as_float32(make_scene):
    scene = make_scene()
    record = player_data(full_page(make_scene))[0]
    values = np.frombuffer(base64.b64decode(record["positions"]), "<f4")
    np.testing.assert_allclose(values.reshape(scene.positions.shape), scene.positions)
    assert (record["numFrames"], record["numBodies"]) == (41, 2)
    assert record["numContacts"] == 0


def test_the_player_is_told_of_pushes(make_scene):
    scene = make_scene(pushes=(Push(0.5, 0.2, (10, 0, 0), 1),))
    page = render_page(PageContent("t", views=(PageView(scene),)))
    assert player_data(page)[0]["pushes"] == [
        {"start": 0.5, "duration": 0.2, "force": [10.0, 0.0, 0.0], "body": 1}
    ]


def test_a_page_without_scenes_has_no_player(make_scene):
    page = full_page(make_scene, views=())
    assert "importmap" not in [a.get("type") for _, a in Elements(page).tags]
    assert Elements(page).count("canvas") == 0


def test_contact_forces_can_be_shown_only_when_they_are_known(make_scene):
    toggles = [a.get("data-toggle") for _, a in Elements(full_page(make_scene)).tags]
    assert "forces" not in toggles
    known = make_scene(
        contact_positions=np.zeros((41, 1, 3)), contact_forces=np.ones((41, 1, 3))
    )
    page = render_page(PageContent("t", views=(PageView(known),)))
    assert "forces" in [a.get("data-toggle") for _, a in Elements(page).tags]


def test_numbers_are_set_flush_right_and_missing_ones_shown_as_a_dash(make_scene):
    table = Table("t", ("name", "value"), (("a", -1.23456), ("b", None)))
    page = full_page(make_scene, sections=(table,))
    assert '<td class="number">\N{MINUS SIGN}1.235</td>' in page
    assert '<td class="number">\N{EN DASH}</td>' in page
    assert "<td>a</td>" in page


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.23456, "\N{MINUS SIGN}1.235"),
        (9.99996, "10"),
        (0.00012345, "0.0001234"),
        (79334.2, "79330"),
        (1.2e-05, "1.2 × 10⁻⁵"),
        (-3.0e7, "\N{MINUS SIGN}3 × 10⁷"),
        (float("inf"), "inf"),
        (12, "12"),
    ],
)
def test_numbers_are_written_as_people_write_them(make_scene, number, text):
    facts = Facts("t", (("n", number),))
    page = full_page(make_scene, sections=(facts,))
    assert f"<dd>{text}</dd>" in page


@pytest.mark.parametrize(("rows", "is_tall"), [(24, False), (25, True)])
def test_a_long_table_scrolls_in_its_place(make_scene, rows, is_tall):
    table = Table("t", ("n",), tuple((n,) for n in range(rows)))
    page = full_page(make_scene, sections=(table,))
    assert ('class="scrolls tall"' in page) is is_tall


def test_a_row_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="'t': row 2 has 1 cells, the table has 2"):
        Table("t", ("a", "b"), ((1, 2), (3,)))
