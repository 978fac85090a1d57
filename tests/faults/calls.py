"""The product's WSGI application, with fail-points in it."""

from config.wsgi import application as product
from tests.faults import failpoints

failpoints.install()
application = product
