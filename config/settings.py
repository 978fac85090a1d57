"""All settings, read top to bottom. What differs by place comes from the environment.

`docs/settings.md` lists every variable; a setting of ours has its unit and its reason here.
"""

import sys
from datetime import timedelta
from pathlib import Path

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured

from accounts.dashboard import theme
from accounts.oauth import provider
from config import env, jobs, logs, openapi, origins

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

# --- Who may talk to us ----------------------------------------------------------------------

DEBUG = env.flag("HERDBOOK_DEBUG")
DEFAULT_EXCEPTION_REPORTER = "config.debug_pages.BriefReporter"
# A server for the public: what `config.starting` demands then. Tests switch DEBUG, not this.
PRODUCTION = not DEBUG
SECRET_KEY = env.text("HERDBOOK_SECRET_KEY")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured("Set HERDBOOK_SECRET_KEY to 50 or more random characters.")
    SECRET_KEY = "only-for-debugging-" + "x" * 40
# Keys that were used before: what they signed and encrypted is still read.
SECRET_KEY_FALLBACKS = env.words("HERDBOOK_OLD_SECRET_KEYS")
ALLOWED_HOSTS = env.words("HERDBOOK_ALLOWED_HOSTS", "*" if DEBUG else "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = env.words("HERDBOOK_TRUSTED_ORIGINS")
# Set when a proxy in front ends TLS and sends X-Forwarded-Proto: cookies and redirects follow.
BEHIND_TLS = env.flag("HERDBOOK_BEHIND_TLS")
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_HTTPONLY = True
# Proxies of ours in front, each of which adds to X-Forwarded-For; without one that header is noise.
HERDBOOK_NUM_PROXIES = env.whole("HERDBOOK_NUM_PROXIES", 0, most=10)
SESSION_ENGINE = "accounts.browser_sessions.store"
SESSION_COOKIE_NAME = "herdbook_session"
SESSION_COOKIE_AGE = 8 * 3600  # seconds; what somebody works on is not open for longer
X_FRAME_OPTIONS = "DENY"
# The path of the dashboard, which a server may move to where nobody looks for it.
HERDBOOK_DASHBOARD_PATH = env.path("HERDBOOK_DASHBOARD_PATH", "admin")

# --- What is installed -----------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts.dashboard.apps.DashboardConfig",  # unfold, before the admin that it clothes
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "corsheaders",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",  # the page at /api/v1/docs, served by ourselves
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "accounts",
    "oauth2_provider",
    "games.store",
    "games",
    "bots",
    "config.doctor",
    "config.demo",
]
MIDDLEWARE = [
    "config.plain.PlainMovesMiddleware",
    "config.middleware.SecretAddressMiddleware",
    "config.middleware.RequestIdMiddleware",
    # Outside of all that may answer by itself, preflights included.
    "config.limits.middleware.LimitsMiddleware",
    "config.cors.Cors",
    "django.middleware.security.SecurityMiddleware",
    "config.pages.PageFiles",
    "config.pages.PageSessions",
    "config.hosts.Common",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.pages.PageAccounts",
    "config.pages.PageFactors",
    "config.limits.oauth.OAuthLimitsMiddleware",
    "config.pages.PageMessages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.dashboard.headers.DashboardHeaders",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = True  # only the admin's paths end in one
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
AUTH_USER_MODEL = "accounts.Account"
AUTHENTICATION_BACKENDS = ["accounts.sessions.SessionBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SILENCED_SYSTEM_CHECKS: list[str] = []

# --- The database ----------------------------------------------------------------------------

# The application's role (DATABASE_URL) may not write history; the owner's makes the tables.
# Migrations and tests connect as the owner, everything else as the application.
_APP_URL = env.text("DATABASE_URL") or env.text("HERDBOOK_OWNER_DATABASE_URL")
_OWNER_URL = env.text("HERDBOOK_OWNER_DATABASE_URL") or _APP_URL
CONNECT_AS = env.text("HERDBOOK_CONNECT_AS", "app")
if CONNECT_AS not in {"app", "owner"}:
    raise ImproperlyConfigured("HERDBOOK_CONNECT_AS must be app or owner.")
if not _APP_URL:
    raise ImproperlyConfigured(
        "Set DATABASE_URL, or use `make run` and `make test`, which start a PostgreSQL of their own."
    )
APP_DATABASE = env.DatabaseUrl.parse("DATABASE_URL", _APP_URL)
OWNER_DATABASE = env.DatabaseUrl.parse("HERDBOOK_OWNER_DATABASE_URL", _OWNER_URL)
# The role to which the migrations grant what the application may do.
HERDBOOK_APP_ROLE = env.text("HERDBOOK_APP_ROLE", APP_DATABASE.user)
HERDBOOK_PREPARES = env.text("HERDBOOK_PREPARE_THRESHOLD") != "off"
_PREPARE_AFTER = env.whole("HERDBOOK_PREPARE_THRESHOLD", 1) if HERDBOOK_PREPARES else None
# Of each kind of call that threads make together, so many are under way in one process at once.
HERDBOOK_CALLS_AT_ONCE = env.whole("HERDBOOK_CALLS_AT_ONCE", 1, least=1)
DATABASES = {
    "default": (APP_DATABASE if CONNECT_AS == "app" else OWNER_DATABASE).as_django(
        options=env.database_options(prepare_after=_PREPARE_AFTER)
    )
}
# Milliseconds that the application waits for a lock; migrations may wait for longer. A game whose
# row somebody's forgotten session holds is refused as busy then, and no thread stays behind. Less
# than the lease of a house bot, with which the sweep waits too.
if CONNECT_AS == "app":
    DATABASES["default"]["LOCK_TIMEOUT"] = 3_000

# --- The cache -------------------------------------------------------------------------------

# Rate limits and wake-ups live here and nothing that must survive. Without it: per process.
HERDBOOK_CACHE_URL = env.address("HERDBOOK_CACHE_URL")
CACHES: dict[str, dict[str, object]] = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": HERDBOOK_CACHE_URL,
            "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
        }
        if HERDBOOK_CACHE_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# --- The HTTP API ----------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.api.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["config.contract.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.contract.StrictJsonParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.contract.JsonOnly",
    "DEFAULT_THROTTLE_CLASSES": ["config.limits.gate.Gate"],
    "DEFAULT_SCHEMA_CLASS": "config.openapi.schema.OperationSchema",
    "EXCEPTION_HANDLER": "config.limits.answering.problem_response",
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
}
SPECTACULAR_SETTINGS = openapi.SETTINGS

# --- OAuth 2 for apps of others ----------------------------------------------------------------

OAUTH2_PROVIDER_APPLICATION_MODEL = "accounts.App"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "oauth2_provider.AccessToken"  # noqa: S105 - a model
# Minutes for which an access token is good, and days for which one can be had without asking the
# person again, counted anew from the end of each.
HERDBOOK_ACCESS_MINUTES = env.whole("HERDBOOK_ACCESS_MINUTES", 60, least=1, most=1440)
HERDBOOK_REFRESH_DAYS = env.whole("HERDBOOK_REFRESH_DAYS", 30, least=1, most=365)
HERDBOOK_APPS_MOST = env.whole("HERDBOOK_APPS_MOST", 20, least=1, most=1000)  # an account
OAUTH2_PROVIDER = provider.settings(
    access_minutes=HERDBOOK_ACCESS_MINUTES,
    refresh_days=HERDBOOK_REFRESH_DAYS,
    # Who answers, as apps know it; without a public address it is what they have called.
    issuer=env.address("HERDBOOK_PUBLIC_URL").rstrip("/"),
)
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024  # bytes; api.md: a larger body is 413
# Threads that answer calls in one web process.
HERDBOOK_THREADS = env.whole("HERDBOOK_THREADS", 8, least=1, most=256)
# Seconds between two looks of the waiting process at what it waits for, and between two while it
# is woken through the cache: then they only find what a lost wake-up told of.
HERDBOOK_WAIT_TICK = 0.25
HERDBOOK_WAIT_SLOW_TICK = 1.5
# Seconds between two looks of a worker at the feed: so much later accounts are told of an event.
HERDBOOK_FEED_TICK = 0.5
# Whether commits are told through the cache; off only to measure what that costs.
HERDBOOK_WAKEUPS = env.flag("HERDBOOK_WAKEUPS", default=True)

# Streams. Seconds without a frame after which one is sent that says nothing else.
HERDBOOK_HEARTBEAT_SECONDS = env.whole("HERDBOOK_HEARTBEAT_SECONDS", 15, least=1, most=60)
# Seconds after which the server ends a stream, so that none stays on an old process for ever.
HERDBOOK_STREAM_SECONDS = env.whole("HERDBOOK_STREAM_SECONDS", 4 * 3600, least=1)
# Seconds that a reader may take to accept what it is sent, before it counts as too slow.
HERDBOOK_STREAM_PATIENCE = env.whole("HERDBOOK_STREAM_PATIENCE", 10, least=1, most=60)
# Streams open at once: of an account, from an address without a token, from an address with
# whatever tokens it has collected, and in one process.
HERDBOOK_STREAMS_PER_ACCOUNT = env.whole("HERDBOOK_STREAMS_PER_ACCOUNT", 8, least=1)
HERDBOOK_STREAMS_PER_ADDRESS = env.whole("HERDBOOK_STREAMS_PER_ADDRESS", 32, least=1)
HERDBOOK_STREAMS_FROM_ADDRESS = env.whole("HERDBOOK_STREAMS_FROM_ADDRESS", 1_000, least=1)
HERDBOOK_STREAMS_AT_ONCE = env.whole("HERDBOOK_STREAMS_AT_ONCE", 12_000, least=1)

# Every origin may read every answer: nothing that a browser adds by itself opens the API.
CORS_URLS_REGEX = origins.PATHS
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = origins.SENT
CORS_EXPOSE_HEADERS = origins.READ

# --- Rate limits: `config.limits.policies` says what each of them counts ----------------------

# Off for tests and benchmarks, which ask more than anybody else.
HERDBOOK_LIMITS = env.flag("HERDBOOK_LIMITS", default="pytest" not in sys.modules)
HERDBOOK_LIMIT_ANONYMOUS = env.whole("HERDBOOK_LIMIT_ANONYMOUS", 60, least=1)  # minute, address
HERDBOOK_LIMIT_READS = env.whole("HERDBOOK_LIMIT_READS", 600, least=1)  # minute, token
HERDBOOK_LIMIT_WRITES = env.whole("HERDBOOK_LIMIT_WRITES", 120, least=1)  # minute, token
# Apps that serve many people ask from one address; people look at a few pages.
HERDBOOK_LIMIT_OAUTH_TOKENS = env.whole(
    "HERDBOOK_LIMIT_OAUTH_TOKENS", 600, least=1
)  # minute, address
HERDBOOK_LIMIT_OAUTH_PAGES = env.whole("HERDBOOK_LIMIT_OAUTH_PAGES", 60, least=1)  # minute, address
HERDBOOK_LIMIT_SANDBOXES = env.whole("HERDBOOK_LIMIT_SANDBOXES", 60, least=1)  # hour, address
HERDBOOK_LIMIT_GAMES = env.whole("HERDBOOK_LIMIT_GAMES", 200, least=1)  # hour, account
HERDBOOK_LIMIT_IMPORTS = env.whole("HERDBOOK_LIMIT_IMPORTS", 60, least=1)  # hour, account
HERDBOOK_LIMIT_CHAT = env.whole("HERDBOOK_LIMIT_CHAT", 20, least=1)  # minute, account
HERDBOOK_LIMIT_REPORTS = env.whole("HERDBOOK_LIMIT_REPORTS", 20, least=1)  # hour, account
HERDBOOK_LIMIT_APPEALS = env.whole("HERDBOOK_LIMIT_APPEALS", 10, least=1)  # hour, account
HERDBOOK_LIMIT_EXPORTS = env.whole("HERDBOOK_LIMIT_EXPORTS", 10, least=1)  # hour, account
HERDBOOK_LIMIT_JOIN_CODES = env.whole("HERDBOOK_LIMIT_JOIN_CODES", 10, least=1)  # hour, account

# --- Play ------------------------------------------------------------------------------------

# Milliseconds a house bot seems to think; drawn from game and version, so it tells nothing.
HERDBOOK_HOUSE_PACE_MS = env.span("HERDBOOK_HOUSE_PACE_MS", (800, 2500))
# Seconds between two sweeps over what is due; a lost message is late by one of these at most.
HERDBOOK_SWEEP_SECONDS = env.whole("HERDBOOK_SWEEP_SECONDS", 2, least=1, most=60)
# Seconds between two looks of a worker's timer for deadlines that are near; beat asks as often.
HERDBOOK_REMIND_SECONDS = 60

# Hours without a change after which a game that has not started is closed.
HERDBOOK_OPEN_GAME_LIFE = timedelta(hours=env.whole("HERDBOOK_OPEN_GAME_HOURS", 72, least=1))

# Hours for which a game is paused in which something went wrong; then it is tried again.
HERDBOOK_INCIDENT_PAUSE = timedelta(hours=env.whole("HERDBOOK_INCIDENT_HOURS", 24, least=1))

# Hours after which a seat whose owner is away may be offered by others: a weekend is no leaving.
HERDBOOK_AWAY_LIFE = timedelta(hours=env.whole("HERDBOOK_AWAY_HOURS", 72, least=1))

# Days without a change after which a game without deadlines asks whether anybody plays it still,
# and after as many more is broken off.
HERDBOOK_IDLE_GAME_LIFE = timedelta(days=env.whole("HERDBOOK_IDLE_GAME_DAYS", 30, least=1))

# Decisions that a seat lets pass in a row until it is away, where expiry makes the default move:
# one may be a mishap, and whoever is gone for good should not hold up every turn.
HERDBOOK_MISSED_DECISIONS = env.whole("HERDBOOK_MISSED_DECISIONS", 2, least=1, most=100)

# Minutes by which a deadline that fell into an outage moves, beside the outage's length: people
# have to hear first that the server is back.
HERDBOOK_OUTAGE_GRACE = timedelta(
    minutes=env.whole("HERDBOOK_OUTAGE_GRACE_MINUTES", 60, least=1, most=10_080)
)

# Seconds for which a game whose seats are all held waits for entropy that was committed to.
HERDBOOK_REVEAL_SECONDS = env.whole("HERDBOOK_REVEAL_SECONDS", 60, least=5, most=3600)

# Days for which an account can ask what it was told, and go on from any place in its feed.
HERDBOOK_EVENT_DAYS = env.whole("HERDBOOK_EVENT_DAYS", 30, least=1, most=365)

# --- Keeping order ---------------------------------------------------------------------------

# Days for which it is known on which networks an account was seen, as keyed hashes; 0: not at all.
HERDBOOK_NETWORK_DAYS = env.whole("HERDBOOK_NETWORK_DAYS", 90, least=0, most=365)

# Minutes for which a moderator works alone on a case that they have claimed.
HERDBOOK_CASE_LEASE = timedelta(
    minutes=env.whole("HERDBOOK_CASE_LEASE_MINUTES", 30, least=1, most=1440)
)

# --- Webhooks --------------------------------------------------------------------------------

# Ranges of addresses that webhooks may lead to although they are not on the public internet.
HERDBOOK_WEBHOOK_ALLOW = env.networks("HERDBOOK_WEBHOOK_ALLOW")
HERDBOOK_WEBHOOKS_MOST = env.whole("HERDBOOK_WEBHOOKS_MOST", 10, least=1, most=1000)  # an account
# Days for which a delivery is listed and can be asked for again.
HERDBOOK_DELIVERY_DAYS = env.whole("HERDBOOK_DELIVERY_DAYS", 30, least=4)

# --- Mail ------------------------------------------------------------------------------------

EMAIL_HOST = env.text("HERDBOOK_MAIL_HOST")
EMAIL_PORT = env.whole("HERDBOOK_MAIL_PORT", 587, least=1, most=65_535)
EMAIL_HOST_USER = env.text("HERDBOOK_MAIL_USER")
EMAIL_HOST_PASSWORD = env.text("HERDBOOK_MAIL_PASSWORD")
_MAIL_TLS = env.one_of("HERDBOOK_MAIL_TLS", ("starttls", "always", "never"), "starttls")
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL_TLS == "starttls", _MAIL_TLS == "always"
EMAIL_TIMEOUT = 10  # seconds, for each step with the mail server
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("HERDBOOK_MAIL_FROM", "herdbook@localhost")
# Whether there are mails at all: a server for the public without a mail server has none.
HERDBOOK_MAIL = bool(EMAIL_HOST) or DEBUG
# Mails to one address, an hour; what is over waits.
HERDBOOK_MAILS_PER_HOUR = env.whole("HERDBOOK_MAILS_PER_HOUR", 12, least=1, most=1000)
# Whether an address has to be confirmed by whoever reads its mails before it gets any other.
HERDBOOK_CONFIRM_EMAIL = env.flag("HERDBOOK_CONFIRM_EMAIL", default=True)
# Seconds for which a password can be chosen with a mail: long enough for a slow mail server.
PASSWORD_RESET_TIMEOUT = 60 * env.whole("HERDBOOK_RESET_MINUTES", 60, least=5, most=1440)
# Where people reach the server, for links in mails.
# Of port 0 only who starts the web process knows which it was, and says so to our processes.
_PORT = env.whole("HERDBOOK_PORT", 8000, most=65_535)
HERDBOOK_PUBLIC_URL = env.address(
    "HERDBOOK_PUBLIC_URL", f"http://localhost:{_PORT}" if DEBUG and _PORT else ""
).rstrip("/")
if HERDBOOK_MAIL and not HERDBOOK_PUBLIC_URL:
    raise ImproperlyConfigured("Set HERDBOOK_PUBLIC_URL: mails hold a link by which to stop them.")

# --- Celery: a doorbell, never the truth ------------------------------------------------------

CELERY_BROKER_URL = env.address("CELERY_BROKER_URL", "memory://" if "pytest" in sys.modules else "")
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_TASK_ROUTES = jobs.ROUTES
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SOFT_TIME_LIMIT = 20  # seconds; a house bot's budget is far below
CELERY_TASK_TIME_LIMIT = 30
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 5_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# So many tasks share a connection to the database; without it each would make one of its own.
CELERY_DB_REUSE_MAX = 1_000
CELERY_TASK_PUBLISH_RETRY = False  # a lost ring costs one sweep; a request must not wait for it
CELERY_BROKER_TRANSPORT_OPTIONS = jobs.transport_options(CELERY_BROKER_URL)
CELERY_BEAT_SCHEDULE = jobs.beat_schedule(HERDBOOK_SWEEP_SECONDS)

# --- Words, times, files ---------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
FORMAT_MODULE_PATH = ["config.formats"]
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
WHITENOISE_USE_FINDERS = True

# Where the process that shows figures listens; `config.metrics.counting` says where they are kept.
HERDBOOK_METRICS_HOST = env.text("HERDBOOK_METRICS_HOST", "127.0.0.1")
HERDBOOK_METRICS_PORT = env.whole("HERDBOOK_METRICS_PORT", 9464, least=1, most=65_535)
_LOG_LEVEL = env.one_of("HERDBOOK_LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")

LOGGING = logs.to_stderr(
    level=_LOG_LEVEL, form=env.one_of("HERDBOOK_LOG_FORMAT", ("text", "json"), "text")
)

UNFOLD = theme.UNFOLD
OTP_TOTP_ISSUER = "Herdbook"
