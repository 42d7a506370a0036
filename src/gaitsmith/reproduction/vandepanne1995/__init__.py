"""Guided optimization for balanced locomotion (van de Panne & Lamouret 1995)."""
