"""A small model of OpenSim, and the real ones where they are."""

import os
import re
from pathlib import Path

import pytest

# Where the models are that may not be kept here: a folder above, or where it is said.
BESIDE = [folder / "shared/data/opensim" for folder in Path(__file__).parents]
MODELS = Path(os.environ.get("OPENSIM_MODELS") or next(filter(Path.is_dir, BESIDE), ""))
NAMES = ("gait10dof18musc", "gait2392_thelen2003muscle", "Rajagopal2016")


def body(name: str, mass: float, height: float) -> str:
    """One body, its mass centre `height` above its origin."""
    return f"""<Body name="{name}"><mass>{mass}</mass>
    <mass_center>0 {height} 0</mass_center>
    <inertia>0.1 0.05 0.1 0 0 0</inertia>WRAPS_{name}</Body>"""


def pin(name: str, parent: str, child: str, place: str, coordinate: str) -> str:
    """A hinge about z."""
    return f"""<PinJoint name="{name}">
    <socket_parent_frame>above</socket_parent_frame>
    <socket_child_frame>/bodyset/{child}</socket_child_frame>
    <coordinates><Coordinate name="{coordinate}"><range>-2 0.5</range></Coordinate>
    </coordinates><frames><PhysicalOffsetFrame name="above">
    <socket_parent>/bodyset/{parent}</socket_parent>
    <translation>{place}</translation></PhysicalOffsetFrame></frames></PinJoint>"""


def point(name: str, frame: str, place: str) -> str:
    """A point of a path."""
    return f"""<PathPoint name="{name}"><location>{place}</location>
    <socket_parent_frame>/bodyset/{frame}</socket_parent_frame></PathPoint>"""


def muscle(name: str, points: str, wraps: str = "") -> str:
    """A muscle along points."""
    return f"""<Thelen2003Muscle name="{name}"><GeometryPath>
    <PathPointSet><objects>{points}</objects></PathPointSet>
    <PathWrapSet><objects>{wraps}</objects></PathWrapSet></GeometryPath>
    <max_isometric_force>1000</max_isometric_force>
    <optimal_fiber_length>0.1</optimal_fiber_length>
    <tendon_slack_length>0.25</tendon_slack_length></Thelen2003Muscle>"""


def tiny_model() -> str:
    """Two legs in the plane, a trunk; a muscle over the ankle, one around the knee."""
    bodies, joints, muscles = [body("pelvis", 10, 0.0)], [], []
    axes = ("rotation1 0 0 1 tilt", "translation1 1 0 0 tx", "translation2 0 1 0 ty")
    rows = ""
    for row in axes:
        name, x, y, z, coordinate = row.split()
        rows += f"""<TransformAxis name="{name}"><coordinates>{coordinate}</coordinates>
        <axis>{x} {y} {z}</axis><LinearFunction name="function">
        <coefficients>1 0</coefficients></LinearFunction></TransformAxis>"""
    joints.append(f"""<CustomJoint name="root">
    <socket_parent_frame>/ground</socket_parent_frame>
    <socket_child_frame>/bodyset/pelvis</socket_child_frame><coordinates>
    <Coordinate name="tilt"/><Coordinate name="tx"/><Coordinate name="ty"/>
    </coordinates><SpatialTransform>{rows}</SpatialTransform></CustomJoint>""")
    for s, z in (("r", "0.08"), ("l", "-0.08")):
        bodies += [body(f"femur_{s}", 8, -0.2), body(f"tibia_{s}", 4, -0.2)]
        bodies += [body(f"calcn_{s}", 1, 0.02), body(f"toes_{s}", 0.2, 0.01)]
        chain = (
            ("hip_flexion", "pelvis", "femur", f"0 -0.05 {z}"),
            ("knee_angle", "femur", "tibia", "0 -0.4 0"),
            ("ankle_angle", "tibia", "calcn", "-0.05 -0.4 0"),
            ("mtp_angle", "calcn", "toes", "0.18 0 0"),
        )
        for name, parent, child, place in chain:
            upper = parent if parent == "pelvis" else f"{parent}_{s}"
            joints.append(
                pin(f"{name}_{s}", upper, f"{child}_{s}", place, f"{name}_{s}")
            )
        muscles.append(
            muscle(
                f"soleus_{s}",
                point("a", f"tibia_{s}", "-0.03 -0.1 0")
                + point("b", f"calcn_{s}", "0 0.02 0"),
            )
        )
        over = f"<PathWrap><wrap_object>round_{s}</wrap_object></PathWrap>"
        muscles.append(
            muscle(
                f"vasti_{s}",
                point("a", f"femur_{s}", "0.05 -0.2 0")
                + point("b", f"tibia_{s}", "0.05 -0.1 0"),
                over,
            )
        )
    bodies.append(body("torso", 35, 0.3))
    joints.append(pin("back", "pelvis", "torso", "0 0.08 0", "lumbar_extension"))
    text = "".join(bodies)
    for s in "rl":
        solid = f"""<WrapObjectSet><objects><WrapCylinder name="round_{s}">
        <translation>0 -0.4 0</translation><radius>0.045</radius><length>0.2</length>
        <quadrant>x</quadrant></WrapCylinder></objects></WrapObjectSet>"""
        text = text.replace(f"WRAPS_femur_{s}", solid)
    text = re.sub("WRAPS_[a-z]+(_[rl])?", "", text)
    return f"""<OpenSimDocument Version="40000"><Model name="tiny">
    <BodySet><objects>{text}</objects></BodySet>
    <JointSet><objects>{"".join(joints)}</objects></JointSet>
    <ForceSet><objects>{"".join(muscles)}</objects></ForceSet>
    </Model></OpenSimDocument>"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.osim"
    path.write_text(tiny_model())
    return path


@pytest.fixture(params=NAMES)
def real(request: pytest.FixtureRequest) -> Path:
    path = MODELS / f"{request.param}.osim"
    if not path.is_file():
        pytest.skip(f"{path.name} of opensim-org/opensim-models is not here.")
    return path
