"""Make an administrator on the first start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.services import opening


class Command(BaseCommand):
    help = "Make an administrator if there is none, and print its name and password once."

    def handle(self, *args: Any, **options: Any) -> None:
        made = opening.ensure_admin(now=timezone.now())
        if made is not None:
            self.stdout.write(" ".join(made))
