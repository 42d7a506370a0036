"""The paper's walk is what it was: a second of it, stored before other bodies came."""

import hashlib

from gaitsmith.workflows import load_solution, simulate, undisturbed

# The root's place and the last frame of all, at commit 89dd213.
PLACE = [1.0926615582974226, 0.09027613081361092, 0.9467124863360589]
DIGEST = "0895cc02b96b235c0e609cec6282a4ad5cfa25406fe94c2fadb0f4caf93da70c"


def test_the_papers_walk_is_what_it_was_to_the_last_bit():
    walk = undisturbed(load_solution("wang2012/nwalk"), 1.0)
    motion = simulate(walk, frame_rate=100.0).rollout.recording.qpos
    assert motion[-1, :3].tolist() == PLACE
    assert hashlib.sha256(motion.tobytes()).hexdigest() == DIGEST
