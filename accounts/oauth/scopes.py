"""The scopes that apps can ask for, as the toolkit wants to be told of them."""

from typing import Any

from oauth2_provider.scopes import BaseScopes

from accounts.scopes import PERSON_SCOPES, TEXTS, Scope


class Scopes(BaseScopes):
    """The same scopes as those of tokens; who asks for none is shown games."""

    def get_all_scopes(self) -> dict[str, str]:
        return {str(scope): text for scope, text in TEXTS.items()}

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [str(scope) for scope in PERSON_SCOPES]

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [str(Scope.GAMES_READ)]
