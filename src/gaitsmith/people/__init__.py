"""What makes muscle gaits human and is no single paper's: docs/people.md."""

from gaitsmith.people import push_off
from gaitsmith.reproduction.tables import TABLES

PARTS = (push_off,)

TABLES.bring_later(f"{__name__}.tables")
TABLES.bring_later(f"{__name__}.muscles")
TABLES.bring_later(f"{__name__}.scenarios")
TABLES.bring_later(f"{__name__}.devices")
TABLES.bring_later(f"{__name__}.slopes")
