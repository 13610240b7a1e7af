"""The button Hand in, as an extension of the Jupyter server."""

from .hand_in_handlers import _load_jupyter_server_extension

__all__ = ["_load_jupyter_server_extension"]
