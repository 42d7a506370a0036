"""Tables and figures of van de Panne & Lamouret 1995."""

from gaitsmith.papers.vandepanne1995.tables import gain, gaits, stages

PARTS = (gain, gaits, stages)
