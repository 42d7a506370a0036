"""How good it was: one small function per term, a score card that names each."""
