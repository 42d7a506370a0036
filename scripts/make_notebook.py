"""Make the notebooks in examples/ from the tutorials in docs/; a test compares them.

Of a page in Python every block is a cell; of a page of commands, each with a `!`.
"""

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGES = {"tutorial": "python", "tutorial-subject": "sh"}  # language of their blocks


def page_of(name: str) -> Path:
    """What people read."""
    return ROOT / "docs" / f"{name}.md"


def file_of(name: str) -> Path:
    """The notebook of a page."""
    return ROOT / "examples" / f"{name}.ipynb"


def notebook_of(page: str, language: str) -> dict[str, Any]:
    """A notebook without outputs: the blocks of a page, in order."""
    # Text and code take turns.
    blocks = re.compile(rf"```{language}\n(.*?)```\n", re.DOTALL)
    parts = [part.strip() for part in blocks.split(page)]
    sign = "" if language == "python" else "!"
    cells = [
        _code(sign + part.replace("\n", f"\n{sign}")) if index % 2 else _text(part)
        for index, part in enumerate(parts)
        if part
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def _code(source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": source.splitlines(keepends=True),
    }


def _text(source: str) -> dict[str, Any]:
    source = re.sub(r"\]\((?=[\w/-]+\.md)", "](../docs/", source)
    lines = source.splitlines(keepends=True)
    return {"cell_type": "markdown", "metadata": {}, "source": lines}


if __name__ == "__main__":
    for name, language in PAGES.items():
        made = notebook_of(page_of(name).read_text(encoding="utf-8"), language)
        text = json.dumps(made, indent=1) + "\n"
        file_of(name).write_text(text, encoding="utf-8")
        print(file_of(name))
