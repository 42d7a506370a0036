"""Models that ask for too much, or are made to harm, are refused before they can."""

import re
from pathlib import Path

import pytest

from gaitsmith.characters.character import load_character
from gaitsmith.errors import InputError

CORPUS = Path(__file__).parents[1] / "corpus" / "mjcf"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("hfield", "the engine cannot read this model within 20 s and 4 GB, or dies"),
        ("texture", "Could not allocate memory for texture"),
        ("size", "Could not allocate memory"),
        ("include_zero", "Empty file '/dev/zero'"),
        ("include_self", "already included"),
        ("name_not_utf8", "this is not UTF-8 text"),
    ],
)
def test_it_is_refused_with_a_sentence(name, sentence, tmp_path: Path):
    file = tmp_path / "own.xml"
    file.write_bytes((CORPUS / f"{name}.xml").read_bytes())
    with pytest.raises(InputError, match=re.escape(sentence)):
        load_character(file)


@pytest.mark.parametrize("number", ["nan", "-inf", "0 NaN 1"])
def test_numbers_that_are_none_are_named(number, own_model, tmp_path: Path, capfd):
    file = tmp_path / "own.xml"
    assert 'pos="0 0 1"' in own_model.xml
    xml = own_model.xml.replace('pos="0 0 1"', f'pos="{number}"')
    file.write_text(xml, encoding="utf-8")
    with pytest.raises(InputError, match=f'pos="{number}" is no finite number'):
        load_character(file)
    assert capfd.readouterr().out == ""


def test_numbers_that_overflow_are_refused(own_model, tmp_path: Path):
    file = tmp_path / "own.xml"
    file.write_text(own_model.xml.replace('mass="30"', 'mass="1e999"'), "utf-8")
    with pytest.raises(InputError):
        load_character(file)
