"""Puts one small mistake after the other into the code, and lets the tests find it.

    python scripts/mutate.py [LAYER ...] [--mutants N] [--seed N] [--seconds S]
                             [--only TEXT] [--tests PATH ...] [--log FILE]

Each mutant is one changed place (a comparison, a sign, a constant, a condition, a line
left out) in a copy of the repository, tried against the tests of its own layer
(`TESTS`), in `LIMIT` seconds. Those that no test notices are told with their line.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path("src") / "gaitsmith"
LIMIT = 120.0  # s that the tests of a layer may take for one mutant
COPIED = (
    *("src", "tests", "experiments", "gallery", "skills", "studies", "examples"),
    *("docs", "scripts", "pyproject.toml", "README.md", "CHANGELOG.md", "requirements"),
)
# Which tests are a layer's own; left out: the folder of its name.
TESTS: dict[str, tuple[str, ...]] = {
    "optimization": (
        *("optimization", "runs/test_resume.py", "runs/test_other_problem.py"),
    ),
    "runs": ("runs", "cli/test_bad_input.py"),
    "planning": ("planning",),
    "kernels": ("kernels",),
    "actuators": ("actuators",),
    "control": ("control", "papers"),
    "simulation": ("simulation", "--ignore=tests/simulation/processors"),
    "objectives": ("objectives",),
}
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil"}


class Mutant(NamedTuple):
    """One changed place."""

    file: Path
    """Relative to the root."""
    line: int
    before: str
    after: str
    begin: int
    """Offsets [bytes] of what is replaced."""
    end: int

    def __str__(self) -> str:
        """Where and what."""
        return f"{self.file}:{self.line}: {self.before!r} -> {self.after!r}"


class _Finder(ast.NodeVisitor):
    """Collects what can be changed in a file; docstrings and annotations cannot."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.raw = file, text.encode()
        self.lines = [0]
        for line in self.raw.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.found: list[Mutant] = []
        self._depth = 0

    def _offset(self, line: int, column: int) -> int:
        return self.lines[line - 1] + column

    def _replace(self, node: ast.expr | ast.stmt, after: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        begin = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno, node.end_col_offset)
        before = self.raw[begin:end].decode()
        if before != after:
            self.found.append(Mutant(self.file, node.lineno, before, after, begin, end))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Only what is inside functions; their decorators and annotations stay."""
        self._depth += 1
        for statement in node.body:
            self.visit(statement)
        self._depth -= 1

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call for its effect is left out; a docstring stays."""
        if isinstance(node.value, ast.Call) and self._depth:
            self._replace(node, "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Left out."""
        self._replace(node, "pass")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Its annotation stays."""
        if node.value is not None and self._depth:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Left out."""
        self._replace(node, "pass")

    def visit_Assert(self, node: ast.Assert) -> None:
        """Tells the reader what is known."""

    def visit_If(self, node: ast.If) -> None:
        """Its condition turned round."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Its condition turned round."""
        self._negate(node.test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare):
            self._replace(test, f"not ({ast.unparse(test)})")

    def visit_Compare(self, node: ast.Compare) -> None:
        """Another comparison."""
        swapped = SWAPS.get(type(node.ops[0]))
        if swapped:
            ops = [swapped(), *node.ops[1:]]
            other = ast.Compare(node.left, ops, node.comparators)
            self._replace(node, f"({ast.unparse(other)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Another operation."""
        swapped = SWAPS.get(type(node.op))
        is_text = isinstance(node.left, ast.Constant | ast.JoinedStr) and not (
            isinstance(getattr(node.left, "value", ""), int | float)
        )
        if swapped and not is_text:
            other = ast.BinOp(node.left, swapped(), node.right)
            self._replace(node, f"({ast.unparse(other)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """And is or."""
        other = ast.BoolOp(SWAPS[type(node.op)](), node.values)
        self._replace(node, f"({ast.unparse(other)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Left out."""
        if isinstance(node.op, ast.Not | ast.USub):
            self._replace(node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """The least is the largest."""
        name = getattr(node.func, "id", "")
        if name in CALLS and self._depth:
            self._replace(node.func, CALLS[name])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Another number."""
        if not self._depth:
            return
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self._replace(node, repr(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are not tested by the letter."""


def mutants(layer: str) -> list[Mutant]:
    """All mutants of a layer that are still Python."""
    found: list[Mutant] = []
    for path in sorted((ROOT / SOURCE / layer).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        finder = _Finder(path.relative_to(ROOT), text)
        finder.visit(ast.parse(text))
        found += [one for one in finder.found if _is_python(finder.raw, one)]
    return found


def mutated(raw: bytes, one: Mutant) -> bytes:
    """The file with the mistake in it."""
    return raw[: one.begin] + one.after.encode() + raw[one.end :]


def _is_python(raw: bytes, one: Mutant) -> bool:
    try:
        ast.parse(mutated(raw, one))
    except (SyntaxError, ValueError):
        return False
    return True


class Copy:
    """A copy of the repository, where mistakes do no harm."""

    def __init__(self, folder: Path) -> None:
        """Copy what the tests need."""
        self.folder = folder
        for name in COPIED:
            source, target = ROOT / name, folder / name
            if source.is_dir():
                skip = shutil.ignore_patterns("__pycache__", "images")
                shutil.copytree(source, target, ignore=skip)
            else:
                shutil.copy(source, target)

    def verdict(self, layer: str, one: Mutant | None) -> str:
        """What the tests of a layer say of a mutant: caught, survived or too slow."""
        file = self.folder / one.file if one else None
        raw = file.read_bytes() if file else b""
        words = TESTS.get(layer, (layer,))
        paths = [w if w.startswith("--") else f"tests/{w}" for w in words]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", *paths]
        options = ["-m", "not slow", "-p", "no:cacheprovider", "--no-header"]
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        try:
            if file and one:
                file.write_bytes(mutated(raw, one))
            done = subprocess.run(
                [*command, *options],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=LIMIT if one else 20 * LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "too slow"
        finally:
            if file:
                file.write_bytes(raw)
        if done.returncode not in (0, 1, 2):
            return f"odd: exit code {done.returncode}"
        if one is None and done.returncode:
            sys.exit(
                f"{layer}: the tests fail without any mistake:\n{done.stdout[-3000:]}"
            )
        return "caught" if done.returncode else "survived"


def sample(given: argparse.Namespace) -> Iterator[tuple[str, Mutant]]:
    """Layer by layer in turn, at random within each."""
    chance = random.Random(given.seed)
    rows = []
    for layer in given.layers or TESTS:
        found = [one for one in mutants(layer) if given.only in str(one)]
        chance.shuffle(found)
        print(f"{layer}: {len(found)} mutants", flush=True)
        rows.append([(layer, one) for one in found[: given.mutants]])
    for number in range(max(map(len, rows))):
        yield from (row[number] for row in rows if number < len(row))


def main() -> None:
    """Print what survived, and how many were caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layers", nargs="*", metavar="LAYER", help=", ".join(TESTS))
    parser.add_argument("--mutants", type=int, default=10, help="of each layer")
    parser.add_argument("--seconds", type=float, default=3600.0, help="of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="mutants whose line has this text")
    parser.add_argument("--tests", nargs="+", help="other ones than those of the layer")
    parser.add_argument("--log", type=Path, help="a JSON line for every mutant")
    given = parser.parse_args()
    if given.tests:
        TESTS.update(dict.fromkeys(given.layers or TESTS, tuple(given.tests)))
    deadline = time.monotonic() + given.seconds
    tally: dict[str, dict[str, int]] = {}
    with tempfile.TemporaryDirectory(prefix="gaitsmith-mutants-") as folder:
        copy = Copy(Path(folder))
        chosen = list(sample(given))
        for layer in dict.fromkeys(layer for layer, _ in chosen):
            began = time.monotonic()
            copy.verdict(layer, None)  # also compiles what they need
            print(
                f"{layer}: its tests take {time.monotonic() - began:.0f} s", flush=True
            )
        for layer, one in chosen:
            if time.monotonic() > deadline:
                break
            began = time.monotonic()
            verdict = copy.verdict(layer, one)
            counts = tally.setdefault(layer, {})
            counts[verdict] = counts.get(verdict, 0) + 1
            seconds = time.monotonic() - began
            if verdict != "caught":
                print(f"{verdict}: {one} ({seconds:.0f} s)", flush=True)
            if given.log:
                row = {"layer": layer, "mutant": str(one), "verdict": verdict}
                with given.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps({**row, "seconds": round(seconds, 1)}) + "\n")
    for layer, counts in tally.items():
        found = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
        print(f"{layer}: {found} of {sum(counts.values())}. Seed {given.seed}.")


if __name__ == "__main__":
    main()
