"""`python -m config.metrics`: `/metrics` on an address of its own, until somebody ends it."""

import os

import django


def main() -> None:
    """Show figures; does not return."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup(set_prefix=False)
    from config.metrics.serving import serve

    serve()


if __name__ == "__main__":
    main()
