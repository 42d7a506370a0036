"""Makes an SVG drawing ready to be placed inside the page.

Inside the page, rather than in an image, its text can be searched and takes the page's
font. The price is that names must not clash.
"""

from xml.etree import ElementTree


def inline_svg(svg: str, *, id_prefix: str, label: str) -> str:
    """The drawing as an <svg> element to embed in HTML.

    Args:
        svg: A whole SVG document of our own; see `drawing.svg_text`.
        id_prefix: Put before every name in the drawing, so that two drawings on one
            page do not refer to each other's parts.
        label: Read aloud in place of the drawing.
    """
    root = ElementTree.fromstring(svg)
    for parent in root.iter():
        parent.tag = _local(parent.tag)
        for child in list(parent):
            if _local(child.tag) == "metadata":  # says who made the file
                parent.remove(child)
        attributes = [(_local(key), value) for key, value in parent.attrib.items()]
        parent.attrib.clear()
        for key, value in attributes:
            parent.set(key, _prefixed(key, value, id_prefix))
    root.set("role", "img")
    root.set("aria-label", label)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _local(name: str) -> str:
    """Without its namespace: HTML knows SVG's elements by their bare names."""
    return name.rpartition("}")[2]


def _prefixed(key: str, value: str, prefix: str) -> str:
    if key == "id":
        return prefix + value
    if key == "href":
        return value.replace("#", f"#{prefix}", 1)
    return value.replace("url(#", f"url(#{prefix}")
