"""Helpers for tests in a real browser: a Jupyter server on loopback, and pages of Chromium.

Entry points: `running`, `open_notebook`, `choose_theme`, `write_cell`, `save`, `picture`, `log_in`;
the fixtures `page` and `chromium`, which conftest.py imports with `pytest_runtest_makereport`. If a
walk fails, a screenshot of its page is in screenshots/.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import psutil
import pytest
from PIL import Image

from nbisolate_testing.users import wait_for
from nbjudge_testing.paths import ROOT

TOKEN = "token-of-this-test"
# The options of every Jupyter server that a test starts.
OPTIONS = f"--no-browser --ServerApp.ip=127.0.0.1 --port=0 --IdentityProvider.token={TOKEN}"
PATIENCE = 300_000  # milliseconds that Playwright waits for anything on a page
CHROMIUM = shutil.which("chromium")
CHROMIUM_ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # Tests run without the network, so the pages must work without it.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
SCREENSHOTS = ROOT / "screenshots"
NOTEBOOK = ".jp-NotebookPanel:not(.lm-mod-hidden)"


class Server:
    """A Jupyter server on a free port. `url` is its address; `asked` and `read` send requests.

    `command` starts it in `folder` and includes OPTIONS. `home` is an empty folder for settings, so
    that those of the person who runs the tests have no effect.
    """

    def __init__(self, command, home, folder, **environment):
        self.log, self.runtime = home / "server.log", home / "runtime"
        own = {name: str(home) for name in ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
        own["JUPYTER_RUNTIME_DIR"] = str(self.runtime)
        self.environment = os.environ | own | environment
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self):
        """Wait until the server answers."""
        try:
            wait_for(self._answers)
        except AssertionError:
            pytest.fail(f"the Jupyter server did not start:\n{self.log.read_text()}")

    def _answers(self):
        assert self.process.poll() is None
        with contextlib.suppress(ValueError, OSError):  # the file is missing or incomplete
            (file,) = self.runtime.glob("jpserver-*.json")
            self.url = json.loads(file.read_text())["url"].rstrip("/")
            return self.asked("/api/status")

    def asked(self, path, body=None, seconds=300):
        """Request a path, with POST if there is a body; return the parsed response."""
        return json.loads(self.read(path, body, seconds))

    def read(self, path, body=None, seconds=300):
        """Request a path as `asked` does; return the bytes of the response."""
        request = urllib.request.Request(
            f"{self.url}{path}",
            method="GET" if body is None else "POST",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"token {TOKEN}"},
        )
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return answer.read()

    def cpu_seconds(self):
        """Return the processor time in seconds of the server and all its descendants."""
        root = psutil.Process(self.process.pid)
        return sum(sum(each.cpu_times()[:4]) for each in [root, *root.children(recursive=True)])

    def close(self):
        """End the server."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextlib.contextmanager
def running(command, home, folder, **environment):
    """Start a `Server` for a `with` block, and wait until it answers."""
    server = Server(command, home, folder, **environment)
    try:
        server.wait()
        yield server
    finally:
        server.close()


# The texts of the elements that can be seen without scrolling.
LINES_IN_VIEW = """() => {
  const seen = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const block = walker.currentNode.parentElement.closest("p, li, td, button, h1, h2, pre, div");
    const box = block?.getBoundingClientRect();
    const inHeight = box?.bottom > 0 && box.top < innerHeight && box.height < innerHeight;
    if (inHeight && box.width && box.right > 0 && box.left < innerWidth)
      block.innerText.split("\\n").forEach((line) => seen.add(line.trim()));
  }
  return [...seen];
}"""


def picture(page, name, part=None):
    """Save a screenshot of the page for the docs, if `make pictures` asks for it, and its texts.

    With `part`, a locator, of this part of the page alone.
    """
    if os.environ.get("PICTURES"):
        page.wait_for_timeout(500)  # let animations finish
        path = Path(os.environ["PICTURES"], f"{name}.png")
        (part or page).screenshot(path=path)
        # With 128 colors, the file has a third of the bytes and looks the same.
        colors = Image.open(path).convert("RGB").quantize(128, dither=Image.Dither.NONE)
        colors.save(path, optimize=True)
        lines = part.inner_text().splitlines() if part else page.evaluate(LINES_IN_VIEW)
        path.with_suffix(".txt").write_text("\n".join(lines))


def log_in(page, server):
    """Log the page's browser in to the server."""
    page.goto(f"{server.url}/login?token={TOKEN}&next=%2Fapi%2Fstatus")


def open_notebook(page, server, path):
    """Open a notebook in JupyterLab, and wait until its kernel is ready."""
    page.goto(f"{server.url}/lab/tree/{path}?token={TOKEN}&reset")
    page.wait_for_selector(f"{NOTEBOOK} .jp-Cell", timeout=PATIENCE)
    # The toolbar moves its indicator out of sight if it is narrow, and says idle before it knows of
    # a kernel; the status bar says so only of a kernel that has answered.
    idle = page.locator("#jp-main-statusbar").get_by_text("| Idle")
    idle.wait_for(state="attached", timeout=PATIENCE)


def choose_theme(page, name):
    """Choose a theme in JupyterLab's menu, and wait until the page is shown in it."""
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.get_by_text("Theme", exact=True).hover()
    page.get_by_role("menuitem", name=name, exact=True).click()
    page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=name)
    # While a theme loads, a splash screen covers the page: axe would see no color of ours.
    page.locator("#jupyterlab-splash").wait_for(state="detached")


def write_cell(page, cell, source):
    """Replace a cell's text with `source`, typed as by a person."""
    editor = cell.locator(".cm-content")
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(source)


def save(page):
    """Save the open notebook, and wait until it is on disk."""
    page.keyboard.press("Control+S")
    page.wait_for_function(
        "() => !document.querySelector('.jp-mod-dirty.lm-mod-current, "
        ".lm-TabBar-tab.lm-mod-current.jp-mod-dirty')"
    )


# ---- for conftest.py -------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    page = item.funcargs.get("page") if report.when == "call" else None
    if report.failed and hasattr(page, "screenshot"):
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{re.sub(r'[^A-Za-z0-9]+', '-', item.name)}.png"
        page.screenshot(path=path)
        report.sections.append(("screenshot", str(path)))
    return report


def stale_buttons():
    """Return the buttons' scripts that are missing in this environment or differ from git's."""
    folder = Path(sys.prefix, "share", "jupyter", "labextensions")
    installed = {path.name: path.read_bytes() for path in folder.glob("nbjudge*/static/*.js")}
    for path in (ROOT / "src" / "nbjudge" / "labextension").rglob("*.js"):
        if installed.get(path.name) != path.read_bytes():
            yield path.name


@pytest.fixture(scope="module")
def chromium():
    """A browser of the module's own, so that what one module does to it is over with that module.

    Playwright's driver is a process of its own, and tests that fork inherit the pipes to it.
    """
    if stale := list(stale_buttons()):
        pytest.fail(f"install nbjudge anew, for what is newer here: {', '.join(stale)}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS, headless=True
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    """A page in a fresh browser context, without cookies or storage of earlier tests."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
