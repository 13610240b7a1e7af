"""The commands of `nbjudge`, one module each: its arguments, what it runs, and what it prints.

A module of a command has one `COMMAND`, which is listed in `nbjudge.cli`. Modules that take long to
import are imported inside the functions that need them: by then the fork server has been started,
and does its own imports on another core at the same time.
"""
