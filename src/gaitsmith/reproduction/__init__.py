"""Published tables and figures, ours beside theirs."""
