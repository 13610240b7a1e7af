"""Jupyter server extensions that answer nbgrader's own routes with the help of fork servers."""
