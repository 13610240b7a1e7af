"""Ignore the interrupt that ends a cell, and loop without end."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
while True:
    pass
