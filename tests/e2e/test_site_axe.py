"""docs/_static/accessible.js mends what axe finds on a page of the documentation site."""

import pytest
from support.paths import ROOT

from nbjudge_testing.access import violations

SCRIPT = (ROOT / "docs/_static/accessible.js").read_text()
# As Sphinx and the theme write them: a caption of the side bar, and a line that is too long.
PAGE = """<!doctype html><html lang="en"><head><title>A page</title>
<style>pre {{ overflow-x: auto; width: 10em; background: white }}</style>{script}</head>
<body><nav aria-label="Site"><p class="caption" role="heading"><span>Learn</span></p></nav>
<main><h1>A page</h1><pre>short</pre><pre>{line}</pre></main></body></html>"""


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


@pytest.mark.parametrize("name", ["accessible.js", "search_sections.js"])
def test_the_site_loads_the_script(name):
    assert f'"{name}"' in (ROOT / "docs/conf.py").read_text()
