"""The OAuth server: the ways to a token that there are here, and no others.

Authorization codes with PKCE, device codes and refresh tokens. The implicit grant and that by
password hand tokens or passwords to where they do not belong, and an app has nothing to do here
that is not done for somebody, so it gets no token of its own.
"""

from typing import Any

from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    DeviceAuthorizationEndpoint,
    DeviceCodeGrant,
    IntrospectEndpoint,
    RefreshTokenGrant,
    RequestValidator,
    RevocationEndpoint,
    TokenEndpoint,
)
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256

from accounts.oauth import credentials
from accounts.oauth.credentials import CODE
from accounts.oauth.models import DEVICE

DEVICE_SECONDS = 600
"""So long a code of a device can be answered."""


class StrictCodeGrant(AuthorizationCodeGrant):
    """Authorization codes whose challenge is a hash (S256) and never the verifier itself."""

    def __init__(self, validator: RequestValidator) -> None:
        super().__init__(validator)
        self._code_challenge_methods = {"S256": code_challenge_method_s256}

    def create_authorization_code(self, request: Any) -> Any:
        return {**super().create_authorization_code(request), "code": credentials.new(CODE)}


class Server(
    AuthorizationEndpoint,
    TokenEndpoint,
    RevocationEndpoint,
    IntrospectEndpoint,
    DeviceAuthorizationEndpoint,
):
    """All endpoints of the protocol; the toolkit makes one, with its own settings as arguments."""

    def __init__(
        self,
        request_validator: RequestValidator,
        *,
        token_expires_in: int,
        token_generator: Any,
        refresh_token_generator: Any,
        interval: int,
        user_code_generator: Any,
        **_: Any,
    ) -> None:
        bearer = BearerToken(
            request_validator, token_generator, token_expires_in, refresh_token_generator
        )
        code = StrictCodeGrant(request_validator)
        AuthorizationEndpoint.__init__(
            self,
            default_response_type="code",
            default_token_type=bearer,
            response_types={"code": code},
        )
        TokenEndpoint.__init__(
            self,
            default_grant_type="authorization_code",
            default_token_type=bearer,
            grant_types={
                "authorization_code": code,
                "refresh_token": RefreshTokenGrant(request_validator),
                DEVICE: DeviceCodeGrant(request_validator),
            },
        )
        RevocationEndpoint.__init__(self, request_validator)
        IntrospectEndpoint.__init__(self, request_validator)
        DeviceAuthorizationEndpoint.__init__(
            self,
            request_validator,
            verification_uri="/oauth/device",
            expires_in=DEVICE_SECONDS,
            interval=interval,
            user_code_generator=user_code_generator,
        )
