"""The page of all: a card each, to be filtered, sorted and played."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import NamedTuple
from urllib.parse import quote

from gaitsmith.report.page import asset
from gaitsmith.report.sections import Cell
from gaitsmith.showcase.entry import CardFigure, Entry
from gaitsmith.showcase.thumbnail import SIZE

INDEX_FILE = "index.html"
MINUS = "\N{MINUS SIGN}"
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'"
)


class Told(NamedTuple):
    """How a figure is told."""

    words: str
    text: str
    """A format of the number with its unit."""
    is_better_small: bool = False


TOLD: Mapping[str, Told] = {
    CardFigure.SPEED: Told("speed", "{:.2f} m/s"),
    CardFigure.CADENCE: Told("cadence", "{:.0f} steps/min"),
    CardFigure.STEP: Told("step length", "{:.2f} m"),
    CardFigure.SCORE: Told("score against people", "{:.2f}", is_better_small=True),
    CardFigure.PUSH: Told("push from the weakest side", "{:.0f} N"),
    CardFigure.COST: Told("cost of transport", "{:.2f} J/kg/m", is_better_small=True),
    CardFigure.ENERGY: Told("mean squared torque", "{:.0f} N²m²", is_better_small=True),
}
_ON_CARDS = (CardFigure.SPEED, CardFigure.SCORE, CardFigure.PUSH, CardFigure.COST)


def facts_of(entry: Entry) -> tuple[tuple[str, Cell], ...]:
    """All that is told of a solution on its own page."""
    holds = {True: "yes", False: "not everything", None: None}[entry.holds]
    return (
        ("body", entry.body),
        ("law", entry.law),
        ("gait", entry.gait),
        ("outcome", entry.sentence),
        *((told.words, _told(entry, name)) for name, told in TOLD.items()),
        ("holds at other time steps and starts", holds),
        ("kind", "a result" if entry.kind == "result" else "a step to others"),
    )


def _told(entry: Entry, name: str) -> str | None:
    value = entry.figures.get(name)
    return None if value is None else TOLD[name].text.format(value).replace("-", MINUS)


def index_html(entries: Sequence[Entry]) -> str:
    """The page; without scripts it shows all cards."""
    cards = "\n".join(map(_card, entries))
    laws = _options("every law", sorted({one.law for one in entries}))
    bodies = _options("every body", sorted({one.body for one in entries}))
    gaits = _options("every gait", sorted({one.gait for one in entries}))
    orders = "".join(
        f'<option value="{name}" data-sign="{1 if told.is_better_small else -1}">'
        f"{escape(told.words)}</option>"
        for name, told in TOLD.items()
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="gaitsmith">
<link rel="icon" href="data:,">
<title>gaitsmith: the gallery</title>
<style>
{asset("page.css")}
{_own("index.css")}
</style>
</head>
<body>
<div class="page">
<header>
<h1>Gallery</h1>
<p class="subtitle">Every one of them was found by optimisation, without motion capture,
and is simulated: only gravity and the ground act on it, unless it is called guided.
Click to play it in 3D and to take it away.</p>
</header>
<main>
<form class="choices" id="choices" role="search" hidden>
<label>Find <input type="search" name="find" placeholder="name or word"></label>
<label>Law <select name="law">{laws}</select></label>
<label>Body <select name="body">{bodies}</select></label>
<label>Gait <select name="gait">{gaits}</select></label>
<label>Sort by <select name="order"><option value="">name</option>{orders}</select>
</label>
<label><input type="checkbox" name="steps"> also steps to others</label>
<p role="status" id="count"></p>
</form>
<ul class="cards" id="cards">
{cards}
</ul>
</main>
</div>
<script>
{_own("index.js")}</script>
</body>
</html>
"""


def _card(entry: Entry) -> str:
    place = quote(entry.name)
    figures = "".join(
        f' data-{name.replace("_", "-")}="{value}"'
        for name, value in entry.figures.items()
        if value is not None
    )
    told = ((name, _told(entry, name)) for name in _ON_CARDS)
    facts = "".join(
        f"<div><dt>{escape(TOLD[name].words)}</dt><dd>{escape(text)}</dd></div>"
        for name, text in told
        if text is not None
    )
    alt = escape(f"{entry.name}: {entry.gait}")
    return (
        f'<li data-law="{escape(entry.law)}" data-body="{escape(entry.body)}"'
        f' data-gait="{escape(entry.gait)}" data-kind="{escape(entry.kind)}"{figures}>'
        f'<a href="{place}/{INDEX_FILE}"><img src="{place}/thumbnail.webp" alt="{alt}"'
        f' width="{SIZE}" height="{SIZE}" loading="lazy">'
        f"<h2>{escape(entry.name)}</h2></a>"
        f"<p>{escape(entry.description)}</p><dl>{facts}</dl></li>"
    )


def _options(first: str, names: Iterable[str]) -> str:
    rest = "".join(f"<option>{escape(name)}</option>" for name in names)
    return f'<option value="">{first}</option>{rest}'


def _own(name: str) -> str:
    """A file beside this one."""
    return files("gaitsmith.showcase").joinpath(name).read_text(encoding="utf-8")
