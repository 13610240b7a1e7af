"""nbgrader's exchange: who sent a folder, and what students are told."""
