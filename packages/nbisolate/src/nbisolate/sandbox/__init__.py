"""The sandbox of a process that is not trusted: namespaces, a filter of system calls, limits."""
