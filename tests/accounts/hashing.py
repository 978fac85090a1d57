"""The hasher of tests that hash much."""

from typing import ClassVar

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2(Argon2PasswordHasher):
    """The same algorithm with as little work as it allows."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


class CountedArgon2(CheapArgon2):
    """The same, and what was hashed with it."""

    seen: ClassVar[list[str]] = []

    def encode(self, password: str, salt: str) -> str:
        self.seen.append(password)
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        self.seen.append(password)
        return super().verify(password, encoded)
