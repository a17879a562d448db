; JSON has no tags.
