# A test cell binds what an instructor cell and a student's cell read.
# %% solution total
def total(numbers):
    return sum(numbers)
# %% test binds_for_the_next_cells 1
numbers = [1, 2, 3]
assert total(numbers) == 6
# %% given more
numbers = [*numbers, 4]
# %% solution average
average = total(numbers) / len(numbers)
# %% test given_cell_reads_it 1
assert numbers == [1, 2, 3, 4]
# %% test solution_reads_it 1
assert average == 2.5
