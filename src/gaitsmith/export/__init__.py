"""A motion to take away: BVH, glTF, OpenSim, CSV, MJCF, video; by suffix."""
