"""Steps in JupyterLab that several browser tests take.

Entry points: `open_first`, `validate`.
"""

from nbjudge_testing.browser_walk import PATIENCE, TOKEN


def open_first(page, server, url=None):
    """Open what JupyterLab opens by itself; return the preview."""
    page.goto(url or f"{server.url}/?token={TOKEN}")
    preview = page.locator(".jp-MarkdownViewer:not(.lm-mod-hidden)")
    preview.get_by_role("heading", name="Start here").wait_for(timeout=60_000)
    return preview


def validate(page):
    """Press the button; return the dialog with the answer."""
    page.get_by_role("button", name="Validate").click()
    dialog = page.locator(".jp-Dialog", has=page.locator(".nbjudge-verdict"))
    dialog.wait_for(timeout=PATIENCE)
    return dialog
