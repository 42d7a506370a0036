"""Makes physically simulated characters walk by optimising their controllers."""
