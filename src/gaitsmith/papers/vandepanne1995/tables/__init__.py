"""Tables and figures of van de Panne & Lamouret 1995."""

from gaitsmith.papers.vandepanne1995.tables import free, gain, gaits, stages

PARTS = (free, gain, gaits, stages)
