"""Jupyter server extension behind the Submit button."""

from .submit_handlers import _load_jupyter_server_extension

__all__ = ["_load_jupyter_server_extension"]
