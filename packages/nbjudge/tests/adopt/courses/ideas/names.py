# A look at the names that a notebook binds.
# %% solution tasks
def task_1():
    return 1


def task_2():
    return 2
# %% test dir_of_the_notebook 1
assert {"task_1", "task_2"} <= set(dir()) and "task_3" not in dir()
# %% test globals_of_the_notebook 1
assert sorted(name for name in globals() if name.startswith("task_")) == ["task_1", "task_2"]
# %% test evaluated_names 1
assert [eval(f"task_{n}()") for n in (1, 2)] == [1, 2]
