"""The keys of authenticators are encrypted; sessions whose keys stood in the table are over."""

from binascii import hexlify, unhexlify
from typing import Any

from django.db import migrations

from accounts import sealing
from accounts.authenticators import PURPOSE


def seal(apps: Any, editor: Any) -> None:
    """Encrypt every key, and log everybody out."""
    for device in apps.get_model("otp_totp", "TOTPDevice").objects.all():
        device.key = sealing.seal(unhexlify(device.key.encode()), purpose=PURPOSE)
        device.save(update_fields=["key"])
    apps.get_model("sessions", "Session").objects.all().delete()


def unseal(apps: Any, editor: Any) -> None:
    """Write the keys out again."""
    for device in apps.get_model("otp_totp", "TOTPDevice").objects.all():
        device.key = hexlify(sealing.opened(device.key, purpose=PURPOSE)).decode()
        device.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0020_sessions_and_factors"),
        ("otp_totp", "0003_add_timestamps"),
        ("sessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(seal, unseal, elidable=True)]
