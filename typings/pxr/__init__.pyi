# usd-core has no types of its own.
from typing import Any

Gf: Any
Sdf: Any
Usd: Any
UsdGeom: Any
UsdShade: Any
UsdSkel: Any
Vt: Any
