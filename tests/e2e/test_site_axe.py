"""axe on the documentation site, and docs/_static/accessible.js, which mends what axe finds."""

import pytest
from support.paths import ROOT

from nbjudge_testing.access import violations

SCRIPT = (ROOT / "docs/_static/accessible.js").read_text()
# As Sphinx and the theme write them: a caption of the side bar, and a line and a table too long.
PAGE = """<!doctype html><html lang="en"><head><title>A page</title>
<style>pre, div {{ overflow-x: auto; width: 10em; background: white }}</style>{script}</head>
<body><nav aria-label="Site"><p class="caption" role="heading"><span>Learn</span></p></nav>
<main><h1>A page</h1><pre>short</pre><pre>{line}</pre>
<div class="table-wrapper"><table><tr><td style="white-space: nowrap">{line}</td></tr></table></div>
</main></body></html>"""


def page_with(script):
    return PAGE.format(script=script, line="a long line " * 20)


def test_axe_finds_nothing_where_the_script_runs(page, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page_with(""))
    page.goto(path.as_uri())
    rules = {rule for rule, _ in violations(page, themes=["light"], widths=[640])}
    assert rules == {"aria-required-attr", "scrollable-region-focusable"}
    path.write_text(page_with(f"<script>{SCRIPT}</script>"))
    page.goto(path.as_uri())
    assert violations(page) == []
    # A block that does not scroll is no stop for the Tab key.
    assert page.locator("pre[tabindex]").count() == 1
    assert page.locator(".table-wrapper[tabindex]").count() == 1


@pytest.mark.parametrize("name", ["accessible.js", "search_sections.js"])
def test_the_site_loads_the_script(name):
    assert f'"{name}"' in (ROOT / "docs/conf.py").read_text()


@pytest.mark.soak
def test_axe_finds_nothing_on_the_pages_of_the_site(page, site):
    """In the theme's own colors, those of code included."""
    paths = sorted([*site.glob("*.html"), *site.glob("nbjudge/*.html")])
    assert len(paths) > 10
    found = {}
    for path in paths:
        page.goto(path.as_uri())
        if seen := violations(page, widths=[1280]):
            found[str(path.relative_to(site))] = seen
    assert found == {}
