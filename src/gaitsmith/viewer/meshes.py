"""Solids as triangles."""

from typing import NamedTuple

import numpy as np
import trimesh

from gaitsmith.report.scene import Shape

FINENESS = 24  # corners of a circle
SUBDIVISIONS = 3  # of an icosahedron, for balls


class Mesh(NamedTuple):
    """Triangles in a body's frame."""

    vertices: np.ndarray  # (vertices, 3) m
    faces: np.ndarray  # (triangles, 3) indices, counter-clockwise from outside
    has_edges: bool
    """Whether its faces meet at edges; a round solid is shaded smoothly instead."""


def mesh_of(shape: Shape) -> Mesh:
    """A shape as triangles, where it is on its body."""
    solid = _solid(shape)
    w, x, y, z = shape.orientation
    pose = trimesh.transformations.quaternion_matrix([w, x, y, z])
    pose[:3, 3] = shape.position
    solid.apply_transform(pose)
    has_edges = shape.kind in ("box", "cylinder")
    return Mesh(np.array(solid.vertices), np.array(solid.faces), has_edges)


def _solid(shape: Shape) -> trimesh.Trimesh:
    """The shape in its own frame, where capsules and cylinders stand along z."""
    size = shape.size
    match shape.kind:
        case "capsule":
            return trimesh.creation.capsule(
                radius=size[0], height=2 * size[1], count=[FINENESS, FINENESS // 2]
            )
        case "cylinder":
            return trimesh.creation.cylinder(
                radius=size[0], height=2 * size[1], sections=FINENESS
            )
        case "box":
            return trimesh.creation.box(extents=2 * np.array(size))
        case _:  # a sphere, or an ellipsoid: a ball that is stretched
            ball = trimesh.creation.icosphere(subdivisions=SUBDIVISIONS)
            return ball.apply_scale(np.broadcast_to(size, 3))
