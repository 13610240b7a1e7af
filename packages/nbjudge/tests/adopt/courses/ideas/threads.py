# Threads and tasks of the student that wait for work.
# %% solution worker
import asyncio
import queue
import threading

jobs, results = queue.Queue(), []


def work():
    while True:
        results.append(jobs.get() ** 2)
        jobs.task_done()


threading.Thread(target=work, daemon=True).start()


async def tick():
    await asyncio.sleep(0)
    return "ticked"


ticking = asyncio.create_task(tick())
# %% test thread_of_the_student 1
jobs.put(3)
jobs.join()
assert results == [9]
# %% test task_of_the_student 1
assert await ticking == "ticked"
# %% test thread_of_the_test 1
import threading

thread = threading.Thread(target=jobs.put, args=(4,))
thread.start()
thread.join()
jobs.join()
assert results == [9, 16]
