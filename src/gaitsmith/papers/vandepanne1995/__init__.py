"""Guided optimization for balanced locomotion (van de Panne & Lamouret 1995)."""

from gaitsmith.papers.vandepanne1995 import keyframe_controller, likeness
from gaitsmith.reproduction.tables import TABLES

PARTS = (keyframe_controller, likeness)

TABLES.bring_later(f"{__name__}.tables")
