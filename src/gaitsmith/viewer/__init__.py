"""The live view: a running simulation, or a running search, in the browser."""
