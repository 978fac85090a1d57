"""Games: the engine and the rules, the log, the command path and the HTTP API."""
