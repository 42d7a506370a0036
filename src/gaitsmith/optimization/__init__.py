"""How it gets better: ask, evaluate, tell. Writes no files, prints nothing."""
