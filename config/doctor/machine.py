"""The disk of this machine, and the certificate that people see."""

import shutil
import socket
import ssl
import time
from urllib.parse import urlsplit

from django.conf import settings

from config.doctor.findings import Finding, State, ok, wrong
from config.metrics import counting

LEAST_FREE = 0.05
"""Part of the disk that should be free."""
LEAST_DAYS = 14
"""Days for which the certificate should be good; renewal is usually tried from 30 on."""


def disk() -> Finding:
    """Look how much is free where the program lies; PostgreSQL may lie elsewhere."""
    usage = shutil.disk_usage(settings.BASE_DIR)
    share = usage.free / usage.total
    text = f"{usage.free / 2**30:.1f} GiB, {share:.0%}, are free at {settings.BASE_DIR}."
    if share < LEAST_FREE:
        return wrong("disk", text, "Make room: a full disk ends logs, and PostgreSQL if it is its.")
    return ok("disk", text)


def figures() -> Finding:
    """Look whether processes can count where they should."""
    if not counting.ASKED:
        return Finding("figures", State.NOTE, "None are counted: HERDBOOK_METRICS_FOLDER is empty.")
    if not counting.FOLDER:
        return wrong(
            "figures",
            f"This user cannot write into {counting.ASKED}, and counts nothing.",
            "Give the folder to the user of the server; if you are another one, ask as that user.",
        )
    return ok("figures", f"They are counted in {counting.FOLDER}.")


def certificate(url: str) -> Finding:
    """Ask the public address for its certificate."""
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.hostname is None:
        text = "HERDBOOK_PUBLIC_URL names no address with TLS, so that it is not known."
        return Finding("certificate", State.NOTE, text)
    address = (parts.hostname, parts.port or 443)
    try:
        with (
            socket.create_connection(address, timeout=3) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=address[0]) as tls,
        ):
            shown = tls.getpeercert() or {}
    except ssl.SSLCertVerificationError as error:
        text = f"Browsers refuse that of {address[0]}: {error.verify_message}."
        return wrong("certificate", text, "Renew it, and reload nginx.")
    except OSError as error:
        text = f"{address[0]} cannot be reached from here: {type(error).__name__}."
        return wrong("certificate", text, "See whether nginx runs, and where the name leads.")
    days = (ssl.cert_time_to_seconds(str(shown["notAfter"])) - time.time()) / 86_400
    text = f"That of {address[0]} is good for {days:.0f} days."
    if days < LEAST_DAYS:
        return wrong("certificate", text, "Renew it, and reload nginx.")
    return ok("certificate", text)
