"""The gallery as a site: every solution moves, can be played, and taken away."""
