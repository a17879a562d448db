; Helix has no parser for these files.
