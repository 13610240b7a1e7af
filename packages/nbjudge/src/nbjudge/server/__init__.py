"""Extensions of the Jupyter server that answer nbgrader's own routes, through warm processes."""
