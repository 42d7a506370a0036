"""Spoils files: bytes, numbers, tables, trees. The same random numbers, the same file.

Used by scripts/fuzz.py. What is worth putting into a file is in `NASTY` and `TEXTS`.
"""

import copy
import json
import random
import re
import tomllib
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import tomli_w

MARKUP = "</script ><script>pwned=1</script><img src=x onerror='pwned=1'>\"'`$x$"
TEXTS = (
    *("", " ", "\0", "\x1b]0;x\x07", "\u202e", "\U0001f600", "%s%n", "{0}", MARKUP),
    *("../../../etc/passwd", "/dev/zero", "/proc/self/mem", "x" * 5000, "a\0.toml"),
    *("nan", "inf", "-inf", "1e999", "0x10", "1_000", "--", "=", "..", "~", "CON"),
)
NASTY: tuple[Any, ...] = (
    *(0, -1, 1, 2**31, 2**63, 10**9, -(10**9), 10**400, 0.0, -0.0, 1e-320, 1e308),
    *(-1e308, float("nan"), float("inf"), float("-inf"), True, False, *TEXTS),
    *([], {}, [[]], [0.0] * 1000, [{}] * 50, ["x"] * 50),
)
NUMBERS = ("0", "-1", "1e308", "-1e308", "nan", "inf", "1e-320", "1000000000", "1e9")
DEPTH = 3000  # of what is nested without end
NUMBER = re.compile(rb"-?\d+\.?\d*(?:[eE][-+]?\d+)?")

Chance = random.Random
Spoil = Callable[[Chance, bytes, bytes], bytes]


def spoil_bytes(chance: Chance, data: bytes, other: bytes) -> bytes:
    """Some places of it changed, left out, doubled, or mixed with another file."""
    spoilt = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        size = len(spoilt)
        at = chance.randrange(size + 1)
        end = min(size, at + chance.choice((1, 1, 4, 20, 200)))
        match chance.randrange(8):
            case 0 if size:
                spoilt[at % size] = chance.randrange(256)
            case 1:
                del spoilt[at:end]
            case 2:
                spoilt[at:at] = spoilt[at:end] * chance.choice((1, 2, 50))
            case 3:
                del spoilt[at:]
            case 4:
                begin = chance.randrange(len(other) + 1)
                spoilt[at:at] = other[begin : begin + chance.choice((4, 40, 400))]
            case 5:
                spoilt[at:at] = chance.choice(TEXTS).encode()
            case 6:
                spoilt[at:at] = chance.choice(b'[]{}"<>=,\n\t;:/@&\\#').to_bytes() * (
                    chance.choice((1, 1, 2, DEPTH))
                )
            case _:
                spoilt = bytearray(_with_number(chance, bytes(spoilt)))
    return bytes(spoilt)


def _with_number(chance: Chance, data: bytes) -> bytes:
    """One of its numbers replaced by another."""
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    one = chance.choice(found)
    number = chance.choice(
        (*NUMBERS, repr(chance.gauss(0.0, 10.0 ** chance.randrange(5))))
    )
    return data[: one.start()] + number.encode() + data[one.end() :]


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every table and list of a tree with each of its keys."""
    found: list[tuple[Any, Any]] = []
    rest = [tree]
    while rest:
        node = rest.pop()
        if isinstance(node, dict | list):
            keys = list(node) if isinstance(node, dict) else range(len(node))
            found += [(node, key) for key in keys]
            rest += [node[key] for key in keys]
    return found


def spoil_tree(chance: Chance, tree: Any, other: Any) -> Any:
    """Values of a tree replaced, left out, renamed, nested, or taken from another."""
    tree = copy.deepcopy(tree)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        places, others = _places(tree), _places(other)
        if not places or not others:
            return tree
        node, key = chance.choice(places)
        giver, its_key = chance.choice(others)
        match chance.randrange(9):
            case 0:
                del node[key]
            case 1:
                node[key] = copy.deepcopy(giver[its_key])
            case 2 if isinstance(node, dict):
                node[chance.choice((str(its_key), *TEXTS))] = node.pop(key)
            case 3 if isinstance(node, list):
                node[key:key] = node[key : key + 1] * chance.choice((1, 1, 100, 1000))
            case 4:
                node[key] = {"x": node[key]} if chance.random() < 0.5 else [node[key]]
            case 5 if isinstance(node[key], int | float):
                node[key] *= chance.choice((-1, 0, 1e3, 1e-3, 1e150, 0.9, 1.1))
            case 6:
                for _ in range(chance.choice((5, 80, 400))):
                    node[key] = [node[key]]
            case _:
                node[key] = copy.deepcopy(chance.choice(NASTY))
    return tree


def spoil_json(chance: Chance, data: bytes, other: bytes) -> bytes:
    """As a tree, or as bytes."""
    try:
        if chance.random() < 0.75:
            tree = spoil_tree(chance, json.loads(data), json.loads(other))
            return json.dumps(tree).encode()
    except (ValueError, RecursionError, OverflowError):
        pass
    return spoil_bytes(chance, data, other)


def spoil_toml(chance: Chance, data: bytes, other: bytes) -> bytes:
    """As a tree, or as bytes."""
    try:
        if chance.random() < 0.75:
            trees = (tomllib.loads(one.decode()) for one in (data, other))
            return tomli_w.dumps(spoil_tree(chance, *trees)).encode()
    except (ArithmeticError, ValueError, RecursionError, TypeError, AttributeError):
        pass
    return spoil_bytes(chance, data, other)


def spoil_xml(chance: Chance, data: bytes, other: bytes) -> bytes:
    """Elements and attributes of it, or bytes."""
    try:
        root = ElementTree.fromstring(data)
        giver = list(ElementTree.fromstring(other).iter())
    except ElementTree.ParseError:
        return spoil_bytes(chance, data, other)
    if chance.random() < 0.2:
        return spoil_bytes(chance, data, other)
    for _ in range(chance.choice((1, 1, 2, 4))):
        element = chance.choice(list(root.iter()))
        gift = chance.choice(giver)
        match chance.randrange(7):
            case 0 if len(element):
                element.remove(chance.choice(list(element)))
            case 1:
                element.append(copy.deepcopy(gift))
            case 2 if len(element):
                element.extend([chance.choice(list(element))] * chance.choice((1, 30)))
            case 3:
                element.tag = gift.tag
            case 4 if gift.attrib:
                name = chance.choice(list(gift.attrib))
                element.set(name, gift.attrib[name])
            case _ if element.attrib:
                name = chance.choice(list(element.attrib))
                element.set(name, _attribute(chance, element.attrib[name]))
    return ElementTree.tostring(root)


def _attribute(chance: Chance, text: str) -> str:
    """Other numbers or words in it."""
    words = text.split()
    match chance.randrange(4):
        case 0:
            text = chance.choice(TEXTS)
        case 1:
            return " ".join(words * 2)
        case 2:
            return " ".join(words[:-1])
        case _:
            words[chance.randrange(len(words) or 1) :][:1] = []
            at = chance.randrange(len(words) + 1)
            text = " ".join([*words[:at], chance.choice(NUMBERS), *words[at + 1 :]])
    # What XML cannot hold at all is left to `spoil_bytes`.
    return "".join(x for x in text if x.isprintable())


def spoil_rows(chance: Chance, data: bytes, other: bytes) -> bytes:
    """Cells and lines of a table, or bytes."""
    if chance.random() < 0.4:
        return spoil_bytes(chance, data, other)
    lines = data.decode(errors="replace").split("\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        separator = "\t" if "\t" in lines[at] else ","
        cells = lines[at].split(separator)
        match chance.randrange(5):
            case 0:
                lines[at:at] = lines[at : at + 1] * chance.choice((1, 2, 5000))
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                cells[chance.randrange(len(cells)) :][:1] = []
                lines[at] = separator.join(cells * chance.choice((1, 2, 300)))
            case 3:
                begin = other.decode(errors="replace").split("\n")
                lines[at] = chance.choice(begin)
            case _:
                cells[chance.randrange(len(cells))] = chance.choice((*NUMBERS, *TEXTS))
                lines[at] = separator.join(cells)
    return "\n".join(lines).encode(errors="replace")
