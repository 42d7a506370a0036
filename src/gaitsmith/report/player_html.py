"""The markup of the moving view: a canvas per scene and the controls below."""

from html import escape

from gaitsmith.scene.scene import Scene

_ICONS = {
    "play": "M4 2v12c0 .8.9 1.2 1.6.8l8-6a1 1 0 0 0 0-1.6l-8-6C4.9.8 4 1.2 4 2",
    "pause": "M3 2h3.5v12H3zM9.5 2H13v12H9.5z",
    "back": "M3 3h2v10H3zM13 3.3v9.4L6 8z",
    "forward": "M11 3h2v10h-2zM3 3.3v9.4L10 8z",
}

# What the reader sees -> how many seconds pass on the screen per second.
_SPEEDS = {"1×": "1", "½": "0.5", "¼": "0.25", "⅛": "0.125"}

# What can be shown or not: how it is called, and whether it is shown at first.
_TOGGLES = {
    "loop": ("Loop", "true"),
    "follow": ("Follow", "true"),
    "forces": ("Contact forces", "true"),
    "muscles": ("Muscles", "true"),
    "footprints": ("Footfalls", "true"),
    "com": ("Centre of mass", "false"),
}

_NO_WEBGL = (
    "The moving view needs WebGL and a browser from 2023 or later, and could not start "
    "here. Everything else on this page is complete without it."
)
_NO_SCRIPT = (
    "The moving view needs JavaScript. Everything else on this page is complete "
    "without it."
)


def stage_html(
    scenes: tuple[Scene, ...], *, has_filmstrips: bool, has_one_view: bool = False
) -> str:
    """The views and their controls, before the player script takes hold of them."""
    if not scenes:
        return ""
    has = {
        "forces": any(scene.contact_forces is not None for scene in scenes),
        "muscles": any(scene.muscles for scene in scenes),
        "footprints": any(scene.footprints for scene in scenes),
    }
    toggles = "\n".join(
        f'<button type="button" data-toggle="{name}" aria-pressed="{pressed}">'
        f"{text}</button>"
        for name, (text, pressed) in _TOGGLES.items()
        if has.get(name, True)
    )
    # On paper the filmstrip says more than one still of the moving view.
    strips = " has-filmstrips" if has_filmstrips else ""
    return f"""<section class="stage{strips}" id="player" data-state="loading"
 aria-label="Moving view">
<div class="views">
{"".join(map(_view_html, scenes[:1] if has_one_view else scenes))}</div>
{_choices_html(scenes) if has_one_view else ""}
<p class="stage-message" role="status">{_NO_WEBGL}</p>
<noscript><p>{_NO_SCRIPT}</p></noscript>
{_transport_html(toggles)}
</section>"""


def _view_html(scene: Scene) -> str:
    label, caption = escape(scene.label), escape(scene.caption)
    return f"""<figure class="view"><div class="viewport">
<canvas tabindex="0" role="img" aria-label="Moving view of {label}. {caption}"></canvas>
<p class="push-note" hidden></p>
<p class="badge" aria-hidden="true" hidden>{caption}</p></div>
<figcaption><strong>{label}</strong><span>{caption}</span></figcaption></figure>
"""


def _choices_html(scenes: tuple[Scene, ...]) -> str:
    """A button for every scene, in the order of their numbers."""
    buttons = "".join(
        f'<button type="button" data-scene="{number}" '
        f'aria-pressed="{str(number == 0).lower()}">{escape(scene.label)}</button>'
        for number, scene in enumerate(scenes)
    )
    return f'<div class="choices" role="group" aria-label="Gaits">{buttons}</div>'


def _transport_html(toggles: str) -> str:
    speeds = "".join(
        f'<label><input type="radio" name="speed" value="{value}"'
        f"{' checked' if value == '1' else ''} "
        f'aria-label="Speed times {value}">{text}</label>'
        for text, value in _SPEEDS.items()
    )
    return f"""<div class="transport" role="group" aria-label="Playback">
<div class="playback">
<button type="button" data-action="back" aria-label="One frame back">
{_icon_html("back")}</button>
<button type="button" class="play" data-action="play" aria-label="Play">
{_icon_html("play", "when-paused")}{_icon_html("pause", "when-playing")}</button>
<button type="button" data-action="forward" aria-label="One frame forward">
{_icon_html("forward")}</button>
<div class="timeline"><div class="marks"></div>
<input type="range" min="0" value="0" data-control="scrub" aria-label="Time"></div>
<div class="time"><span data-role="time">0.00</span> /
<span data-role="duration">0.00</span> s</div>
</div>
<div class="options">
<fieldset class="speeds"><legend class="visually-hidden">Speed</legend>
{speeds}</fieldset>
{toggles}
<button type="button" data-action="reset">Reset view</button>
<p class="keys"><kbd>space</kbd> play <kbd>←</kbd> <kbd>→</kbd> frame
<kbd>+</kbd> <kbd>−</kbd> zoom, drag to orbit</p>
</div>
</div>"""


def _icon_html(name: str, css_class: str = "") -> str:
    css = f' class="{css_class}"' if css_class else ""
    path = f'<path d="{_ICONS[name]}"/>'
    return f'<svg{css} viewBox="0 0 16 16" aria-hidden="true">{path}</svg>'
