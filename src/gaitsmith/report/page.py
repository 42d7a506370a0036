"""One self-contained HTML page: the moving view, filmstrips, tables and figures."""

import base64
import json
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from gaitsmith.report.player_data import player_json
from gaitsmith.report.player_html import stage_html
from gaitsmith.report.sections import Cell, Section, facts_html, section_html
from gaitsmith.scene.scene import Scene

# The page may run its own inline scripts and modules, and may reach nothing else.
_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:{others}; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)

# Names under which the scripts import each other -> files in the folder player/.
_MODULES = {
    "three": "vendor/three.module.min.js",
    "three/addons/controls/OrbitControls.js": "vendor/OrbitControls.js",
} | {
    f"player/{name}.js": f"{name}.js"
    for name in (
        "clock", "figure", "footprints", "muscles", "overlays", "terrain", "track",
        "transport", "view",
    )
}  # fmt: skip


@dataclass(frozen=True)
class PageView:
    """A scene on the page."""

    scene: Scene
    filmstrip: bytes | None = None
    """A PNG."""
    is_moving: bool = True
    """Whether it can be played; otherwise there is its filmstrip only."""


@dataclass(frozen=True)
class PageContent:
    """Everything that one page shows, top to bottom."""

    title: str
    subtitle: str = ""
    lead: tuple[Section, ...] = ()
    """What stands above the moving view."""
    views: tuple[PageView, ...] = ()
    """Shown side by side, on one clock."""
    has_one_view: bool = False
    """Whether they take turns in one view instead: what is named scene-N in a drawing
    chooses the N-th."""
    sections: tuple[Section, ...] = ()
    footer: tuple[tuple[str, Cell], ...] = ()
    """Names and values in small print, such as the version and the seed."""


def render_page(content: PageContent, modules: str = "", home: str = "") -> str:
    """The page as one HTML document that needs no other file and no network.

    The same content always gives the same text. All names and sentences in the content
    are treated as text, never as markup.

    Args:
        content: what it shows.
        modules: of a page in a site: the address of `modules_script`, which all of its
            pages share.
        home: of a page in a site: the address that leads back.
    """
    texts = [
        section_html(section, number)
        for number, section in enumerate((*content.lead, *content.sections), start=1)
    ]
    lead = "\n".join(texts[: len(content.lead)])
    sections = "\n".join(texts[len(content.lead) :])
    moving = tuple(view.scene for view in content.views if view.is_moving)
    subtitle = (
        f'<p class="subtitle">{escape(content.subtitle)}</p>'
        if content.subtitle
        else ""
    )
    footer = (
        f"<footer><dl>{facts_html(content.footer, grouped=True)}</dl></footer>"
        if content.footer
        else ""
    )
    back = f'<p><a href="{escape(home)}">All of them</a></p>\n' if home else ""
    policy = _CONTENT_SECURITY_POLICY.format(others=" 'self'" if modules else "")
    strips = "".join(map(_filmstrip_html, content.views))
    stage = stage_html(
        moving, has_filmstrips=bool(strips), has_one_view=content.has_one_view
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="gaitsmith">
<link rel="icon" href="data:,">
<title>{escape(content.title)}</title>
<style>
{asset("page.css")}
{asset("player.css")}
</style>
</head>
<body>
<div class="page">
<header>
{back}<h1>{escape(content.title)}</h1>
{subtitle}
</header>
<main>
{f"<header>{lead}</header>" if lead else ""}
{stage}
{f'<div class="filmstrips">{strips}</div>' if strips else ""}
{sections}
</main>
{footer}
</div>
{_scripts_html(moving, modules)}
</body>
</html>
"""


def _filmstrip_html(view: PageView) -> str:
    if view.filmstrip is None:
        return ""
    label, png = escape(view.scene.label), base64.b64encode(view.filmstrip).decode()
    moments = escape(f"{view.scene.label}, moment by moment. {view.scene.caption}")
    return (
        '<figure><div class="scrolls" tabindex="0" role="region" '
        f'aria-label="Filmstrip of {label}">'
        f'<img src="data:image/png;base64,{png}" alt="{moments}"></div>'
        f"<figcaption><strong>{label}</strong>, moment by moment</figcaption></figure>"
    )


def _scripts_html(scenes: tuple[Scene, ...], modules: str) -> str:
    page_script = f"<script>\n{asset('page.js')}</script>"
    if not scenes:
        return page_script
    import_map = (
        f'<script src="{escape(modules)}"></script>'
        if modules
        else f'<script type="importmap">{_import_map()}</script>'
    )
    return f"""{import_map}
<script type="application/json" id="player-data">{player_json(scenes)}</script>
{page_script}
<script type="module">
{asset("player.js")}</script>"""


def modules_script() -> str:
    """The modules as one script in a file of its own, for pages that share it.

    A page opened from disk may load it, though no module: it puts the map in place.
    """
    return (
        'const map = document.createElement("script");\n'
        'map.type = "importmap";\n'
        f"map.textContent = {json.dumps(_import_map())};\n"
        "document.currentScript.after(map);\n"
    )


@cache
def _import_map() -> str:
    """The map that lets modules find each other inside the one file.

    A page opened from disk may not load a module from a second file, but every browser
    with import maps loads one from a data: address.
    """
    addresses = {
        name: "data:text/javascript;base64,"
        + base64.b64encode(asset(path).encode()).decode()
        for name, path in _MODULES.items()
    }
    return json.dumps({"imports": addresses}, indent=1)


@cache
def asset(path: str) -> str:
    """A file of the folder player/, by its path there."""
    folder = files("gaitsmith.report").joinpath("player")
    return folder.joinpath(path).read_text(encoding="utf-8")
