"""The only things that change a game: verbs that go through one command path."""
