import pytest

from gaitsmith.errors import LONGEST_MESSAGE, InputError, readable, unknown_name

HOSTILE = "\x1b]0;owned\x07 \x9b31m \u202egnp\u2066 \r\x00\u2028"


def test_a_message_cannot_steer_a_terminal():
    shown = str(InputError(f"best.json: {HOSTILE}: no such key.\nSecond line."))
    assert shown.replace("\n", "").isprintable()
    assert "\\x1b]0;owned\\x07" in shown
    assert "\\x9b31m \\u202egnp\\u2066 \\r\\x00\\u2028" in shown
    assert shown.endswith("no such key.\nSecond line.")


@pytest.mark.parametrize("text", ["", "Größe: 1,80 m", "姿勢.toml", "a\u00a0b\nc"])
def test_what_people_write_stays(text):
    assert readable(text) == text


def test_a_message_ends_at_a_sensible_length():
    shown = str(InputError("x" * 1_000_000))
    assert len(shown) < LONGEST_MESSAGE + 50
    assert shown.endswith(" ... (994000 more characters)")


def test_of_many_names_the_nearest_one_and_the_first_are_told():
    names = [f"body/{number:02d}" for number in range(50)]
    shown = str(unknown_name("body", "body/4", names))
    assert "Did you mean 'body/4" in shown
    assert shown.endswith("body/38, body/39 and 10 more.")
