"""Where to step (Coros, Beaudoin, Yin & van de Panne 2008): its figures."""

from gaitsmith.reproduction.tables import TABLES

TABLES.bring_later(f"{__name__}.tables")
