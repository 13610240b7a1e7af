r"""Conversion of formulas to MathML, which browsers render without loading MathJax.

Entry point: `show_formulas`. A formula that the package latex2mathml cannot convert, such as one
that uses the course's own `\newcommand`, stays TeX. nbjudge's pages load no MathJax, because it
comes from another host.
"""

import html
import re
import unicodedata
from xml.etree.ElementTree import Element

LONGEST_FORMULA = 5000  # characters
ONE_TAG = re.compile(
    r'(<(?:"[^"]*"|[^">])*>)'
)  # Valid for clean HTML only, in which quotation marks and angle brackets are paired.
FORMULA = re.compile(
    # "between $5 and $6" does not match: there is a space before the second dollar sign.
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
# Prefixes of the Unicode names of letters in other alphabets, by latex2mathml's `mathvariant`.
# Browsers implement MathML Core, which knows no `mathvariant` but "normal", so letters are replaced
# with characters of that alphabet.
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
    """Return clean HTML in which the formulas outside of code are MathML."""
    if "$" not in page and r"\begin{" not in page:
        return page
    parts = ONE_TAG.split(page)
    verbatim = 0
    for number, part in enumerate(parts):
        if number % 2 == 0:
            if not verbatim:
                parts[number] = FORMULA.sub(_shown, part)
        elif found := VERBATIM.match(part):
            verbatim = max(verbatim + (-1 if found[1] else 1), 0)
    return "".join(parts)


def mathml(formula: str, *, block: bool) -> str | None:
    """Convert a formula in LaTeX, without dollar signs, to MathML.

    With `block`, the formula is on a line of its own. Return None if any part cannot be converted.
    """
    from latex2mathml.converter import convert_to_element  # late: most pages have no formula

    if len(formula) > LONGEST_FORMULA:
        return None
    try:
        # Use the starred environment: equations in notebooks are not numbered.
        element = convert_to_element(
            NUMBERED.sub(r"\1*}", formula), display="block" if block else "inline"
        )
        return "".join(_written(element))
    except Exception:  # latex2mathml's errors have no common base class
        return None


def _shown(found: re.Match[str]) -> str:
    inline = found["inline"]
    formula = html.unescape(inline or found["block"] or found["environment"])
    return mathml(formula, block=inline is None) or found[0]


def _written(element: Element) -> list[str]:
    """Return an element's HTML in parts.

    Raise ValueError if an element is not in `ELEMENTS`, or its text is a command that was not
    converted.
    """
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
