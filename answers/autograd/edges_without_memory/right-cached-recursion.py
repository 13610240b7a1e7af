"""Two recursive calls a level, with a cache.

points: 4
"""

from functools import lru_cache


@lru_cache(maxsize=None)
def edges_without_memory(n):
    return 0 if n < 1 else 1 + edges_without_memory(n - 1) + 1 + edges_without_memory(n - 1)
