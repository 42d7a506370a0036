"""Many searches as one job: over seeds, bodies, speeds, weights, laws."""
