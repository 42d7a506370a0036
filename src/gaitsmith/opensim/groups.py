"""Which of the eight muscles of a leg that laws know a muscle belongs to, by name."""

import re

GROUPS: tuple[tuple[str, str], ...] = (
    ("SOL", r"soleus|^sol"),
    ("TA", r"tib_?ant|^ta_?$|^edl|^ehl|ext_?dig|ext_?hal|per_?tert"),
    ("GAS", r"gas"),
    ("VAS", r"vas"),
    ("HAM", r"hamstring|^ham|bi_?fem_?lh|^bflh|semi_?mem|semi_?ten"),
    ("RF", r"rec(t|tus)?_?fem|^rf"),
    ("GLU", r"gl(ut)?_?max|^glu_?$"),
    ("HFL", r"iliopsoas|iliacus|psoas|^il_?$|^hfl"),
)
SIDE = re.compile(r"_?([lr])$|_(left|right)$|^(left|right)_")


def side_of(name: str) -> str:
    """Which side's a muscle is by its name: left, right, or neither."""
    found = SIDE.search(name.lower())
    word = next((part for part in found.groups() if part), "") if found else ""
    return {"l": "left", "r": "right"}.get(word, word)


def stem_of(name: str) -> str:
    """The name without its side, the same for both."""
    return SIDE.sub("", name.lower())


def guess_group(name: str) -> str:
    """SOL, TA, GAS, VAS, HAM, RF, GLU, HFL, or none of them."""
    stem = stem_of(name)
    return next((group for group, words in GROUPS if re.search(words, stem)), "")
