"""Formulas in pages: as MathML, which needs no network, or else as TeX."""

import pytest
from nbformat.v4 import new_output

from nbjudge.plugins.mathml import mathml, show_formulas
from nbjudge.plugins.safehtml import markdown_page, safe_output

X = '<math display="inline"><mrow><mi>x</mi></mrow></math>'


@pytest.mark.parametrize(
    "page, shown",
    [
        ("<p>$x$, and $x$</p>", f"<p>{X}, and {X}</p>"),
        ("$$\nx\n$$", X.replace("inline", "block")),
        ("<pre>$x$</pre><code>$x$</code> $x$", f"<pre>$x$</pre><code>$x$</code> {X}"),
        # In an attribute it would end the attribute.
        ('<img alt="$x$" title="> $x$">$x$', f'<img alt="$x$" title="> $x$">{X}'),
        ("between $5 and $6", "between $5 and $6"),
        (r"$\R$, $x$", rf"$\R$, {X}"),  # a course's own command
        ("nothing", "nothing"),
    ],
)
def test_where_a_formula_is_shown(page, shown):
    assert show_formulas(page) == shown


@pytest.mark.parametrize(
    "formula, holds",
    [
        (r"\frac{\partial L}{\partial x_{ij}}", "<mfrac><mrow><mo>∂</mo><mi>L</mi></mrow>"),
        (
            r"\mathbb{R}^n",
            "<mi>\N{DOUBLE-STRUCK CAPITAL R}</mi>",
        ),  # no browser takes the attribute mathvariant
        (r"\mathbf{W}", "<mi>\N{MATHEMATICAL BOLD CAPITAL W}</mi>"),
        (r"\text{<script>}", "<mtext>&lt;script&gt;</mtext>"),
        (r"\text{&lt;script>}", "<mtext>&lt;script&gt;</mtext>"),
    ],
)
def test_what_is_written_of_a_formula(formula, holds):
    assert holds in mathml(formula, block=False)


@pytest.mark.parametrize(
    "formula", [r"\href{javascript:alert(1)}{x}", r"\style{background:url(a)}{x}", r"\class{a}{x}"]
)
def test_no_address_style_or_class_is_written(formula):
    assert mathml(formula, block=False).count("=") == 1  # that of `display`


@pytest.mark.parametrize("formula", [r"\R", r"\left(", "{" * 3000, "x" * 6000, r"\frac"])
def test_what_is_no_formula_stays(formula):
    assert mathml(formula, block=False) is None
    assert show_formulas(f"${formula}$") == f"${formula}$"


def test_rows_have_no_numbers():
    shown = show_formulas(r"\begin{align} a &amp;= b \\ c &amp;= d \end{align}")
    assert shown.count("<mtr>") == 2 and "(1)" not in shown and "$" not in shown


def test_markdown_and_latex_of_a_notebook_are_shown():
    assert X in markdown_page("Let $x$ be **one**.", {})
    output = new_output("display_data", {"text/latex": r"$\displaystyle x$", "text/plain": "x"})
    assert "<mi>x</mi>" in safe_output(output).data["text/html"]
