"""Make an administrator on the first start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts import services


class Command(BaseCommand):
    help = "Make an administrator if there is none, and print its name and password once."

    def handle(self, *args: Any, **options: Any) -> None:
        made = services.ensure_admin(now=timezone.now())
        if made is not None:
            self.stdout.write(" ".join(made))
