"""What was measured of a person: a laboratory's files become curves over the cycle."""
