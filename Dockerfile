# Crosstable behind a proxy that speaks HTTPS; docker-compose.yml shows it with PostgreSQL and nginx.
FROM python:3.13-slim-trixie

# pg_dump of PostgreSQL 17 for backups, and what WeasyPrint draws PDFs with.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client-17 libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-liberation \
    && rm -rf /var/lib/apt/lists/*

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /srv/crosstable

COPY requirements/run.txt requirements/run.txt
RUN pip install --require-hashes -r requirements/run.txt

COPY manage.py ./
COPY config config
COPY tiebreaks tiebreaks
COPY pairing pairing
COPY tournaments tournaments
COPY templates templates
COPY static static

RUN useradd --system --uid 10001 crosstable && install -d -m 700 -o crosstable var backups rating-lists
USER crosstable
VOLUME /srv/crosstable/backups /srv/crosstable/rating-lists

ENV CROSSTABLE_PROFILE=production HOST=0.0.0.0 PORT=8000 BACKUPS=/srv/crosstable/backups \
    RATING_LISTS=/srv/crosstable/rating-lists
EXPOSE 8000
HEALTHCHECK --start-period=60s --interval=10s --timeout=6s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/ready/', timeout=5)"]
CMD ["python", "manage.py", "serve"]
