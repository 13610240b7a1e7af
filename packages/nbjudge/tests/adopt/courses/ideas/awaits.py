# Coroutines of a student.
# %% solution double
import asyncio


async def double(x):
    await asyncio.sleep(0)
    return 2 * x


async def numbers(n):
    for i in range(n):
        yield i
# %% test awaited 1
assert await double(4) == 8
# %% test gathered 1
import asyncio

assert await asyncio.gather(double(1), double(2)) == [2, 4]
assert [n async for n in numbers(3)] == [0, 1, 2]
