# Crosstable for use behind an HTTPS proxy; docker-compose.yml runs it with PostgreSQL and nginx.
ARG PYTHON_IMAGE=python:3.13-slim-trixie@sha256:9d2e5553305c7c7b0097999bb17187c69b921ccd6bc9d40e4bb5ebe652c00285
FROM ${PYTHON_IMAGE} AS programs

# Only the programs that back up and restore PostgreSQL 17 are copied: their package depends on Perl.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-17

FROM ${PYTHON_IMAGE}

# Libraries for these programs, and for WeasyPrint, which makes the PDFs.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libpq5 libreadline8 libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-liberation \
    && rm -rf /var/lib/apt/lists/*
COPY --from=programs /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/lib/postgresql/17/bin/psql /usr/local/bin/

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /srv/crosstable

# The packages' own tests make up a tenth of their size.
COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --root-user-action=ignore --require-hashes -r requirements/run.txt \
    && find /usr/local/lib/python3.13/site-packages -type d -name tests -prune -exec rm -r {} +

COPY manage.py ./
COPY config config
COPY tiebreaks tiebreaks
COPY pairing pairing
COPY tournaments tournaments
COPY templates templates
COPY static static
COPY docs/manual docs/manual
COPY docs/screenshots docs/screenshots

# Compiled here, since the file system of the container is read-only.
RUN python -m tournaments.operation.compiled_messages \
    && python -m compileall -q . \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin crosstable \
    && install -d -m 700 -o crosstable -g crosstable var backups rating-lists
USER crosstable
VOLUME /srv/crosstable/backups /srv/crosstable/rating-lists

ENV CROSSTABLE_PROFILE=production HOST=0.0.0.0 PORT=8000 BACKUPS=/srv/crosstable/backups \
    RATING_LISTS=/srv/crosstable/rating-lists
EXPOSE 8000
HEALTHCHECK --start-period=60s --interval=10s --timeout=6s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health/ready/', timeout=5)"]
CMD ["python", "manage.py", "serve"]
