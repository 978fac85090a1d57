"""The hasher of tests that hash much."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2(Argon2PasswordHasher):
    """The same algorithm with as little work as it allows."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
