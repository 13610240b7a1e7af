"""Loop without end in the solution cell itself."""

while True:
    pass
