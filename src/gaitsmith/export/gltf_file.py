"""The container of binary glTF 2.0: one JSON object and one block of numbers."""

import json
import struct
from typing import Any

import numpy as np

MAGIC, VERSION = 0x46546C67, 2  # "glTF"
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942  # "JSON", "BIN\0"
FLOAT, UNSIGNED_SHORT, UNSIGNED_INT = 5126, 5123, 5125
POINTS, CORNERS = 34962, 34963  # what graphics cards are told about a block
KINDS = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
ALIGNMENT = 4  # bytes


class GltfFile:
    """A glTF document under construction; lists are filled by whoever knows how."""

    def __init__(self, generator: str) -> None:
        """An empty document, made by `generator`."""
        self.document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": generator},
            "buffers": [],
            "bufferViews": [],
            "accessors": [],
        }
        self._block = bytearray()

    def add(self, kind: str, entry: dict[str, Any]) -> int:
        """Append to one of the document's lists; its number there."""
        entries = self.document.setdefault(kind, [])
        entries.append(entry)
        return len(entries) - 1

    def add_numbers(self, values: np.ndarray) -> int:
        """The number of an accessor for (count,) or (count, 3, 4 or 16) values."""
        return self._add_array(values.astype("<f4"), FLOAT, {})

    def add_points(self, vectors: np.ndarray) -> int:
        """The number of an accessor for (points, 3 or 4) numbers of a mesh."""
        return self._add_array(vectors.astype("<f4"), FLOAT, {"target": POINTS})

    def add_joints(self, numbers: np.ndarray) -> int:
        """The number of an accessor for (points, 4) bones that move each point."""
        kind = UNSIGNED_SHORT
        return self._add_array(numbers.astype("<u2"), kind, {"target": POINTS})

    def add_corners(self, corners: np.ndarray) -> int:
        """The number of an accessor for the corners of triangles, in a row."""
        is_small = corners.max() < np.iinfo(np.uint16).max
        kind, number = ("<u2", UNSIGNED_SHORT) if is_small else ("<u4", UNSIGNED_INT)
        return self._add_array(
            corners.reshape(-1).astype(kind), number, {"target": CORNERS}
        )

    def _add_array(
        self, array: np.ndarray, component: int, target: dict[str, int]
    ) -> int:
        place = {"byteOffset": len(self._block), "byteLength": array.nbytes}
        self._block += array.tobytes()
        self._block += bytes(-len(self._block) % ALIGNMENT)
        columns = array.reshape(len(array), -1)
        return self.add(
            "accessors",
            {
                "bufferView": self.add("bufferViews", {"buffer": 0, **place, **target}),
                "componentType": component,
                "count": len(array),
                "type": KINDS[columns.shape[1]],
                "min": columns.min(axis=0).tolist(),
                "max": columns.max(axis=0).tolist(),
            },
        )

    def to_bytes(self) -> bytes:
        """The finished file."""
        self.document["buffers"] = [{"byteLength": len(self._block)}]
        text = json.dumps(
            self.document, separators=(",", ":"), allow_nan=False
        ).encode()
        text += b" " * (-len(text) % ALIGNMENT)
        chunks = b"".join(
            struct.pack("<II", len(content), kind) + content
            for kind, content in (
                (JSON_CHUNK, text),
                (BINARY_CHUNK, bytes(self._block)),
            )
        )
        return struct.pack("<III", MAGIC, VERSION, 12 + len(chunks)) + chunks
