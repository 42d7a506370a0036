"""A file read, and its joints reduced; kept for as long as the file does not change."""

import fnmatch
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gaitsmith.errors import InputError, unknown_name
from gaitsmith.opensim.body import Standing, letter, root_link, standing
from gaitsmith.opensim.fits import Fit, fit_muscles
from gaitsmith.opensim.hinges import ModelLink, link_of
from gaitsmith.opensim.model import Model
from gaitsmith.opensim.reading import read_model

Locks = tuple[tuple[str, bool], ...]
Stamp = tuple[int, int]  # when a file was changed, and its size


class Taken(NamedTuple):
    """What was read and reduced of one file."""

    model: Model
    links: Mapping[str, ModelLink]  # by body, parents first
    is_planar: bool
    pose: Standing

    def slopes(self) -> dict[str, float]:
        """rad of our hinge per rad of the coordinate, of every coordinate."""
        return {
            hinge.coordinate: letter(hinge, link.body, self.pose)[1] * hinge.slope
            for link in self.links.values()
            for hinge in link.hinges
        }


def take(path: Path, locks: Locks = ()) -> Taken:
    """Read a file and reduce its joints; all that is wrong is told at once.

    Args:
        path: of the .osim file.
        locks: patterns of coordinates, and whether they are held, by the user.
    """
    return _taken(path, locks, _stamp(path))


def fits_of(path: Path, locks: Locks = ()) -> dict[str, Fit]:
    """Fits of all muscles that cross a joint, by their names."""
    return _fits(path, locks, _stamp(path))


def _stamp(path: Path) -> Stamp:
    if not path.is_file():
        return 0, 0  # told by whoever reads it
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=4)
def _taken(path: Path, locks: Locks, _stamp: Stamp) -> Taken:
    model = _locked(read_model(path), locks, path)
    links: dict[str, ModelLink] = {}
    problems: list[str] = []
    is_planar = False
    for joint in model.joints:
        body = joint.child.body
        try:
            if links:
                links[body] = link_of(model, joint)
            else:
                links[body], is_planar = root_link(model)
        except InputError as error:
            problems.append(str(error))
            still = np.eye(3), np.zeros(3)
            links[body] = ModelLink(body, joint.parent.body, *still, (), 0.0, 0.0, "")
    if problems:
        raise InputError(
            f"{path}: the model has what cannot be taken over: {'; '.join(problems)}."
        )
    return Taken(model, links, is_planar, standing(links))


@lru_cache(maxsize=4)
def _fits(path: Path, locks: Locks, stamp: Stamp) -> dict[str, Fit]:
    return fit_muscles(_taken(path, locks, stamp).model)


def _locked(model: Model, locks: Locks, path: Path) -> Model:
    """With some coordinates held or free that are not so in the file."""
    coordinates = dict(model.coordinates)
    for pattern, is_held in locks:
        names = fnmatch.filter(coordinates, pattern)
        if not names:
            raise unknown_name("coordinate", pattern, coordinates, f"{path}: lock")
        for name in names:
            coordinates[name] = coordinates[name]._replace(is_locked=is_held)
    return model._replace(coordinates=coordinates)
