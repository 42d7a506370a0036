"""Who moves: bodies from height and mass, the catalogue, own models, roles."""
