"""Makes an SVG drawing safe to place inside the page.

Inside the page, rather than in an image, its text can be searched and takes the page's
font. The price is that names must not clash and that nothing in it may act.
"""

import re
from xml.etree import ElementTree

_SVG = "http://www.w3.org/2000/svg"

# Elements that only draw; no script, foreignObject, animation, image or link.
_STILL_ELEMENTS = frozenset(
    """svg g defs title desc style path line rect circle ellipse polyline polygon text
    tspan use clipPath mask marker symbol linearGradient radialGradient stop
    pattern""".split()
)
# Any address other than a name in the drawing itself.
_OUTSIDE_REFERENCE = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:", re.I)


def inline_svg(svg: str, *, id_prefix: str, label: str) -> str:
    """The drawing as an <svg> element to embed in HTML.

    Args:
        svg: A whole SVG document.
        id_prefix: Put before every name in the drawing, so that two drawings on one
            page do not refer to each other's parts.
        label: Read aloud in place of the drawing.

    Raises:
        ValueError: If the drawing holds anything that could act or load.
    """
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f"not a well-formed SVG drawing: {error}.") from None
    if root.tag != f"{{{_SVG}}}svg":
        raise ValueError(f"not an SVG drawing: its outermost element is {root.tag!r}.")
    _drop_metadata(root)
    for element in root.iter():
        _tame(element, id_prefix)
    root.set("role", "img")
    root.set("aria-label", label)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _drop_metadata(root: ElementTree.Element) -> None:
    """Remove what is not drawn: it says who made the file, in other namespaces."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{{{_SVG}}}metadata":
                parent.remove(child)


def _tame(element: ElementTree.Element, id_prefix: str) -> None:
    namespace, _, name = element.tag.rpartition("}")
    if namespace != f"{{{_SVG}" or name not in _STILL_ELEMENTS:
        raise ValueError(f"an SVG drawing here must not have the element {name!r}.")
    # HTML knows SVG's elements by their bare names.
    element.tag = name
    _refuse_outside(element.text or "")
    for key, value in list(element.attrib.items()):
        local = key.rpartition("}")[2]
        del element.attrib[key]
        element.set(local, _tamed_attribute(local, value, id_prefix))


def _tamed_attribute(name: str, value: str, id_prefix: str) -> str:
    _refuse_outside(value)
    if name.lower().startswith("on"):
        raise ValueError(f"an SVG drawing here must not have the handler {name!r}.")
    if name == "href":
        if not value.startswith("#"):
            raise ValueError(f"an SVG drawing here must not refer to {value!r}.")
        return f"#{id_prefix}{value[1:]}"
    if name == "id":
        return id_prefix + value
    return value.replace("url(#", f"url(#{id_prefix}")


def _refuse_outside(text: str) -> None:
    if _OUTSIDE_REFERENCE.search(text):
        raise ValueError(f"an SVG drawing here must not refer outside: {text[:60]!r}.")
