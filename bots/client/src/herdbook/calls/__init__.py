"""Every call of the API, described once: where it goes, what it says, how its answer is read."""
