"""Pictures of the notebooks: how graphs are drawn, shown and read out."""
