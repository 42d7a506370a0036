"""Tables and figures of Coros, Beaudoin, Yin & van de Panne 2008."""

from gaitsmith.papers.coros2008.tables import accuracy, terrains

PARTS = (accuracy, terrains)
