"""Walking learned with a guiding hand, and the hand withdrawn."""
