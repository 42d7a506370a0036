"""What in the world made it fall, of several things that were there."""

import gaitsmith

PUSHES = (
    "setting.pushes=[{start=3.0,force=[-500.0,0.0,0.0]},"
    "{start=3.2,force=[-1.0,0.0,0.0]}]"
)


def test_of_two_pushes_the_one_that_counts_is_named():
    found = gaitsmith.explain(
        "simbicon/walk", [PUSHES, "setting.heading=[]"], workers=1
    )
    [pushed] = [one for one in found.findings if one.what == "pushed"]
    assert "The push that counts, 500 N from 3.00 s on" in pushed.evidence
