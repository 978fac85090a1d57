"""Authenticators whose keys are encrypted in the table of django-otp."""

import secrets

from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import sealing

KEY_BYTES = 20
PURPOSE = b"herdbook authenticators 1"


def new_key() -> str:
    """Return what is stored of a fresh key."""
    return sealing.seal(secrets.token_bytes(KEY_BYTES), purpose=PURPOSE)


class Authenticator(TOTPDevice):  # type: ignore[misc]  # it has no types
    """The library's device, which reads its key through ours."""

    class Meta:
        proxy = True

    @property
    def bin_key(self) -> bytes:
        """The key; raises `LostSecretError`."""
        return sealing.opened(self.key, purpose=PURPOSE)
