# Crosstable behind a proxy that speaks HTTPS; docker-compose.yml shows it with its PostgreSQL.
FROM python:3.13-slim

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

RUN useradd --system --uid 10001 crosstable && install -d -m 700 -o crosstable var
USER crosstable
VOLUME /srv/crosstable/var

ENV CROSSTABLE_PROFILE=production HOST=0.0.0.0 PORT=8000
EXPOSE 8000
HEALTHCHECK --start-period=30s CMD ["python", "-c", "from urllib.request import Request, urlopen; import os; \
    from urllib.parse import urlsplit; host = urlsplit(os.environ['PUBLIC_URL']).netloc; \
    urlopen(Request('http://127.0.0.1:8000/health/', headers={'Host': host}), timeout=3)"]
CMD ["python", "manage.py", "serve"]
