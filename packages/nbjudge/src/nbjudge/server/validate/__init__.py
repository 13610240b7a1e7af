"""Jupyter server extension behind the Validate button."""

from .handlers import _load_jupyter_server_extension

__all__ = ["_load_jupyter_server_extension"]
