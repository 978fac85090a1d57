"""Apps that can ask people to let them in."""

import uuid
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone
from oauth2_provider.models import AbstractApplication, ApplicationManager

from accounts.oauth import credentials

CODE = AbstractApplication.GRANT_AUTHORIZATION_CODE
DEVICE = AbstractApplication.GRANT_DEVICE_CODE
BUILT_IN = "hbapp_command_line"
"""The client id of the command line `herdbook`, which each server knows."""


class _Apps(ApplicationManager):
    """Reads an app with its author, in one query: what it costs does not tell which apps there are."""

    def get_queryset(self) -> "models.QuerySet[App]":
        return super().get_queryset().select_related("user")


class App(AbstractApplication, models.Model):
    """A program that somebody has registered. Of its secret only a hash is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    client_id = models.CharField(
        max_length=40, unique=True, default=credentials.new_client_id, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="apps"
    )
    """Who has registered it; None for what belongs to the server."""
    name = models.CharField(max_length=64)
    homepage = models.CharField(max_length=200, blank=True)
    redirect_uris = models.TextField(blank=True)
    """Separated by blanks."""
    client_secret = models.CharField(max_length=64, blank=True)
    """SHA-256 of the secret; empty for a public app, which can keep none."""
    device_flow = models.BooleanField(default=False)
    """Whether it may ask for a code to be typed elsewhere."""
    created_at = models.DateTimeField()

    objects = _Apps()

    # What the toolkit knows and we have no use for.
    authorization_grant_type = None
    post_logout_redirect_uris = None
    allowed_origins = None
    algorithm = None
    registration_source = None
    cimd_expires_at = None
    created = None
    updated = None
    hash_client_secret = False
    skip_authorization = False

    class Meta:
        db_table = "app"

    def __str__(self) -> str:
        return f"{self.name} ({self.client_id})"

    @property
    def is_public(self) -> bool:
        """Whether it runs where it can keep no secret."""
        return bool(self.client_type == self.CLIENT_PUBLIC)

    @property
    def uris(self) -> list[str]:
        """Where people may be sent back to."""
        return self.redirect_uris.split()

    def allows_grant_type(self, *grant_types: str) -> bool:
        """Answer whether it may come by tokens in one of these ways."""
        return (bool(self.uris) and CODE in grant_types) or (
            self.device_flow and DEVICE in grant_types
        )

    def redirect_uri_allowed(self, uri: str) -> bool:
        """Answer whether people may be sent back there: letter by letter, but for loopback ports."""
        return uri in self.uris or (
            urlsplit(uri).scheme == "http" and bool(super().redirect_uri_allowed(uri))
        )

    def is_usable(self, request: object) -> bool:
        """Answer whether it gets anything: an app of somebody who may do nothing does not, either."""
        author = self.user
        if author is None:
            return True
        until = author.suspended_until
        return author.is_active and (until is None or until <= timezone.now())

    def get_allowed_schemes(self) -> Sequence[str]:
        """Return the schemes of the addresses to which people are sent back."""
        return sorted({urlsplit(uri).scheme for uri in self.uris})
