"""Make examples/tutorial.ipynb from docs/tutorial.md; a test compares the two."""

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "tutorial.md"
NOTEBOOK = ROOT / "examples" / "tutorial.ipynb"
CODE = re.compile(r"```python\n(.*?)```\n", re.DOTALL)


def notebook_of(page: str) -> dict[str, Any]:
    """A notebook without outputs: the blocks of a page, in order."""
    # Text and code take turns.
    parts = [part.strip() for part in CODE.split(page)]
    cells = [
        _code(part) if index % 2 else _text(part)
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
    made = notebook_of(PAGE.read_text(encoding="utf-8"))
    NOTEBOOK.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print(NOTEBOOK)
