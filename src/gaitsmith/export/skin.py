"""A smooth closed skin around a character, and the weights that bind it to its bones.

Every shape of the body is a signed distance; those of a limb, and limbs and trunk, are
blended, so that what touches grows together while left and right stay apart. The skin
is where that distance is zero, found on a grid (surface nets: Gibson 1998) and moved
onto the surface by Newton steps. Weights begin as one for the nearest bone and zero for
all others, and diffuse over the skin as far as the limb is thick: joints bend softly,
and nothing flows from one limb to another but through the body.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import ndimage, sparse
from scipy.sparse.linalg import splu

from gaitsmith.characters.character import Character
from gaitsmith.export.rig import Rig
from gaitsmith.export.skeleton import standing_pose, y_up, y_up_rotation
from gaitsmith.kernels.records import Floats, Integers
from gaitsmith.scene.replay import body_shapes_of
from gaitsmith.scene.scene import Shape
from gaitsmith.scene.solids import half_extents

FINENESS = 0.009  # edge of the grid's cells, of the character's size
BLEND = 0.022  # m of a character of one metre, over which limbs and trunk grow together
SMOOTH = 0.45  # of it, that the shapes of one limb take
PAD = 1.25  # of an upper arm's radius, the thickness of the shoulder above it
ROUND = 0.35  # of a box's thinnest side, that its edges are rounded
FLOW = 0.55  # of a limb's radius, that weights spread in each of two steps
NEAR = 0.75  # of a cell; limbs that come as near would grow together
MOST_BONES = 4  # that move one point: the number that engines take
CORNERS = np.array(np.meshgrid(*[[0, 1]] * 3, indexing="ij")).reshape(3, -1).T


@dataclass(frozen=True)
class Skin:
    """A closed surface at rest; corners run counter-clockwise as seen from outside."""

    points: Floats  # (points, 3) m
    normals: Floats  # (points, 3)
    bones: Integers  # (points, 4) numbers of bones
    weights: Floats  # (points, 4) they add up to one
    corners: dict[str, Integers]  # by colour, written #rrggbb: (triangles, 3)


@dataclass(frozen=True)
class _Solid:
    """A shape at rest, in the axes of the file."""

    shape: Shape
    center: Floats  # (3,) m
    axes: Floats  # (3, 3) columns
    radii: tuple[float, float]  # m, of a capsule's lower and upper end

    def distance(self, points: Floats) -> Floats:
        """(...,) m, of (..., 3) points; negative inside."""
        local = (points - self.center) @ self.axes
        size = np.array(self.shape.size)
        match self.shape.kind:
            case "capsule":
                along = np.clip(local[..., 2] / size[1], -1.0, 1.0)
                lower, upper = self.radii
                radius = lower + (upper - lower) * (along + 1.0) / 2.0
                local[..., 2] -= along * size[1]
                return np.linalg.norm(local, axis=-1) - radius
            case "box":
                edge = ROUND * float(size.min())
                out = np.abs(local) - (size - edge)
                beyond = np.linalg.norm(np.maximum(out, 0.0), axis=-1)
                return beyond + np.minimum(out.max(axis=-1), 0.0) - edge
            case "cylinder":
                across = np.hypot(local[..., 0], local[..., 1]) - size[0]
                along = np.abs(local[..., 2]) - size[1]
                beyond = np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0))
                return beyond + np.minimum(np.maximum(across, along), 0.0)
            case _:
                size = np.full(3, size[0]) if len(size) == 1 else size
                near = np.linalg.norm(local / size, axis=-1)
                steep = np.linalg.norm(local / size**2, axis=-1)
                return near * (near - 1.0) / np.maximum(steep, 1e-9)


def skin_of(character: Character, rig: Rig) -> Skin:
    """The skin of a character on an armature at rest."""
    solids = list(_solids(character, rig))
    if not solids:
        nothing = np.zeros((0, 3))
        none = np.zeros((0, MOST_BONES), dtype=np.int64)
        return Skin(nothing, nothing, none, np.zeros((0, MOST_BONES)), {})
    limbs = _limbs(character)
    reach = [half_extents(s.shape, s.axes, np.eye(3)) for s in solids]
    low = np.min([s.center - r for s, r in zip(solids, reach, strict=True)], axis=0)
    high = np.max([s.center + r for s, r in zip(solids, reach, strict=True)], axis=0)
    size = float((high - low).max())
    cell, blend = FINENESS * size, BLEND * character.height
    start = low - blend - 2.0 * cell
    shape = np.ceil((high + blend + 2.0 * cell - start) / cell).astype(int) + 1
    parts: dict[int, Floats] = {}
    for solid, extent in zip(solids, reach, strict=True):
        field = parts.setdefault(limbs[solid.shape.body], np.full(shape, 4.0 * blend))
        window = tuple(
            slice(max(first, 0), last + 1)
            for first, last in zip(
                np.floor((solid.center - extent - 2 * blend - start) / cell).astype(
                    int
                ),
                np.ceil((solid.center + extent + 2 * blend - start) / cell).astype(int),
                strict=True,
            )
        )
        grid = np.stack(
            np.meshgrid(
                *(
                    start[axis] + cell * np.arange(shape[axis])[window[axis]]
                    for axis in range(3)
                ),
                indexing="ij",
            ),
            axis=-1,
        )
        field[window] = _blended(field[window], solid.distance(grid), SMOOTH * blend)
    trunk = parts.pop(0, np.full(shape, 4.0 * blend))
    # Blending must not push soles below the ground.
    height = start[1] + cell * np.arange(shape[1])
    sole = min(0.0, float(low[1])) if low[1] < -cell else float(low[1])
    below = (sole - height)[None, :, None]
    near = (np.maximum(a, b).min() for a, b in combinations(parts.values(), 2))
    if any(distance < NEAR * cell for distance in near):
        # Legs through each other, as in the plane, would grow a web: each for itself.
        fields = {0: trunk, **parts}
    else:
        limbs = dict.fromkeys(limbs, 0)
        whole = trunk
        for part in parts.values():
            whole = np.minimum(whole, _blended(trunk, part, blend))
        fields = {0: whole}
    pieces = [
        _piece(np.maximum(field, below), start, cell, mine, rig)
        for limb, field in fields.items()
        if (mine := [one for one in solids if limbs[one.shape.body] == limb])
    ]
    return _together(pieces)


def _piece(
    field: Floats, start: Floats, cell: float, solids: list[_Solid], rig: Rig
) -> Skin:
    """The skin of some shapes, where their field on a grid is zero."""
    points, corners = _surface(field)
    points = _settled(field, points)
    normals = _gradient(field, points)
    places = start + cell * points
    bones, weights = _weights(places, corners, solids, rig)
    return Skin(places, normals, bones, weights, _colors(places, corners, solids))


def _together(pieces: list[Skin]) -> Skin:
    corners: dict[str, list[Integers]] = {}
    first = 0
    for piece in pieces:
        for color, part in piece.corners.items():
            corners.setdefault(color, []).append(part + first)
        first += len(piece.points)
    return Skin(
        np.concatenate([piece.points for piece in pieces]),
        np.concatenate([piece.normals for piece in pieces]),
        np.concatenate([piece.bones for piece in pieces]),
        np.concatenate([piece.weights for piece in pieces]),
        {color: np.concatenate(parts) for color, parts in corners.items()},
    )


def _solids(character: Character, rig: Rig) -> Iterator[_Solid]:
    """All shapes where they are at rest; limbs taper from one to the next."""
    data, model = standing_pose(character), character.model
    shapes = body_shapes_of(character)
    capsules = [shape for shape in shapes if shape.kind == "capsule"]
    count = Counter(shape.body for shape in capsules)
    girth = {s.body: s.size[0] for s in capsules if count[s.body] == 1}
    carriers = {bone.body: rig.carrier(n) for n, bone in enumerate(rig.sources)}
    for shape in shapes:
        body, number = shape.body, carriers[shape.body]
        bone = rig.bones[number]
        source = rig.sources[bone.source or 0]
        back = bone.standing.inv()
        turn = y_up_rotation(data.xquat[body]) * y_up_rotation(
            np.array(shape.orientation)
        )
        offset = y_up_rotation(data.xquat[body]).apply(y_up(np.array(shape.position)))
        arm = y_up(data.xpos[body]) + offset - _standing_place(rig, number)
        axes = (back * turn).as_matrix()[:, [2, 0, 1]]  # of the shape's x, y, z
        center = bone.place + back.apply(arm)
        radius = shape.size[0]
        ends = [radius, radius]
        if shape.kind == "capsule" and body in girth:
            upper = girth.get(int(model.body_parentid[body]), radius)
            below = np.flatnonzero(model.body_parentid == body).tolist()
            # Shanks taper to their feet; what nothing hangs on keeps its end.
            lower = 0.84 * radius if len(below) else radius
            lower = next((girth[b] for b in below if b in girth), lower)
            near, far = (radius + upper) / 2.0, (radius + lower) / 2.0
            is_up = axes[:, 2] @ (bone.place - center) > 0.0
            ends = [far, near] if is_up else [near, far]
        assert source.body == body
        yield _Solid(shape, center, axes, (ends[0], ends[1]))
    yield from _shoulders(rig, shapes, girth)


def _shoulders(
    rig: Rig, shapes: tuple[Shape, ...], girth: dict[int, float]
) -> Iterator[_Solid]:
    """What the trunk's shapes lack: flesh from the collar to each arm."""
    for number, bone in enumerate(rig.bones):
        arms = [rig.bones[n].source for n in rig.children(number)]
        if bone.source is None or len(arms) != 1 or arms[0] in (None, bone.source):
            continue
        arm, trunk = rig.sources[arms[0]].body, rig.sources[bone.source].body
        if number == rig.carrier(bone.source) or arm not in girth:
            continue
        color = next((s.color for s in shapes if s.body == trunk), "#808080")
        way = bone.tip - bone.place
        length = float(np.linalg.norm(way))
        size = (PAD * girth[arm], length / 2.0)
        shape = Shape(
            trunk, "capsule", size, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), color
        )
        z = way / length
        x = np.cross([0.0, 0.0, 1.0], z)
        axes = np.column_stack([x, np.cross(z, x), z])
        center = (bone.place + bone.tip) / 2.0 - [0.0, 0.25 * girth[arm], 0.0]
        yield _Solid(shape, center, axes, (1.5 * girth[arm], girth[arm]))


def _standing_place(rig: Rig, number: int) -> Floats:
    """The joint of a bone in the standing pose [m]."""
    bone = rig.bones[number]
    if bone.parent is None:
        return bone.place
    above = rig.bones[bone.parent]
    arm = above.standing.apply(bone.place - above.place)
    return _standing_place(rig, bone.parent) + arm


def _limbs(character: Character) -> dict[int, int]:
    """A number for each body: that of its limb, 0 for what limbs hang on."""
    parents = character.model.body_parentid
    children = np.bincount(parents[1:], minlength=character.model.nbody)
    limbs: dict[int, int] = {}
    for body in range(1, character.model.nbody):
        is_trunk = _branches(body, parents, children) or body == 1
        parent = int(parents[body])
        limbs[body] = 0 if is_trunk else (limbs.get(parent, 0) or body)
    return limbs


def _branches(body: int, parents: Integers, children: Integers) -> bool:
    """Whether several limbs hang on a body, or on one below it."""
    below = [b for b in range(1, len(parents)) if parents[b] == body]
    return children[body] > 1 or any(_branches(b, parents, children) for b in below)


def _blended(a: Floats, b: Floats, width: float) -> Floats:
    """The smaller of two distances, rounded where they are nearly the same."""
    near = np.maximum(width - np.abs(a - b), 0.0) / width
    return np.minimum(a, b) - near * near * width / 4.0


def _surface(field: Floats) -> tuple[Floats, Integers]:
    """Where a field on a grid is zero: (points, 3) in cells, (triangles, 3)."""
    inside = field < 0.0
    count = np.zeros(np.array(field.shape) - 1, dtype=np.int8)
    for corner in CORNERS:
        count += inside[tuple(slice(c, c - 1 or None) for c in corner)]
    cells = np.argwhere((count > 0) & (count < len(CORNERS)))
    sums, hits = np.zeros((len(cells), 3)), np.zeros((len(cells), 1))
    for first in CORNERS:
        for axis in np.flatnonzero(first == 0):
            second = first + np.eye(3, dtype=int)[axis]
            a, b = (field[tuple((cells + c).T)] for c in (first, second))
            crosses = (a < 0.0) != (b < 0.0)
            share = np.where(crosses, a / np.where(crosses, a - b, 1.0), 0.0)
            sums += crosses[:, None] * (first + share[:, None] * (second - first))
            hits += crosses[:, None]
    number = np.full(count.shape, -1)
    number[tuple(cells.T)] = np.arange(len(cells))
    quads = []
    for axis in range(3):
        u, v = (np.eye(3, dtype=int)[(axis + step) % 3] for step in (1, 2))
        along = np.eye(3, dtype=int)[axis]
        low = inside[tuple(slice(None, -1) if s else slice(None) for s in along)]
        high = inside[tuple(slice(1, None) if s else slice(None) for s in along)]
        edges = np.argwhere(low != high)
        four = np.stack(
            [number[tuple((edges - c).T)] for c in (u + v, v, 0 * u, u)], axis=1
        )
        leaves = low[tuple(edges.T)]  # the way along the axis goes out of the body
        quads.append(np.where(leaves[:, None], four, four[:, ::-1]))
    quad = np.concatenate(quads)
    corners = np.concatenate([quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]])
    return cells + sums / hits, corners


def _sampled(field: Floats, points: Floats) -> Floats:
    return ndimage.map_coordinates(field, points.T, order=1, mode="nearest")


def _gradient(field: Floats, points: Floats) -> Floats:
    """(points, 3) unit vectors away from the body."""
    slopes = [
        _sampled(field, points + 0.7 * step) - _sampled(field, points - 0.7 * step)
        for step in np.eye(3)
    ]
    slope = np.stack(slopes, axis=1)
    return slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)


def _settled(field: Floats, points: Floats) -> Floats:
    """Points moved onto the surface, at most by a part of a cell."""
    scale = float(np.abs(np.diff(field, axis=0)).max())  # a cell's length
    for _ in range(2):
        away = np.clip(_sampled(field, points) / scale, -0.4, 0.4)
        points = points - away[:, None] * _gradient(field, points)
    return points


def _weights(
    places: Floats, corners: Integers, solids: list[_Solid], rig: Rig
) -> tuple[Integers, Floats]:
    """The bones that move each point most, and how much."""
    distance = np.stack([solid.distance(places) for solid in solids], axis=1)
    body = np.array([s.shape.body for s in solids])[distance.argmin(axis=1)]
    owner, radius = _owners(places, body, rig)
    count = len(places)
    edges = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    lengths = np.linalg.norm(places[edges[:, 0]] - places[edges[:, 1]], axis=1)
    spread = (FLOW * radius[edges].mean(axis=1) / np.maximum(lengths, 1e-6)) ** 2
    # Every edge is counted twice, once from each of its triangles.
    flow = sparse.coo_array(
        (np.concatenate([spread, spread]) / 4.0, np.vstack([edges, edges[:, ::-1]]).T),
        shape=(count, count),
    ).tocsr()
    system = sparse.eye_array(count) + sparse.diags_array(flow.sum(axis=1)) - flow
    solve = splu(system.tocsc())
    weights = np.eye(len(rig.bones))[owner]
    for _ in range(2):
        weights = solve.solve(weights)
    most = np.argsort(-weights, axis=1)[:, :MOST_BONES]
    found = np.maximum(np.take_along_axis(weights, most, axis=1), 0.0)
    found[found < 0.01] = 0.0
    return np.where(found > 0.0, most, 0), found / found.sum(axis=1, keepdims=True)


def _owners(places: Floats, body: Integers, rig: Rig) -> tuple[Integers, Floats]:
    """The nearest bone of each point's body, and its distance from there [m]."""
    owner = np.zeros(len(places), dtype=np.int64)
    radius = np.full(len(places), np.inf)
    for number, bone in enumerate(rig.bones):
        if bone.source is None:
            continue
        mine = np.flatnonzero(body == rig.sources[bone.source].body)
        way = bone.tip - bone.place
        along = np.clip((places[mine] - bone.place) @ way / (way @ way), 0.0, 1.0)
        away = places[mine] - bone.place - along[:, None] * way
        length = np.linalg.norm(away, axis=1)
        nearer = length < radius[mine]
        owner[mine[nearer]], radius[mine[nearer]] = number, length[nearer]
    return owner, radius


def _colors(
    places: Floats, corners: Integers, solids: list[_Solid]
) -> dict[str, Integers]:
    """The triangles of each colour: that of the nearest shape."""
    middles = places[corners].mean(axis=1)
    distance = np.stack([solid.distance(middles) for solid in solids], axis=1)
    colors = np.array([solid.shape.color for solid in solids])[distance.argmin(axis=1)]
    return {str(color): corners[colors == color] for color in np.unique(colors)}
