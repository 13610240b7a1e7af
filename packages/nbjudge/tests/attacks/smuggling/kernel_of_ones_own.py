"""Ask for another kernel and another language."""


def hand_in(notebook, folder):
    notebook.metadata["kernelspec"] = {"name": "bash", "language": "bash", "display_name": "sh"}
    notebook.metadata["language_info"] = {"name": "bash"}
