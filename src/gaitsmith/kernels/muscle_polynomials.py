"""How long muscles are by polynomials of joint angles, and how they turn joints.

Muscles that cross the same joints share the monomials of those joints' angles, each of
which is an earlier one times one angle. Outside the range of the fit, lengths go on
straight from its edge, and moment arms stay: no polynomial is asked where it was not
fitted.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from gaitsmith.kernels.compilation import compiled
from gaitsmith.kernels.lane_records import LaneFloats
from gaitsmith.kernels.lanes import maximum, minimum
from gaitsmith.kernels.records import Floats, Integers


class Paths(NamedTuple):
    """Polynomials of all muscles, those of one set of joints together."""

    num_joints: Integers  # (sets,)
    position: Integers  # (sets, joints) qpos addresses
    axis: Integers  # (sets, joints) qvel addresses
    lower: Floats  # (sets, joints) rad, range of the fit
    upper: Floats  # (sets, joints) rad
    middle: Floats  # (sets, joints) rad
    scale: Floats  # (sets, joints) 1/rad, of angles to -1 to 1
    num_terms: Integers  # (sets,)
    parent: Integers  # (sets, terms) the earlier monomial
    factor: Integers  # (sets, terms) index of the angle that it is multiplied by
    first: Integers  # (sets + 1,) of the muscles, in the order of the sets
    side: Integers  # (muscles,) its place in the state
    muscle: Integers  # (muscles,)
    terms: Integers  # (muscles,) of the length's polynomial
    slope_terms: Integers  # (muscles,) of its slopes
    coefficient: Floats  # (muscles, 1 + joints, terms) m; m/rad of the slopes
    monomial: LaneFloats  # (terms,)
    angle: LaneFloats  # (joints,) scaled
    beyond: LaneFloats  # (joints,) rad, outside the range of the fit
    arm: LaneFloats  # (muscles, joints) m, + where the muscle makes an angle greater
    torque: LaneFloats  # (nv,) N m, of all muscles


@compiled
def measure_paths(paths, qpos, state):
    """Lengths [m] of all muscles, to `state.length`, and their moment arms."""
    for group in range(paths.num_joints.shape[0]):
        take_angles(paths, group, qpos)
        for index in range(paths.first[group], paths.first[group + 1]):
            length = 0.0 * paths.angle[0]
            for term in range(paths.terms[index]):
                length += paths.coefficient[index, 0, term] * paths.monomial[term]
            for joint in range(paths.num_joints[group]):
                slope = 0.0 * paths.angle[0]
                for term in range(paths.slope_terms[index]):
                    part = paths.coefficient[index, 1 + joint, term]
                    slope += part * paths.monomial[term]
                length += slope * paths.beyond[joint]
                paths.arm[index, joint] = 0.0 - slope
            state.length[paths.side[index], paths.muscle[index]] = length


@compiled
def take_angles(paths, group, qpos):
    """Scaled angles of one set of joints, and their monomials."""
    for joint in range(paths.num_joints[group]):
        angle = qpos[paths.position[group, joint]]
        inside = maximum(angle, paths.lower[group, joint])
        inside = minimum(inside, paths.upper[group, joint])
        scale = paths.scale[group, joint]
        paths.angle[joint] = scale * (inside - paths.middle[group, joint])
        paths.beyond[joint] = angle - inside
    paths.monomial[0] = 1.0 + 0.0 * paths.angle[0]
    for term in range(1, paths.num_terms[group]):
        before = paths.monomial[paths.parent[group, term]]
        paths.monomial[term] = before * paths.angle[paths.factor[group, term]]


@compiled
def sum_torques(paths, state):
    """Torques [N m] of all muscles' forces about all joints, to `paths.torque`."""
    for axis in range(paths.torque.shape[0]):
        paths.torque[axis] = 0.0
    for group in range(paths.num_joints.shape[0]):
        for index in range(paths.first[group], paths.first[group + 1]):
            force = state.force[paths.side[index], paths.muscle[index]]
            for joint in range(paths.num_joints[group]):
                torque = paths.arm[index, joint] * force
                paths.torque[paths.axis[group, joint]] += torque


def powers(count: int, degree: int) -> Integers:
    """(terms, count) exponents of all monomials of some angles, by their degree."""
    rows = [
        [chosen.count(i) for i in range(count)]
        for total in range(degree + 1)
        for chosen in combinations_with_replacement(range(count), total)
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), count)
