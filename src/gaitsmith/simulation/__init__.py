"""What happens: terrain, disturbances, the compiled loop, recordings, outcomes."""
