"""Help that a gait was learned with, withdrawn window by window."""
