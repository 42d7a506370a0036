"""Optimizing Walking Controllers (Wang, Fleet & Hertzmann 2009): the pose graph."""

from gaitsmith.papers.wang2009 import pose_graph_controller
from gaitsmith.reproduction.tables import TABLES

PARTS = (pose_graph_controller,)

TABLES.bring_later(f"{__name__}.tables")
