"""Reflexes that walk in the plane (Geyer & Herr 2010): law and published values."""

from gaitsmith.papers.geyer2010 import geyer_controller

PARTS = (geyer_controller,)
