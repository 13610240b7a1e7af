"""Where a stranger's process lives: namespaces, a filter for calls, limits."""
