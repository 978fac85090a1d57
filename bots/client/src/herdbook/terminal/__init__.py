"""The command line `herdbook`: what the library does, shown in a terminal."""
