"""Every setting of Crosstable: one file that reads the environment, with two profiles.

`laptop` (the default) serves a hall over plain HTTP from one process and needs nothing. `production` serves the
internet behind HTTPS and refuses to start without PUBLIC_URL and SECRET_KEY. README lists the variables.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.csp import CSP

from config import environment

BASE = Path(__file__).resolve().parent.parent
PROFILE = environment.choice("CROSSTABLE_PROFILE", "laptop", "production")
PRODUCTION = PROFILE == "production"
VAR = environment.folder("CROSSTABLE_VAR", BASE / "var")

# Where `manage.py serve` listens.
HOST = environment.text("HOST", "127.0.0.1")
PORT = environment.number("PORT", 8000, 1, 65535)
PUBLIC_URL = environment.public_url() if PRODUCTION else ""
# How many proxies stand in front, each of which appends to X-Forwarded-For.
TRUSTED_PROXIES = environment.number("TRUSTED_PROXIES", 1 if PRODUCTION else 0)
METRICS_TOKEN = environment.text("METRICS_TOKEN")
LOAD_DEMO = environment.choice("CROSSTABLE_DEMO", *(("no", "yes") if PRODUCTION else ("yes", "no"))) == "yes"
# Who may make new events: the site's admins alone, or everybody with an account.
EVERYBODY_CREATES = environment.choice("NEW_EVENTS", "admins", "everybody") == "everybody"
# Whether webhooks may call addresses inside this server's own network: in a hall they have to.
WEBHOOKS = environment.choice("WEBHOOKS", *(("outside", "anywhere") if PRODUCTION else ("anywhere", "outside")))
WEBHOOKS_STAY_OUTSIDE = WEBHOOKS == "outside"

DEBUG = False
SECRET_KEY = environment.secret_key() if PRODUCTION else environment.stored_key(VAR / "secret-key")
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS")
if PRODUCTION:
    ALLOWED_HOSTS = ALLOWED_HOSTS or [urlsplit(PUBLIC_URL).hostname or ""]
elif HOST in ("0.0.0.0", "::"):  # noqa: S104
    # A laptop changes its address with each hall's network; cookies stay bound to the name in the address bar.
    ALLOWED_HOSTS = ["*"]
else:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", HOST]

INSTALLED_APPS = [
    "tournaments.apps.TournamentsConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    # Compression tells nothing about secrets (BREACH): the one that pages repeat is the token of their forms, which
    # Django masks anew in each answer; links with tokens are shown once, in the answer to a POST; and the length of
    # each answer is blurred by random bytes.
    "config.http.compression.Compression",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.api.problems.Problems",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.access.sessions.KnownBrowser",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.http.busy_database.BusyDatabase",
    "config.http.refused_actions.RefusedActions",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# At most so many requests at once inside Django (see config/http/admission.py). Each one holds at most one connection.
ADMISSION = {"public": 16, "staff": 8, "unverified": 2, "sign-in": 2}
# Of these and their queue one address may take so many among visitors; 0 for three quarters.
PAGES_OF_ONE_ADDRESS = environment.number("PAGES_OF_ONE_ADDRESS", 0)
# The stream has three threads of its own, the jobs have three too, readiness one; each holds a connection.
DATABASES = {"default": environment.database(VAR, pool=sum(ADMISSION.values()) + 7)}
# At most so many open event streams in one process; a whole hall may share one address.
LIVE_STREAMS = environment.number("LIVE_STREAMS", 10_000)
LIVE_STREAMS_OF_ONE_ADDRESS = environment.number("LIVE_STREAMS_OF_ONE_ADDRESS", 2_000)
# Whoever takes nothing for so many seconds is dropped.
LIVE_WRITE_TIMEOUT = environment.number("LIVE_WRITE_TIMEOUT", 30, least=1)
# For very large audiences nginx pushes (docs/nchan.md): where this process publishes, and where pages subscribe.
LIVE_NCHAN_URL = environment.publisher()
LIVE_NCHAN_PATH = environment.text("LIVE_NCHAN_PATH")

# How long an engine for FIDE Dutch may work on one round.
ENGINE_SECONDS = environment.number("ENGINE_SECONDS", 900, least=1)

# Copies of the database: of each kind so many are kept.
BACKUPS = Path(environment.text("BACKUPS", str(VAR / "backups")))
BACKUPS_KEPT = max(1, environment.number("BACKUPS_KEPT", 10))
# Downloaded rating lists, in a folder that all web processes share.
RATING_LISTS = Path(environment.text("RATING_LISTS", str(VAR / "rating-lists")))
BACKUP_BEFORE_MIGRATION = environment.choice("BACKUP_BEFORE_MIGRATION", "yes", "no") == "yes"

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.http.static_storage.CompressedStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE / "tournaments" / "locale"]
TIME_ZONE = environment.time_zone("TIME_ZONE", "Europe/Berlin")
USE_TZ = True

# Who may come in. All arbiters of a hall share one address, so a lock needs the user name too.
LOGIN_URL = "signin"
LOGIN_REDIRECT_URL = "events"
LOGOUT_REDIRECT_URL = "events"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "tournaments.access.sign_in_log.guesser"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "tournaments/accounts/signin_locked.html"
AXES_VERBOSE = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SIGNIN_LINK_AGE = timedelta(minutes=30)
# A session ends 12 hours after the sign-in whatever is done in it, and after a pause: a long game has one.
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_IDLE = timedelta(hours=4)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PRODUCTION else []

# What a browser may do with the pages.
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 30 * 24 * 60 * 60)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

# Lines for people on a laptop, one JSON object each on a server, and there one line for each request too.
LOG_FORMAT = environment.choice("LOG_FORMAT", *(("json", "line") if PRODUCTION else ("line", "json")))
LOG_REQUESTS = environment.choice("LOG_REQUESTS", *(("yes", "no") if PRODUCTION else ("no", "yes"))) == "yes"
LEVELS = ("WARNING", "DEBUG", "INFO", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "config.http.log_lines.RequestFilter"}},
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "config.http.log_lines.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request"]}},
    "root": {"handlers": ["stderr"], "level": environment.choice("LOG_LEVEL", *LEVELS)},
    "loggers": {
        # A page that is not there or a refused entry is no warning to whoever runs the server.
        "django.request": {"level": "ERROR"},
        "crosstable.requests": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
    },
}
