"""Why a solution or a search failed, what shows it, and what to try."""
