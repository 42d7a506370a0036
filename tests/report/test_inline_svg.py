from gaitsmith.report.sections import inline_svg

NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def drawing(inside: str) -> str:
    return f"<svg {NAMESPACES}>{inside}</svg>"


def test_names_and_references_get_the_prefix():
    svg = drawing(
        '<defs><path id="a" d="M0 0"/><clipPath id="b"/></defs>'
        '<use xlink:href="#a" clip-path="url(#b)"/>'
    )
    result = inline_svg(svg, id_prefix="p-", label="x")
    assert 'id="p-a"' in result
    assert 'href="#p-a"' in result
    assert 'clip-path="url(#p-b)"' in result


def test_the_label_is_escaped():
    result = inline_svg(drawing(""), id_prefix="", label='"><script>')
    assert "<script>" not in result
    assert 'role="img"' in result


def test_metadata_is_dropped():
    result = inline_svg(
        drawing("<metadata><x>who</x></metadata>"), id_prefix="", label=""
    )
    assert "who" not in result
