"""The app `accounts`."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Offer the letters about tokens, addresses, passwords and sanctions."""
        from accounts.mails import own_letters, sanction_letters, token_letters

        token_letters.offer_all()
        own_letters.offer_all()
        sanction_letters.offer_all()
