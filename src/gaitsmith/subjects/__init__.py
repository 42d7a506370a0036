"""One person: a body of own height, mass and age, and a walk that is found for it."""
