"""Text for a page's Markdown."""

SPECIAL = r"\`*_{}[]()<>#+-.!|~$&:@"


def plain(text: str) -> str:
    """A name or message from elsewhere, which Markdown then shows as it is."""
    return "".join(f"\\{c}" if c in SPECIAL else c for c in text)
