"""USD files, read back by the library that defines them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gaitsmith.export.clip import trimmed
from gaitsmith.export.motion import Motion, Staging
from gaitsmith.export.rig import rig_of
from gaitsmith.export.rig_motion import rig_motion
from gaitsmith.export.usd import joint_paths, usd_bytes

pxr = pytest.importorskip("pxr")


def test_the_skeleton_is_sampled_alike_and_moves_as_ours(
    stocky_walk: Motion, tmp_path: Path
):
    from pxr import Gf, Usd, UsdGeom, UsdSkel

    motion = replace(
        trimmed(stocky_walk, 1.0, 1.1), staging=Staging("mixamo", scale=100.0)
    )
    rig = rig_of(motion.character, "mixamo")
    file = tmp_path / "walk.usd"
    file.write_bytes(usd_bytes(motion))
    stage = Usd.Stage.Open(str(file))
    assert UsdGeom.GetStageUpAxis(stage) == "Y"
    assert UsdGeom.GetStageMetersPerUnit(stage) == pytest.approx(0.01)
    frames = len(motion.recording.time)
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (0, frames - 1)
    cache = UsdSkel.Cache()
    root = UsdSkel.Root(stage.GetDefaultPrim())
    assert cache.Populate(root, Usd.PrimDefaultPredicate)
    (found,) = [p for p in stage.Traverse() if p.IsA(UsdSkel.Skeleton)]
    query = cache.GetSkelQuery(UsdSkel.Skeleton(found))
    assert query
    assert list(query.GetJointOrder()) == joint_paths(rig)
    (moving,) = [p for p in stage.Traverse() if p.IsA(UsdSkel.Animation)]
    animation = UsdSkel.Animation(moving)
    for track in ("Translations", "Rotations", "Scales"):
        samples = getattr(animation, f"Get{track}Attr")().GetTimeSamples()
        assert samples == list(range(frames))
    rest = query.ComputeSkinningTransforms(Usd.TimeCode(0))
    hips = np.array(query.ComputeJointSkelTransforms(3)[1].ExtractTranslation())
    moved = rig_motion(motion, rig)
    np.testing.assert_allclose(hips, 100.0 * moved.hips[3], atol=1e-3)
    assert all(isinstance(matrix, Gf.Matrix4d) for matrix in rest)
    (body,) = [p for p in stage.Traverse() if p.IsA(UsdGeom.Mesh)]
    skin = cache.GetSkinningQuery(body)
    assert skin.HasJointInfluences()
    assert skin.GetNumInfluencesPerComponent() == 4


def test_without_the_library_the_extra_is_named(stocky_walk: Motion, monkeypatch):
    import importlib.util

    from gaitsmith.errors import InputError

    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'gaitsmith\[usd\]'"):
        usd_bytes(stocky_walk)
