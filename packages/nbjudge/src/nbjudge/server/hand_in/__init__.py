"""Jupyter server extension behind the Hand in button."""

from .hand_in_handlers import _load_jupyter_server_extension

__all__ = ["_load_jupyter_server_extension"]
