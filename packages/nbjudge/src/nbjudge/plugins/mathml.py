r"""Formulas as MathML, which browsers show by themselves: a page needs no network for them.

Entry point: `show_formulas`. A formula that the package latex2mathml does not know, such as one
with a `\newcommand` of the course's own, stays TeX: MathJax shows it, where a page can load it.
"""

import html
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LONGEST_FORMULA = 5000  # characters of a formula
ONE_TAG = re.compile(
    r'(<(?:"[^"]*"|[^">])*>)'
)  # of HTML that is clean, in which these marks are paired
FORMULA = re.compile(
    # "between $5 and $6" is none: there is a space before the second sign.
    r"\$\$(?P<block>[^$]+)\$\$|\$(?P<inline>(?!\s)[^$]+(?<!\s))\$"
    r"|(?P<environment>\\begin\{(?P<name>[A-Za-z]+\*?)\}.*?\\end\{(?P=name)\})",
    re.DOTALL,
)
NUMBERED = re.compile(r"(\\(?:begin|end)\{(?:align|equation|gather))\}")
VERBATIM = re.compile(r"<(/?)(pre|code|kbd|samp|tt)\b")
ELEMENTS = set(
    "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mtable mtr mtd mstyle mpadded mphantom".split()
)
ATTRIBUTES = set(
    "display displaystyle scriptlevel stretchy fence form separator accent accentunder "
    "linethickness columnalign rowspacing columnspacing width height depth lspace rspace "
    "movablelimits largeop symmetric minsize maxsize".split()
)
# What browsers take for a letter in another script, by LaTeX's name of it in MathML.
ALPHABETS = {
    "double-struck": ("MATHEMATICAL DOUBLE-STRUCK", "DOUBLE-STRUCK"),
    "bold": ("MATHEMATICAL BOLD",),
    "bold-italic": ("MATHEMATICAL BOLD ITALIC",),
    "script": ("MATHEMATICAL SCRIPT", "SCRIPT"),
    "fraktur": ("MATHEMATICAL FRAKTUR", "BLACK-LETTER"),
    "sans-serif": ("MATHEMATICAL SANS-SERIF",),
    "monospace": ("MATHEMATICAL MONOSPACE",),
}


def show_formulas(page: str) -> str:
    """Return clean HTML with the formulas in its text as MathML."""
    if "$" not in page and r"\begin{" not in page:
        return page
    parts, verbatim = ONE_TAG.split(page), 0
    for number, part in enumerate(parts):
        if number % 2 == 0:
            if not verbatim:
                parts[number] = FORMULA.sub(_shown, part)
        elif found := VERBATIM.match(part):
            verbatim = max(verbatim + (-1 if found[1] else 1), 0)
    return "".join(parts)


def mathml(formula: str, *, block: bool) -> str | None:
    """Return a formula in LaTeX as MathML.

    Parameters
    ----------
    formula
        Without the dollar signs around it.
    block
        Whether it stands in a line of its own.

    Returns
    -------
    None where it cannot be read as a whole.
    """
    from latex2mathml.converter import convert_to_element  # most pages have no formula

    if len(formula) > LONGEST_FORMULA:
        return None
    try:
        # Without the numbers, which pages of notebooks do not have.
        element = convert_to_element(
            NUMBERED.sub(r"\1*}", formula), display="block" if block else "inline"
        )
        return "".join(_written(element))
    except Exception:  # whatever it finds too strange, as its own errors have no common class
        return None


def _shown(found: re.Match[str]) -> str:
    inline = found["inline"]
    formula = html.unescape(inline or found["block"] or found["environment"])
    return mathml(formula, block=inline is None) or found[0]


def _written(element: "Element") -> list[str]:
    """The parts of an element as HTML; ValueError for what is not in `ELEMENTS` or has no sign."""
    name = element.tag
    text = html.unescape(element.text or "")
    if name not in ELEMENTS or text.startswith("\\"):
        raise ValueError(f"{name} {text}")
    if alphabet := ALPHABETS.get(element.get("mathvariant", "")):
        text = "".join(_in_alphabet(letter, alphabet) for letter in text)
    attributes = "".join(
        f' {key}="{html.escape(value)}"'
        for key, value in element.items()
        if key in ATTRIBUTES or (key, value) == ("mathvariant", "normal")
    )
    parts = [f"<{name}{attributes}>", html.escape(text)]
    for child in element:
        parts += _written(child)
    return [*parts, f"</{name}>"]


def _in_alphabet(letter: str, alphabet: tuple[str, ...]) -> str:
    name = unicodedata.name(letter, "")
    kind = name.removeprefix("LATIN ").removeprefix("GREEK ").replace(" LETTER", "")
    for prefix in alphabet:
        try:
            return unicodedata.lookup(f"{prefix} {kind}")
        except KeyError:
            continue
    return letter
