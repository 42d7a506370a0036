"""What is kept: solutions, run folders, provenance."""
