"""gaitsmith sturdy, and where what it finds is said."""

import json
from pathlib import Path

import pytest

QUICK = ("--seconds", "1", "--starts", "1", "--workers", "1")


@pytest.fixture
def best(run_folder: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "best.json"
    copy.write_bytes((run_folder / "best.json").read_bytes())
    return copy


def test_sturdy_tells_every_rollout(json_of, best):
    before = best.read_bytes()
    found = json_of("sturdy", best, "--rates", "600,1200", *QUICK)
    tried = [(trial["rate"], trial["start"]) for trial in found["trials"]]
    assert tried == [(600.0, 0), (1200.0, 0), (1200.0, 1)]
    assert found["holds"] == (found["held"] == 3)
    assert best.read_bytes() == before


def test_what_is_kept_is_said_by_simulate_and_by_the_page(json_of, run_cli, best):
    finished = run_cli("sturdy", best, "--keep", *QUICK)
    sentence = finished.out.splitlines()[0]
    assert "Hz" in sentence
    assert "a little off" in finished.out
    assert json_of("simulate", best)["sturdiness"]["sentence"] == sentence
    assert sentence in run_cli("simulate", best).out
    changed = json_of("simulate", best, "--friction", "0.4")
    assert changed["sturdiness"] is None
    page = best.with_name("page.html")
    assert run_cli("report", best, "--output", page).code == 0
    assert sentence in page.read_text("utf-8")
    assert json.loads(best.read_text("utf-8"))["sturdiness"]["sentence"] == sentence


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rates", "fast"), "--rates fast"),
        (("--rates", "1200,20"), "20 Hz"),
        (("--rates", "1200,1200"), "rates: every multiple"),
        (("--starts", "9"), "starts: 9 given"),
        (("--keep", "--set", "setting.friction=0.4"), "--keep"),
    ],
)
def test_what_cannot_be_checked_is_refused(run_cli, best, options, words):
    finished = run_cli("sturdy", best, *options)
    assert finished.code == 2
    assert words in finished.err


def test_every_gallery_entry_is_a_result_or_a_step(json_of):
    for entry in json_of("list", "gallery")["gallery"]:
        assert entry["kind"] in ("result", "step")
        assert {"holds", "sturdiness"} <= set(entry)
