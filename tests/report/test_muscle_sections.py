"""What a page says of muscles: curves over the cycle, watts, and people beside them."""

import pytest

from gaitsmith.actuators.muscle_table import MUSCLE_NAMES
from gaitsmith.report.gait_figures import gait_panels
from gaitsmith.report.gait_sections import (
    cost_table,
    energy_facts,
    power_table,
    several_table,
)

TITLES = ("Muscle activations", "Muscle forces", "Muscle fibres")


def test_eight_panels_for_each_of_three_quantities(muscle_walk):
    sections = gait_panels({"steps": muscle_walk}, muscle_walk.score.reference)
    found = {section.title: section for section in sections}
    for title in TITLES:
        assert len(found[title].panels) == 8
        assert found[title].panels[0].title == "Soleus (SOL)"
        assert "gait cycle [%]" in found[title].panels[0].svg
    # The moments that the muscles make stand over those of people.
    assert len(found["Joint moments"].panels) == 3
    assert any(key.stroke == "band" for key in found["Joint moments"].keys)


def test_the_table_adds_up(muscle_walk):
    measures = muscle_walk.rollout.measures
    (table,) = power_table(measures)
    rows = {row[0]: row[1:] for row in table.rows}
    assert len(rows) == len(MUSCLE_NAMES) + 3
    assert rows["total"][0] == f"{measures.muscles.metabolic_power:.1f}"
    names = [name for name in rows if name not in {"all muscles", "total"}]
    shares = [float(str(rows[name][1]).rstrip("%")) for name in names]
    assert sum(shares) == pytest.approx(100.0, abs=0.5)
    total, _, *kinds = rows["Soleus (SOL)"]
    mine = measures.muscles.power[:, 0].sum(axis=0)
    assert [float(str(cell)) for cell in kinds] == pytest.approx(mine, abs=0.06)
    assert float(str(total)) == pytest.approx(mine.sum(), abs=0.06)


def test_the_cost_stands_beside_peoples(muscle_walk):
    (table,) = cost_table(muscle_walk.metabolism)
    assert table.columns[1:3] == ("this gait", "people (Looney 2019)")
    power, cost = table.rows
    measures = muscle_walk.rollout.measures
    assert power[1] == f"{measures.metabolic_power:.2f}"
    assert cost[1] == f"{measures.cost_of_transport:.2f}"
    assert "2." in str(cost[2]) or "3." in str(cost[2])


def test_several_gaits_are_compared_by_their_cost(muscle_walk):
    table = several_table({"one": muscle_walk, "two": muscle_walk})
    rows = {row[0]: row[1:] for row in table.rows}
    text = f"{muscle_walk.rollout.measures.metabolic_power:.2f}"
    assert rows["metabolic power [W/kg]"] == (text, text)


def test_a_body_without_muscles_has_none_of_it(make_measures):
    assert power_table(make_measures()) == ()
    assert energy_facts(make_measures()) == ()
    assert cost_table(None) == ()
