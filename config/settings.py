"""Every setting of Crosstable: one file that reads the environment, with two profiles.

`laptop` (the default) serves a hall over plain HTTP from one process and needs no variables. `production` serves the
internet behind HTTPS and refuses to start without PUBLIC_URL and SECRET_KEY. docs/deploy.md lists the variables.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.csp import CSP

from config import environment
from tournaments.operation.folders import PACKAGES, find_folders

FOLDERS = find_folders()
BASE = FOLDERS.shipped
PROFILE = environment.read_choice("CROSSTABLE_PROFILE", "laptop", "production")
PRODUCTION = PROFILE == "production"
VAR = environment.make_folder("CROSSTABLE_VAR", FOLDERS.data)

# Where `manage.py serve` listens.
HOST = environment.read_text("HOST", "127.0.0.1")
PORT = environment.read_number("PORT", 8000, 1, 65535)
PUBLIC_URL = environment.read_public_url() if PRODUCTION else ""
# The number of proxies in front, each of which appends to X-Forwarded-For.
TRUSTED_PROXIES = environment.read_number("TRUSTED_PROXIES", 1 if PRODUCTION else 0)
# Where vulnerabilities of this server are reported, for /.well-known/security.txt.
SECURITY_CONTACT = environment.read_contact("SECURITY_CONTACT")
METRICS_TOKEN = environment.read_text("METRICS_TOKEN")
LOAD_DEMO = environment.read_choice("CROSSTABLE_DEMO", *(("no", "yes") if PRODUCTION else ("yes", "no"))) == "yes"
# Who may create events: only the site's admins, or everybody with an account.
EVERYBODY_CREATES = environment.read_choice("NEW_EVENTS", "admins", "everybody") == "everybody"
# Whether webhooks may call addresses in this server's own network: in a hall they must.
WEBHOOKS = environment.read_choice("WEBHOOKS", *(("outside", "anywhere") if PRODUCTION else ("anywhere", "outside")))
WEBHOOKS_STAY_OUTSIDE = WEBHOOKS == "outside"

# More push services, such as one's own, beside those of the browsers; named by host, with the port unless it is 443.
PUSH_SERVICES = environment.read_list("PUSH_SERVICES")

DEBUG = False
SECRET_KEY = environment.read_secret_key() if PRODUCTION else environment.read_or_create_key(VAR / "secret-key")
ALLOWED_HOSTS = environment.read_hosts("ALLOWED_HOSTS")
if PRODUCTION:
    ALLOWED_HOSTS = ALLOWED_HOSTS or [urlsplit(PUBLIC_URL).hostname or ""]
elif HOST in ("0.0.0.0", "::"):  # noqa: S104
    # A laptop has another address in each hall's network; cookies stay bound to the name in the address bar.
    ALLOWED_HOSTS = ["*"]
else:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", HOST]

INSTALLED_APPS = [
    "tournaments.apps.TournamentsConfig",
    "django.contrib.admin.apps.SimpleAdminConfig",  # config.urls loads the pages: a command needs none of them
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "config.http.permissions_policy.PermissionsPolicy",
    # Compression reveals no secrets (BREACH). The only secret that pages repeat is the token of their forms, which
    # Django masks differently in each answer; links with tokens are shown once, in the answer to a POST; and random
    # bytes blur the length of each answer.
    "config.http.compression.Compression",
    "config.http.public_pages.PublicPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.api.problems.Problems",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.access.sessions.KnownBrowser",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.http.invisible_characters.InvisibleCharacters",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.http.busy_database.BusyDatabase",
    "config.http.refused_actions.RefusedActions",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOADERS = [
    "tournaments.operation.compact_templates.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "rows",
        "DIRS": [BASE / "templates"],
        "OPTIONS": {"environment": "tournaments.operation.row_templates.make_environment"},
    },
]

# The most requests of each kind that Django handles at once (config/http/admission.py); each holds one connection.
# SQLite has one writer. PostgreSQL has one for each event, and while one entry waits for its answers another can work.
ENTRIES_AT_ONCE = 4 if environment.read_text("DATABASE_URL").startswith("postgres") else 2
ADMISSION = {"staff": 6, "entries": ENTRIES_AT_ONCE, "sign-in": 1, "programs": 2, "tokens": 2}
ADMISSION |= {"public": 4, "costly": 1, "unverified": 2}  # visitors
# The event streams have three threads, the jobs nine, and the health check one; each holds a connection.
DATABASES = {"default": environment.read_database(VAR, pool=sum(ADMISSION.values()) + 13)}
# The most open event streams of one process, and of one address: a whole hall may share it.
LIVE_STREAMS = environment.read_number("LIVE_STREAMS", 10_000)
LIVE_STREAMS_OF_ONE_ADDRESS = LIVE_STREAMS // 5
# A client that receives nothing for this many seconds is disconnected.
LIVE_WRITE_TIMEOUT = 30
# Beyond that, public pages hold no stream and ask a cache as often as this (docs/scale.md); 0 for streams.
LIVE_POLL_SECONDS = environment.read_number("LIVE_POLL_SECONDS", 0, most=60)

# The time limit for a pairing engine on one round: foreign ones take minutes for a thousand players.
ENGINE_SECONDS = 900

# Backups of the database: so many of the newest of each kind are kept in any case, and all together take so much space.
BACKUPS = Path(environment.read_text("BACKUPS", str(VAR / "backups")))
BACKUPS_KEPT = max(1, environment.read_number("BACKUPS_KEPT", 10))
BACKUPS_SPACE = environment.read_number("BACKUPS_GB", 10) * 2**30
# Downloaded rating lists, in a folder that all web processes share.
RATING_LISTS = Path(environment.read_text("RATING_LISTS", str(VAR / "rating-lists")))

STATIC_URL = "/static/"
# In a checkout each start collects what has changed; a wheel comes with the collected files.
STATIC_ROOT = VAR / "static" if FOLDERS.is_checkout else BASE / "collected"
STATICFILES_DIRS = [BASE / "static", ("manual", BASE / "docs" / "screenshots")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.http.static_storage.CompressedStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
LOCALE_PATHS = [PACKAGES / "tournaments" / "locale"]
TIME_ZONE = environment.read_time_zone("TIME_ZONE", "Europe/Berlin")
USE_TZ = True

# Sign-in. All arbiters of a hall share one address, so a lock needs the user name too.
LOGIN_URL = "signin"
LOGIN_REDIRECT_URL = "events"
LOGOUT_REDIRECT_URL = "events"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "tournaments.access.sign_in_log.read_guessing_address"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "tournaments/accounts/signin_locked.html"
AXES_VERBOSE = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "code", "recovery", "passkey"]  # what it does not store
PASSWORD_HASHERS = ["tournaments.access.passwords.FrugalArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "tournaments.access.passwords.SimilarityOfRepeats"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SIGNIN_LINK_AGE = timedelta(minutes=30)
# Whether the site's admins must prove more than a password when they sign in; everybody may.
SECOND_FACTOR_REQUIRED = environment.read_choice("SECOND_FACTOR", "optional", "admins") == "admins"
# A session ends 12 hours after the sign-in in any case, and after a pause, which has to outlast a long game.
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_IDLE = timedelta(hours=4)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PRODUCTION else []

# What browsers may do with the pages.
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
    SECURE_HSTS_SECONDS = environment.read_number("HSTS_SECONDS", 30 * 24 * 60 * 60)
    # Django would include all subdomains and have the site listed: whoever owns the domain decides that, at the proxy.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Lines for people on a laptop; on a server JSON objects, with one for each request.
LOG_FORMAT = environment.read_choice("LOG_FORMAT", *(("json", "line") if PRODUCTION else ("line", "json")))
LEVELS = ("WARNING", "DEBUG", "INFO", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "config.http.log_lines.RequestFilter"},
        "sentence": {"()": "config.http.log_lines.SentenceFilter"},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "config.http.log_lines.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request"]}},
    "root": {"handlers": ["stderr"], "level": environment.read_choice("LOG_LEVEL", *LEVELS)},
    "loggers": {
        # A missing page or a refused entry is no warning for the people who run the server.
        "django.request": {"level": "ERROR"},
        # Scanners send any Host: one line is enough.
        "django.security.DisallowedHost": {"filters": ["sentence"]},
        "crosstable.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
