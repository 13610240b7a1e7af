"""What the notebooks beside this folder import: pictures, guesses, and what the checks use."""
