"""How active a muscle is, as a colour."""

REST, FULL = "#8ea3b8", "#e0162b"  # blue-grey, red


def muscle_color(activation: float) -> str:
    """#rrggbb between rest (0) and full activation (1)."""
    share = min(max(activation, 0.0), 1.0)
    parts = (
        round(
            (1.0 - share) * int(REST[i : i + 2], 16) + share * int(FULL[i : i + 2], 16)
        )
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
