"""SIMBICON (Yin, Loken & van de Panne 2007): the law, its gaits, their figures."""

from gaitsmith.papers.yin2007 import simbicon_controller
from gaitsmith.reproduction.tables import TABLES

PARTS = (simbicon_controller,)

TABLES.bring_later(f"{__name__}.tables")
