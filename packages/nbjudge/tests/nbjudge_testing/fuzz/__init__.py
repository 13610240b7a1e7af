"""Classes of damaged submissions, commands that are killed, and what must hold of both."""
