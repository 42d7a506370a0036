"""Optimizing Walking Controllers (Wang, Fleet & Hertzmann 2009), section 5."""
