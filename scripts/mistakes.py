"""Small mistakes that can be put into the code: one changed place inside a function.

A comparison, a sign, a constant, a condition, a line left out. Used by
scripts/mutate.py. Annotations, decorators, docstrings and texts stay.
"""

import ast
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path("src") / "gaitsmith"
COMPILERS = {"compiled", "compiled_for_python"}
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
    functions: tuple[int, ...]
    """Lines where those that it is in begin, decorators included; outermost first."""
    is_compiled: bool

    def __str__(self) -> str:
        """Where and what."""
        return f"{self.file}:{self.line}: {self.before!r} -> {self.after!r}"

    def source(self) -> bytes:
        """The file with the mistake in it."""
        raw = (ROOT / self.file).read_bytes()
        return raw[: self.begin] + self.after.encode() + raw[self.end :]

    def is_python(self) -> bool:
        """Whether the file can still be read."""
        try:
            ast.parse(self.source())
        except (SyntaxError, ValueError):
            return False
        return True


def mutants(folder: str) -> list[Mutant]:
    """All places of a folder where a mistake can be put."""
    files = sorted((ROOT / SOURCE / folder).rglob("*.py"))
    return [
        one
        for file in files
        for one in _Finder(file.relative_to(ROOT), file.read_text("utf-8")).found
    ]


def _is_compiled(node: ast.FunctionDef) -> bool:
    return any(getattr(one, "id", "") in COMPILERS for one in node.decorator_list)


class _Finder(ast.NodeVisitor):
    """Collects what can be changed in a file."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.raw = file, text.encode()
        self.lines = [0]
        for line in self.raw.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.found: list[Mutant] = []
        self._inside: list[tuple[int, bool]] = []  # first line, is compiled
        self.visit(ast.parse(text))

    def _replace(self, node: ast.expr | ast.stmt, after: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        begin = self.lines[node.lineno - 1] + node.col_offset
        end = self.lines[node.end_lineno - 1] + node.end_col_offset
        before = self.raw[begin:end].decode()
        if before != after and self._inside:
            lines = tuple(line for line, _ in self._inside)
            place = self.file, node.lineno, before, after, begin, end, lines
            self.found.append(Mutant(*place, self._inside[-1][1]))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Only what is inside functions; their decorators and annotations stay."""
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        is_compiled = _is_compiled(node) or any(inner for _, inner in self._inside)
        self._inside.append((first, is_compiled))
        for statement in node.body:
            self.visit(statement)
        self._inside.pop()

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call for its effect is left out; a docstring stays."""
        if isinstance(node.value, ast.Call):
            self._replace(node, "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Left out."""
        self._replace(node, "pass")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Its annotation stays."""
        if node.value is not None:
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
        if swapped := SWAPS.get(type(node.ops[0])):
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
        if (name := getattr(node.func, "id", "")) in CALLS:
            self._replace(node.func, CALLS[name])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Another number."""
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self._replace(node, repr(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are not tested by the letter."""
