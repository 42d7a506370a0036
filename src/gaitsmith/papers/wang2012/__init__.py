"""Walking and running on muscles (Wang, Hamner, Delp & Koltun 2012): reflexes."""

from gaitsmith.papers.wang2012 import reflex_controller
from gaitsmith.reproduction.tables import TABLES

PARTS = (reflex_controller,)

TABLES.bring_later(f"{__name__}.tables")
