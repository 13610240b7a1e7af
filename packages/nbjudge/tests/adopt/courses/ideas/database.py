# A database in memory.
# %% solution database
import sqlite3

connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE towns (name TEXT, people INTEGER)")


def add(name, people):
    connection.execute("INSERT INTO towns VALUES (?, ?)", (name, people))


def count():
    return connection.execute("SELECT count(*) FROM towns").fetchone()[0]
# %% test rows_are_added 1
add("Abbey", 400)
assert count() == 1
# %% test rows_are_still_there 1
connection.execute("INSERT INTO towns VALUES ('Brook', 10)")
assert count() == 2
