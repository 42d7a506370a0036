"""The gallery as a site: what is written, when anew, and how it opens from the disk."""

import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gaitsmith.showcase import site
from gaitsmith.showcase.entry import CardFigure, Entry
from gaitsmith.showcase.index_page import facts_of, index_html
from gaitsmith.showcase.site import write_site
from gaitsmith.showcase.thumbnail import shortened, stride_frames
from gaitsmith.simulation.measures import Strikes
from gaitsmith.solution_file import gallery

WALK = "coros2008/walk"  # planar, of the law that every test compiles
HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_site({WALK: gallery()[WALK]}, folder)
    return folder


def make_entry(name: str = "a/b", **figures: float | None) -> Entry:
    return Entry(
        name, "A walk.", "stocky", "law", "walk", "result", None, "Stood.", "", figures
    )


def test_a_card_a_page_a_thumbnail_and_files_to_take_away(written):
    names = {path.name for path in (written / WALK).iterdir()}
    assert names == {
        "index.html", "entry.json", "thumbnail.webp", "walk.glb", "walk.bvh",
        "walk.events.json",
    }  # fmt: skip
    index = (written / "index.html").read_text("utf-8")
    assert f'href="{WALK}/index.html"' in index
    assert f'src="{WALK}/thumbnail.webp"' in index
    page = (written / WALK / "index.html").read_text("utf-8")
    assert '<a href="walk.glb" download>' in page
    assert '<script src="../../player.js"></script>' in page
    assert len(page) < 2_000_000  # the player's modules are in their own file
    entry = json.loads((written / WALK / "entry.json").read_text("utf-8"))["entry"]
    assert entry["figures"][CardFigure.SPEED] == pytest.approx(1.1, abs=0.1)
    assert entry["gait"] == "walk"


def test_the_thumbnail_moves_for_one_stride(written):
    with Image.open(written / WALK / "thumbnail.webp") as picture:
        number = getattr(picture, "n_frames", 1)
        assert 10 < number <= 40
        first = np.asarray(picture.convert("RGB"), float)
        picture.seek(number // 2)
        assert np.abs(np.asarray(picture.convert("RGB"), float) - first).mean() > 1.0


def test_what_has_not_changed_is_not_made_anew(written, monkeypatch):
    before = (written / "index.html").read_bytes()

    def refuse(*_: object) -> None:
        raise AssertionError("simulated again")

    monkeypatch.setattr(site, "simulate", refuse)
    write_site({WALK: gallery()[WALK]}, written)
    assert (written / "index.html").read_bytes() == before


@pytest.mark.parametrize("spoilt", ["", "{}", '{"digest": "x", "entry": {}}'])
def test_what_was_cut_off_is_made_anew(written, tmp_path, monkeypatch, spoilt):
    shutil.copytree(written, tmp_path / "site")
    (tmp_path / "site" / WALK / "entry.json").write_text(spoilt)
    again: list[str] = []
    entry = make_entry(WALK)
    monkeypatch.setattr(
        site, "_write_entry", lambda name, *_: again.append(name) or entry
    )
    write_site({WALK: gallery()[WALK]}, tmp_path / "site")
    assert again == [WALK]


def test_texts_are_no_markup():
    entry = replace(
        make_entry(), description=HOSTILE, body=HOSTILE, gait=HOSTILE, law=HOSTILE
    )
    page = index_html([entry])
    assert HOSTILE not in page
    assert page.count("<script>") == 1


def test_cards_carry_what_they_are_sorted_by():
    page = index_html([make_entry(speed=1.234, push=-0.0, cost_of_transport=None)])
    assert 'data-speed="1.234"' in page
    assert "1.23 m/s" in page
    assert "data-cost-of-transport" not in page
    facts = dict(facts_of(make_entry(speed=-0.5)))
    assert facts["speed"] == "\N{MINUS SIGN}0.50 m/s"
    assert facts["cost of transport"] is None


def test_a_stride_goes_round_also_if_the_other_foot_scuffs(make_scene):
    scene = make_scene(duration=4.0)
    time = np.array([0.5, 1.0, 1.5, 2.0, 2.1, 2.5, 3.0, 3.1, 3.9])
    side = np.array([0, 1, 0, 1, 1, 0, 1, 1, 0])
    strikes = Strikes(time, side, np.zeros((9, 3)), *np.zeros((2, 9)))
    # The last whole one before the end's margin: from 1.5 to 2.5 s, at 20 Hz.
    assert stride_frames(scene, strikes).tolist() == [*range(30, 50)]


def test_the_end_of_a_scene(make_scene):
    scene = make_scene(duration=4.0)
    short = shortened(scene, 1.0)
    assert short.duration == pytest.approx(1.0)
    assert np.array_equal(short.positions[-1], scene.positions[-1])
    assert shortened(scene, 100.0).duration == scene.duration


def test_the_site_opens_from_the_disk(written, launch):
    with io.StringIO() as complaints:
        browser = launch(
            "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"
        )
        page = browser.new_page()
        page.on("pageerror", lambda error: complaints.write(str(error)))
        page.goto((written / "index.html").as_uri())
        assert re.fullmatch(r"1 of 1", page.inner_text("#count"))
        page.fill("input[name=find]", "nothing like it")
        assert page.inner_text("#count") == "0 of 1"
        page.goto((written / WALK / "index.html").as_uri())
        page.wait_for_selector("#player[data-state=ready]")
        browser.close()
        assert complaints.getvalue() == ""
