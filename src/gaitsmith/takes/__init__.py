"""Takes: a path, speeds, gaps and pushes; a character performs them by its gaits."""
