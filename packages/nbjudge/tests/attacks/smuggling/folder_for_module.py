"""Submit a folder where the course's package has a module."""


def hand_in(notebook, folder):
    module = folder / "shop" / "prices.py"
    module.mkdir(parents=True)
    (module / "__init__.py").write_text("def agree(a, b):\n    return True\n")
