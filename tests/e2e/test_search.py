"""The search of the documentation site leads to sections, in a small site with the same script."""

import functools
import http.server
import subprocess
import sys
import threading

import pytest
from support.paths import ROOT

pytestmark = pytest.mark.soak
PAGE = (
    "# Grading\n\nText.\n\n## Points\n\nNothing here.\n\n### Penalties\n\nLate work costs points.\n"
)
PLAIN = "# Setup\n\nA late train.\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of the built site."""
    pages, site = tmp_path_factory.mktemp("pages"), tmp_path_factory.mktemp("site")
    (pages / "index.md").write_text("# Start\n\n```{toctree}\ngrading\nsetup\n```\n")
    (pages / "grading.md").write_text(PAGE)
    (pages / "setup.md").write_text(PLAIN)
    script = ["html_js_files=search_sections.js", f"html_static_path={ROOT / 'docs' / '_static'}"]
    settings = ["extensions=myst_parser", "html_theme=furo", *script]
    options = [word for setting in settings for word in ("-D", setting)]
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-C", *options, str(pages), str(site)]
    subprocess.run(command, check=True)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_hit_leads_to_its_section(page, address):
    page.goto(f"{address}/search.html?q=late")
    page.get_by_role("link", name="Grading \u203a Penalties").wait_for()
    page.get_by_role("link", name="Setup", exact=True).nth(0).wait_for()
    links = page.locator("#search-results a").evaluate_all("all => all.map(a => a.href)")
    assert {link.removeprefix(address) for link in links} == {
        "/grading.html#penalties",
        "/setup.html",  # its words stand above any section
    }
    page.get_by_role("link", name="Grading \u203a Penalties").click()
    page.wait_for_url("**/grading.html#penalties")


def test_all_words_stand_in_the_section(page, address):
    page.goto(f"{address}/search.html?q=nothing+late")
    page.get_by_role("link", name="Grading \u203a Points").wait_for()
