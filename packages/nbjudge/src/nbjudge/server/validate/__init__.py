"""The button Validate, as an extension of the Jupyter server."""

from .handlers import _load_jupyter_server_extension

__all__ = ["_load_jupyter_server_extension"]
