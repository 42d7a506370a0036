"""Adapt a solution to another slope, friction, speed or body."""
