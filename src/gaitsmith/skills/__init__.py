"""Stepping skills as files: what can be trained, what is being trained, what ships."""
