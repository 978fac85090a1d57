"""The product's ASGI application, with fail-points in it."""

from config.asgi import application as product
from tests.faults import failpoints

failpoints.install()
application = product
