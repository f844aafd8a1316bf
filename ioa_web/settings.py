"""All settings, read from the environment. docs/configuration.md lists every variable."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import global_settings

from apps.accounts.domain.issuers import EMAIL, Issuer
from apps.accounts.domain.languages import ENGLISH
from apps.accounts.domain.languages import LANGUAGES as NAMED_LANGUAGES
from apps.accounts.domain.proxies import USUAL, TrustedProxies
from apps.accounts.domain.workspace_settings import check_use
from apps.core.networks import Allowed, is_loopback
from ioa_web.content_policy import ADMIN_CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY  # noqa: F401 - for django-csp
from ioa_web.environment import Environment
from ioa_web.limits import budgets, file_quotas, rates
from ioa_web.logs import log_settings
from ioa_web.mail_server import check_sender, mail_server
from ioa_web.panel import UNFOLD  # noqa: F401 - read by django-unfold
from ioa_web.schedule import beat_schedule
from ioa_web.security_contact import contacts, end_of_security_txt
from ioa_web.services_file import read_services

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # the embedding is in the repository; nothing is fetched

env = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent

# --- where it lives -------------------------------------------------------------------------------------------------

IOA_HOST = env.str("IOA_HOST", "127.0.0.1")
IOA_PORT = env.int("IOA_PORT", 8000)
IOA_COMPAT_PORT = env.int("IOA_COMPAT_PORT", 0)  # a second port, where programs written for IoA look (5050)
IOA_DATA_DIR = Path(env.str("IOA_DATA_DIR", str(BASE_DIR / ".data"))).expanduser().absolute()
_AT = f"[{IOA_HOST}]" if ":" in IOA_HOST else IOA_HOST
IOA_PUBLIC_URL = env.site("IOA_PUBLIC_URL", f"http://{_AT}:{IOA_PORT}")
HTTPS = IOA_PUBLIC_URL.startswith("https://")
_NAME = urlsplit(IOA_PUBLIC_URL).hostname or IOA_HOST
_MAILBOXES = "localhost" if ":" in _NAME else _NAME  # where ours are, if nobody says: at no bare address
IOA_TRUSTED_PROXIES = TrustedProxies.of(  # whose word on where a request comes from counts; a mistake stops the start
    env.list("IOA_TRUSTED_PROXIES", default=[]), env.str("IOA_PROXY_HEADER", USUAL)
)
IOA_BACKED_UP = env.str("IOA_BACKED_UP", "")  # the migration before which the operator made a backup; see backups
SERVICES = read_services(IOA_DATA_DIR)  # what a running `manage.py up` started on this data folder

# --- secrets and hosts ----------------------------------------------------------------------------------------------

DEBUG = env.bool("IOA_DEBUG", False)
IOA_SECRET_KEYS_FILE = IOA_DATA_DIR / "secret-keys"
IOA_SECRET_KEYS = env.list("IOA_SECRET_KEYS", default=[env.str("IOA_SECRET_KEY", "")])
IOA_SECRET_KEYS_FROM_FILE = not any(IOA_SECRET_KEYS)  # the file is made by `manage.py up`
if IOA_SECRET_KEYS_FROM_FILE and IOA_SECRET_KEYS_FILE.exists():
    IOA_SECRET_KEYS = IOA_SECRET_KEYS_FILE.read_text().split()
SECRET_KEY, *SECRET_KEY_FALLBACKS = IOA_SECRET_KEYS or [""]  # the first signs and encrypts, the others are still read
ALLOWED_HOSTS = env.hosts("IOA_ALLOWED_HOSTS", sorted({"localhost", "127.0.0.1", "[::1]", _AT, _NAME}))
CSRF_TRUSTED_ORIGINS = [IOA_PUBLIC_URL]
IOA_SECURITY_CONTACT = contacts(env.list("IOA_SECURITY_CONTACT", default=[f"security@{_MAILBOXES}"]))  # RFC 2142
IOA_SECURITY_EXPIRES = end_of_security_txt(env.str("IOA_SECURITY_EXPIRES", ""))

# --- the product ----------------------------------------------------------------------------------------------------

IOA_MODEL_BASE_URL = env.address("IOA_MODEL_BASE_URL", "", ("http", "https"))
IOA_MODEL = env.str("IOA_MODEL", "")
IOA_MODEL_API_KEY = env.str("IOA_MODEL_API_KEY", "")
IOA_MODEL_USE = {  # what a workspace does not set; unset here: as apps.accounts.domain.workspace_settings has it
    "prompt_tokens": env.int("IOA_MODEL_PROMPT_TOKENS", None),
    "answer_tokens": env.int("IOA_MODEL_ANSWER_TOKENS", None),
    "temperature": env.float("IOA_MODEL_TEMPERATURE", None),
    "timeout_seconds": env.float("IOA_MODEL_SECONDS", None),
    "concurrency": env.int("IOA_MODEL_CONCURRENCY", None),
    "other_model": env.str("IOA_MODEL_OTHER", ""),
    "when_silent": env.str("IOA_MODEL_WHEN_SILENT", ""),
}
check_use(IOA_MODEL_USE)  # a mistake in it stops the start, with a sentence
IOA_CALLS = env.choice("IOA_CALLS", "loop", ("loop", "inline"))  # how agents and models are called; inline: tests
IOA_SCRIPT = env.str("IOA_SCRIPT", "")  # a file with what the voices of a test say; nothing sets it by default
IOA_ALLOWED_NETWORKS = env.list("IOA_ALLOWED_NETWORKS", default=[])  # where agents may live besides the internet
Allowed.of(IOA_ALLOWED_NETWORKS)  # a mistake in it stops the start, with a sentence
IOA_LOCAL_AGENTS = env.bool(  # a laptop: nobody else comes here, and its agents and model servers run beside it
    "IOA_LOCAL_AGENTS",
    "IOA_ALLOWED_NETWORKS" not in os.environ
    and is_loopback(IOA_HOST)
    and is_loopback(urlsplit(IOA_PUBLIC_URL).hostname or ""),
)
IOA_LOCAL_LAUNCH = env.bool(  # POST /launch_goal from this machine needs no token for the demo workspace
    "IOA_LOCAL_LAUNCH", is_loopback(IOA_HOST) and is_loopback(urlsplit(IOA_PUBLIC_URL).hostname or "")
)
IOA_RATES = rates(env)
IOA_CHECK_MINUTES = env.float("IOA_CHECK_MINUTES", 5.0)  # between two checks of an agent that is well; 0: none
IOA_ISSUER = (
    Issuer.read(  # whose tokens /mcp takes besides the hub's own; a mistake in it stops the start, with a sentence
        env.str("IOA_OAUTH_ISSUER", ""),
        env.str("IOA_OAUTH_AUDIENCE", f"{IOA_PUBLIC_URL}/mcp"),
        env.str("IOA_OAUTH_WORKSPACE", ""),
        env.str("IOA_OAUTH_CLAIM", EMAIL),
        env.str("IOA_OAUTH_KEYS", ""),
    )
)
IOA_FEDERATION_HUBS = env.int("IOA_FEDERATION_HUBS", 3)  # through which a goal of others may have come
IOA_WAITING_GOALS = env.int("IOA_WAITING_GOALS", 5_000)  # of a workspace, that no worker has begun; then 429
IOA_WAITING_GOALS_IN_ALL = env.int("IOA_WAITING_GOALS_IN_ALL", 20_000)  # of all workspaces
IOA_PERMIT_HOURS = env.float("IOA_PERMIT_HOURS", 72.0)  # for which leave is waited for; then it is denied; 0: for ever
IOA_FILE_LIMIT = env.int("IOA_FILE_LIMIT", 20 * 1024 * 1024)  # bytes of one uploaded file; the doors refuse more

IOA_BUDGETS = budgets(env)
IOA_FILE_QUOTAS = file_quotas(env)

# --- Django ---------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "ioa_web",
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "ninja",
    "apps.journal",
    "apps.accounts",
    "apps.files",
    "apps.agents",
    "apps.teams",
    "apps.chat",
    "apps.webhooks",
    "apps.attention",
    "apps.api",
    "apps.web",
]
MIDDLEWARE = [
    "ioa_web.proxies.client_address",
    "ioa_web.heads.answer_heads",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ioa_web.response_headers.CompressedPages",
    "ioa_web.response_headers.ManifestLinks",
    "ioa_web.trail.trail",
    "ioa_web.response_headers.ApiConditional",
    "ioa_web.problems.ApiProblems",
    "ioa_web.response_headers.PolicyByPath",
    "ioa_web.sessions.NotedSessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ioa_web.languages.in_their_language",
    "ioa_web.errors.ButtonAddresses",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "ioa_web.urls"
ASGI_APPLICATION = "ioa_web.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "apps.web.rendering.shell.shell",
            ],
        },
    },
]
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = ENGLISH
LANGUAGES = list(NAMED_LANGUAGES.items())
LANGUAGE_COOKIE_NAME = "ioa_language"  # of a browser in which nobody is signed in
LANGUAGE_COOKIE_AGE = 31_536_000  # seconds
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
FORMAT_MODULE_PATH = "ioa_web.formats"

# --- Postgres: the record -------------------------------------------------------------------------------------------

DATABASE_POOL = env.int("IOA_DATABASE_POOL", 16)  # connections a process; 0 switches the pool off (pytest-xdist)
POSTGRES = ("postgresql", "postgres")
DATABASES = {"default": env.db_url_config(env.address("DATABASE_URL", SERVICES.database_url, POSTGRES))}
IOA_MIGRATION_DATABASE_URL = env.address(  # the role that owns the schema; only `prepare` has to know it
    "IOA_MIGRATION_DATABASE_URL", "" if os.environ.get("DATABASE_URL") else SERVICES.migration_database_url, POSTGRES
)
IOA_MIGRATION_DATABASE = env.db_url_config(IOA_MIGRATION_DATABASE_URL) if IOA_MIGRATION_DATABASE_URL else None
DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
OPTIONS = {"target_session_attrs": "read-write"} | DATABASES["default"].get("OPTIONS", {})  # stay at no old primary
# a process that is stopped in the middle of a transaction, or waits for a lock, must not hold up a goal for long
OPTIONS |= {"options": "-c idle_in_transaction_session_timeout=10s -c lock_timeout=5s"}
# statements are prepared the third time that a connection meets them: Postgres plans a join longer than it runs it
IOA_PREPARE = env.bool("IOA_PREPARE", True)  # 0: never, for a pooler that does not know prepared statements
OPTIONS |= {"server_side_binding": True, "prepare_threshold": 2 if IOA_PREPARE else None}
# a host that is gone without a word is noticed: on connections that wait, which nobody asks, and by who sends something
OPTIONS |= {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 30_000}  # ms
if DATABASE_POOL:
    OPTIONS["pool"] = {
        "min_size": 1,
        "max_size": DATABASE_POOL,
        "timeout": 10,
        "max_waiting": 20 * DATABASE_POOL,  # requests that wait for one; any more are told to come again
    }
DATABASES["default"]["OPTIONS"] = OPTIONS

# --- who may watch ---------------------------------------------------------------------------------------------------

IOA_METRICS_TOKEN = env.str("IOA_METRICS_TOKEN", "")  # with which Prometheus reads /metrics; empty: staff alone do

# --- Redis and Celery: the doorbell ---------------------------------------------------------------------------------

REDIS_URL = env.address("REDIS_URL", SERVICES.redis_url, ("redis", "rediss", "unix"))
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # what rang for a worker that was killed the sweeper finds sooner than the broker would bring the bell back
    "ack_emulation": False,
    "socket_connect_timeout": 2,
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ALWAYS_EAGER = env.choice("IOA_JOBS", "worker", ("worker", "eager")) == "eager"  # eager: for tests
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "ioa_web.beat:BeatingScheduler"  # however beat is started, its heartbeat says that it works
CELERY_BEAT_SCHEDULE = beat_schedule()

# --- mail -----------------------------------------------------------------------------------------------------------

IOA_MAIL_URL = env.str("IOA_MAIL_URL", "")  # of the mail server; empty: no letters are sent
IOA_MAIL_FROM = env.str("IOA_MAIL_FROM", f"IoA Web <notices@{_MAILBOXES}>")
check_sender(IOA_MAIL_FROM)  # a mistake in it stops the start, with a sentence
MAIL_SERVER = mail_server(IOA_MAIL_URL)
EMAIL_HOST, EMAIL_PORT = MAIL_SERVER.host, MAIL_SERVER.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL_SERVER.user, MAIL_SERVER.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL_SERVER.starttls, MAIL_SERVER.tls
EMAIL_TIMEOUT = 15  # seconds; a worker waits for it
DEFAULT_FROM_EMAIL = IOA_MAIL_FROM

# --- what a browser may do ------------------------------------------------------------------------------------------

ADMIN_PATH = "admin/"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SESSION_ENGINE = "ioa_web.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes of a form or a JSON body, files not counted
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_HANDLERS = ["ioa_web.uploads.AllFilesHandler", *global_settings.FILE_UPLOAD_HANDLERS]
IOA_REQUEST_LIMIT = 5 * IOA_FILE_LIMIT + DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of a request with all its files

# --- files ----------------------------------------------------------------------------------------------------------

MEDIA_ROOT = IOA_DATA_DIR / "files"  # no MEDIA_URL: files go out through a view that asks who may have them
STATIC_URL = "static/"
STATIC_ROOT = IOA_DATA_DIR / "static"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG
    else "whitenoise.storage.CompressedManifestStaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}

# --- logging --------------------------------------------------------------------------------------------------------

LOGGING = log_settings(env.choice("IOA_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")))
