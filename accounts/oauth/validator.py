"""What the protocol asks of us: whether codes and tokens are good, and to store new ones.

The toolkit does most of it. Here is what it leaves open: it keeps codes as they are (we keep
hashes), lets a code or a refresh token that is used twice at the same moment through, and knows
nothing of our tokens. Each access token is one of ours, too, so that it opens all that a token
opens, and is looked up and revoked like one.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from oauth2_provider.models import AccessToken, DeviceGrant, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from accounts import tokens
from accounts.models import Account, Token
from accounts.oauth.acting import can_be_acted_for
from accounts.oauth.credentials import digest, family
from accounts.oauth.models import App
from accounts.services import keys

SLOWER = 5
"""Seconds by which the pause between two questions grows each time that one comes too early."""
LONGEST_PAUSE = 60
SLACK = timedelta(milliseconds=500)
"""So much earlier a question may come: a network is not always equally fast."""


class Validator(OAuth2Validator):
    """Answers for one request of the protocol; `request` is oauthlib's."""

    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        return bool(stored_secret) and constant_time_compare(digest(provided_secret), stored_secret)

    # --- Codes ---------------------------------------------------------------------------------

    def _create_authorization_code(self, request: Any, code: Any, expires: Any = None) -> Grant:
        return super()._create_authorization_code(request, {"code": digest(code["code"])}, expires)

    def validate_code(self, client_id: str, code: str, client: Any, request: Any) -> bool:
        """Look a code up, once; all that ever came of one that is used again is revoked."""
        grant = (
            Grant.objects.select_related("user")
            .filter(code=digest(code), application=client)
            .first()
        )
        if grant is None:
            RefreshToken.revoke_family(family(code))
            return False
        request.granted, request.user, request.scopes = grant, grant.user, grant.scope.split()
        return not grant.is_expired() and can_be_acted_for(grant.user)

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Any, request: Any
    ) -> bool:
        # The app may have given the address up since it was sent the code.
        registered = client.redirect_uri_allowed(redirect_uri)
        return request.granted.redirect_uri_allowed(redirect_uri) and registered

    def get_code_challenge(self, code: str, request: Any) -> str | None:
        return request.granted.code_challenge or None

    def get_code_challenge_method(self, code: str, request: Any) -> str | None:
        return request.granted.code_challenge_method or None

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any) -> None:
        """Do nothing: it went in the same transaction in which its tokens came."""

    def validate_device_code(self, client_id: str, device_code: str, request: Any) -> str | None:
        """Return how the code of a device stands; None if it is unknown or used."""
        grant = (
            DeviceGrant.objects.select_related("user")
            .filter(device_code=digest(device_code), client_id=request.client.client_id)
            .first()
        )
        now = timezone.now()
        if grant is None:
            RefreshToken.revoke_family(family(device_code))
            return None
        if grant.expires <= now:
            return str(DeviceCodeGrant.DEVICE_CODE_EXPIRED)
        is_let_in = grant.status == DeviceGrant.AUTHORIZED
        if grant.status == DeviceGrant.DENIED or (is_let_in and not can_be_acted_for(grant.user)):
            return str(DeviceCodeGrant.DEVICE_CODE_DENIED)
        if is_let_in:
            request.user, request.scopes = grant.user, grant.scope.split()
            return str(DeviceCodeGrant.DEVICE_CODE_AUTHORIZED)
        if not _is_patient(grant, now):
            return str(DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN)
        return str(DeviceCodeGrant.DEVICE_CODE_PENDING)

    # --- Tokens --------------------------------------------------------------------------------

    def validate_refresh_token(self, refresh_token: str, client: Any, request: Any) -> bool:
        good = super().validate_refresh_token(refresh_token, client, request)
        return bool(good and can_be_acted_for(request.user))

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> None:
        """Store what was issued, unless what it was issued for is used up meanwhile."""
        try:
            with transaction.atomic(durable=True):
                keys.hold(request.user)
                account = Account.objects.filter(id=request.user.id).first()
                if account is None or not can_be_acted_for(account):  # by now
                    raise InvalidGrantError(request=request)
                if is_first := _use_up(request):
                    self._save_bearer_token(token, request)
        except IntegrityError:
            if App.objects.filter(pk=request.client.pk).exists():
                raise
            raise InvalidGrantError(request=request) from None  # the app was removed meanwhile
        if not is_first:
            RefreshToken.revoke_family(_family_of(request))
            raise InvalidGrantError(request=request)

    def _check_and_set_request_resource(self, request: Any) -> None:
        request.resource = []  # there is one resource here, the API

    def _create_access_token(
        self, expires: datetime, request: Any, token: Any, source_refresh_token: Any = None
    ) -> AccessToken:
        access = super()._create_access_token(expires, request, token, source_refresh_token)
        text = tokens.parse(token["access_token"])
        assert text is not None
        now = timezone.now()
        Token.objects.create(
            id=text.id,
            account=request.user,
            label=request.client.name,
            secret_hash=tokens.digest(text.secret),
            scopes=token["scope"].split(),
            created_at=now,
            expires_at=expires,
            last_used_at=now,
            of_app=True,
            access=access,
        )
        return access

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: Any, previous_refresh_token: Any
    ) -> RefreshToken:
        made = super()._create_refresh_token(
            request, refresh_token_code, access_token, previous_refresh_token
        )
        if previous_refresh_token is None:
            made.token_family = _family_of(request)
            made.save(update_fields=["token_family"])
        return made

    def introspect_token(self, token: str, token_type_hint: Any, request: Any) -> Any:
        """Return what an app may know of a token of its own; None for any other."""
        own = {"token_checksum": digest(token), "application": request.client}
        access = AccessToken.objects.select_related("user").filter(**own).first()
        if access is not None:
            good = access.is_valid() and can_be_acted_for(access.user)
            return _claims(access, access.user, "Bearer", access.expires) if good else None
        refresh = (
            RefreshToken.objects.select_related("user", "access_token")
            .filter(**own, revoked=None, access_token__isnull=False)
            .first()
        )
        if refresh is None or not self.validate_refresh_token(token, request.client, request):
            return None
        return _claims(refresh.access_token, refresh.user, "refresh_token", None)


def _use_up(request: Any) -> bool:
    """Take what tokens are asked for with; answer whether nobody else has taken it before."""
    match request.grant_type:
        case "authorization_code":
            own = Grant.objects.filter(code=digest(request.code), application=request.client)
            return own.delete()[0] > 0
        case "refresh_token":
            row = RefreshToken.objects.select_for_update().filter(revoked=None)
            return row.filter(pk=request.refresh_token_instance.pk).first() is not None
        case _:
            ready = DeviceGrant.objects.filter(device_code=digest(request.device_code))
            return ready.filter(status=DeviceGrant.AUTHORIZED).delete()[0] > 0


def _family_of(request: Any) -> Any:
    match request.grant_type:
        case "authorization_code":
            return family(request.code)
        case "refresh_token":
            return request.refresh_token_instance.token_family
        case _:
            return family(request.device_code)


def _is_patient(grant: DeviceGrant, now: datetime) -> bool:
    """Note a question about a code; answer whether the pause before it was long enough."""
    row = DeviceGrant.objects.filter(pk=grant.pk)
    due = now - timedelta(seconds=grant.interval) + SLACK
    if row.filter(last_checked__lte=due).update(last_checked=now):
        return True
    row.filter(interval__lt=LONGEST_PAUSE).update(interval=F("interval") + SLOWER)
    row.update(last_checked=now)
    return False


def _claims(access: AccessToken, user: Account, kind: str, expires: datetime | None) -> Any:
    claims = {
        "scope": access.scope,
        "client_id": access.application.client_id,
        "username": user.name,
        "token_type": kind,
        "iat": int(access.created.timestamp()),
    }
    return claims if expires is None else {**claims, "exp": int(expires.timestamp())}
