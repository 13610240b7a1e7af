"""Course data on the disk and in the gradebook: folders, records, definitions, scores."""
