"""Models of OpenSim, read as data and reduced to what is simulated here."""
