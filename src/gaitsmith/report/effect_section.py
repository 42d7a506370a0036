"""With and without: energy muscle by muscle, moments, and what devices did."""

from collections.abc import Mapping

from gaitsmith.effects import Effect, GaitFigures
from gaitsmith.report.gait_sections import muscle_title
from gaitsmith.report.sections import Cell, Section, Table

ENERGY = {
    "gross": "with the body at rest [W/kg]",
    "net": "without the body at rest [W/kg]",
    "net_per_distance": "without the body at rest [J/kg/m]",
}
MOMENTS = {
    "own": "greatest, the body's own",
    "own_mean": "mean size, the body's own",
    "device": "greatest, of devices",
    "total": "greatest, of both",
}


def effect_sections(names: tuple[str, str], found: Effect) -> tuple[Section, ...]:
    """The tables of a comparison; `names` are those of the two gaits."""
    return (
        *_energy(names, found),
        *_moments(names, found),
        *_devices(names, found),
    )


def percent(change: float | None) -> str | None:
    """A relative change with its sign."""
    return None if change is None else f"{change:+.1%}"


def _energy(names: tuple[str, str], found: Effect) -> tuple[Table, ...]:
    if not found.before.energy or not found.after.energy:
        return ()
    rows: list[tuple[Cell, ...]] = [
        _row(words, found, "energy", key) for key, words in ENERGY.items()
    ]
    order = sorted(found.before.muscles, key=lambda m: -found.before.muscles[m])
    rows += [
        _row(f"{muscle_title(m)} [W/kg]", found, "muscles", m)
        for m in order
        if found.before.muscles[m] or found.after.muscles[m]
    ]
    both = found.before.single_muscles.keys() & found.after.single_muscles.keys()
    order = sorted(both, key=lambda m: -found.before.single_muscles[m])
    rows += [_row(f"{m} [W/kg]", found, "single_muscles", m) for m in order]
    return (
        Table(
            "What it costs, muscle by muscle",
            ("metabolic power", *names, "change"),
            tuple(rows),
            note="Both legs together, per kg of the body without loads. What motors of"
            " devices give is not in it.",
        ),
    )


def _row(words: str, found: Effect, part: str, key: str) -> tuple[Cell, ...]:
    old, new = (getattr(one, part)[key] for one in (found.before, found.after))
    return words, f"{old:.3f}", f"{new:.3f}", percent(found.change(part, key))


def _moments(names: tuple[str, str], found: Effect) -> tuple[Table, ...]:
    rows: list[tuple[Cell, ...]] = []
    for joint, old in found.before.moments.items():
        new: Mapping[str, float] = found.after.moments.get(joint, {})
        rows += [
            (f"{joint}: {words}", f"{old[key]:.2f}", f"{new[key]:.2f}")
            for key, words in MOMENTS.items()
            if new and (old[key] or new[key])
        ]
    if not rows:
        return ()
    return (
        Table(
            "Moments of the joints [N m/kg]",
            ("", *names),
            tuple(rows),
            note="Hip and knee extension and plantarflexion +, over the cycle; both"
            " legs pooled.",
        ),
    )


def _devices(names: tuple[str, str], found: Effect) -> tuple[Table, ...]:
    rows: list[tuple[Cell, ...]] = []
    for name, one in zip(names, (found.before, found.after), strict=True):
        rows += _device_rows(name, one)
    if not rows:
        return ()
    heads = ("gait", "device", "where", "gives [W]", "takes [W]", "torque [N m]")
    return (
        Table(
            "Devices",
            heads,
            tuple(rows),
            note="Means over the whole simulation; torque: root of the mean square.",
        ),
    )


def _device_rows(name: str, one: GaitFigures) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            str(worn["device"]),
            str(worn["joint"]),
            f"{worn['given']:.2f}",
            f"{worn['taken']:.2f}",
            f"{worn['torque']:.2f}",
        )
        for worn in one.devices
    ]
    if one.carried_mass:
        rows.append((name, "loads", f"{one.carried_mass:.3g} kg", None, None, None))
    if one.support:
        held = f"{one.support:.0f} N up, from outside"
        rows.append((name, "body-weight support", held, None, None, None))
    return rows
