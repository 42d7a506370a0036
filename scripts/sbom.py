"""Lists every package that gaitsmith runs with: version, licence, hashes of its wheels.

    python scripts/sbom.py [--output build/sbom.json]

Writes a software bill of materials (CycloneDX 1.5) from requirements/, and the table of
licences in docs/dependencies.md. The same packages give the same bytes. `make sbom`
calls it.
"""

import argparse
import json
import re
import tomllib
import uuid
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path
from typing import Any, NamedTuple

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "dependencies.md"
BEGIN, END = "<!-- made by scripts/sbom.py: begin -->", "<!-- end -->"
PIN = re.compile(r"^([\w.-]+)==([^\s;]+)(?: ; ([^\\]+?))?(?: \\)?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
NOWHERE = "not installed here"


class Package(NamedTuple):
    """One pinned package."""

    name: str
    version: str
    marker: str
    """Where it is needed; empty: everywhere."""
    hashes: tuple[str, ...]
    is_optional: bool
    """Only an extra of gaitsmith needs it."""
    licence: str

    @property
    def purl(self) -> str:
        """Its name among all packages of the world."""
        return f"pkg:pypi/{self.name}@{self.version}"


def pinned(lock: str) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Version, marker and hashes by name, as a lock file says."""
    found: dict[str, tuple[str, str, list[str]]] = {}
    hashes: list[str] = []
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if pin := PIN.match(line):
            hashes = []
            name, number, marker = pin.groups()
            found[canonicalize_name(name)] = (number, marker or "", hashes)
        hashes += HASH.findall(line)
    return {name: (n, m, tuple(h)) for name, (n, m, h) in found.items()}


def extras() -> list[str]:
    """What the extras of gaitsmith ask for, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["optional-dependencies"].values()
    return [Requirement(one).name for group in wanted for one in group]


def needed(names: Iterable[str]) -> set[str]:
    """These packages and all that they need, as installed here."""
    found: set[str] = set()
    rest = [canonicalize_name(name) for name in names]
    here: dict[str, str] = {**default_environment(), "extra": ""}
    while rest:
        name = rest.pop()
        if name in found:
            continue
        found.add(name)
        try:
            asked = metadata(name).get_all("Requires-Dist") or []
        except PackageNotFoundError:
            continue
        for one in map(Requirement, asked):
            if one.marker is None or one.marker.evaluate(here):
                rest.append(canonicalize_name(one.name))
    return found


def licence_of(name: str) -> str:
    """As the package says; the first line of what is a whole text."""
    try:
        says = metadata(name)
    except PackageNotFoundError:
        return NOWHERE
    trove = [
        line.rpartition(" :: ")[2]
        for line in says.get_all("Classifier") or []
        if line.startswith("License :: ") and not line.endswith("OSI Approved")
    ]
    written = (says.get("License-Expression") or "").strip()
    line = (says.get("License") or "").strip().split("\n")[0]
    return written or ", ".join(trove) or line or "not said"


def packages() -> list[Package]:
    """All that gaitsmith runs with, its extras included."""
    runtime, development = pinned("runtime"), pinned("development")
    optional = needed(extras()) - runtime.keys()
    found = [
        Package(name, *where[name], where is development, licence_of(name))
        for where in (runtime, development)
        for name in where
        if where is runtime or name in optional
    ]
    return sorted(found)


def bill(found: list[Package]) -> dict[str, Any]:
    """The bill of materials."""
    content = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "gaitsmith",
                "version": version("gaitsmith"),
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": [
            {
                "type": "library",
                "bom-ref": one.purl,
                "name": one.name,
                "version": one.version,
                "purl": one.purl,
                "scope": "optional" if one.is_optional else "required",
                "licenses": [{"license": {"name": one.licence}}],
                # Of every wheel that may be installed, for any system.
                "externalReferences": [
                    {
                        "type": "distribution",
                        "url": one.purl,
                        "hashes": [
                            {"alg": "SHA-256", "content": x} for x in one.hashes
                        ],
                    }
                ],
            }
            for one in found
        ],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content))
    return {**content, "serialNumber": f"urn:uuid:{serial}"}


def table(found: list[Package]) -> str:
    """The licences, for people."""
    lines = ["| package | version | licence | needed by |", "| --- | --- | --- | --- |"]
    for one in found:
        by = "an extra" if one.is_optional else "gaitsmith"
        where = f", where {one.marker}" if one.marker else ""
        cells = (one.name, one.version, one.licence, by + where)
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Write both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "sbom.json")
    given = parser.parse_args()
    found = packages()
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text(json.dumps(bill(found), indent=2) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    text = f"{before}{BEGIN}\n{table(found)}\n{END}{after}"
    PAGE.write_text(text, encoding="utf-8")
    print(f"{given.output}: {len(found)} packages; their licences: {PAGE.name}")


if __name__ == "__main__":
    main()
