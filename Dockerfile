# A Sandtable server in a container: docker build -t sandtable . ; see docs/hosting.md.
FROM python:3.12-slim-trixie AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --no-deps -w /wheels .

FROM python:3.12-slim-trixie
# pg_dump for backups; it has to be as new as the PostgreSQL of compose.yaml.
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/sandtable-*.whl)[server]" \
    && rm -rf /wheels \
    && useradd --create-home --uid 1000 sandtable \
    && install -d -o sandtable /data
USER sandtable
VOLUME /data
EXPOSE 8765
ENV SANDTABLE_DATABASE=/data/games.db SANDTABLE_BACKUPS=/data/backups
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/api/health', timeout=4)"]
CMD ["sandtable", "serve", "--host", "0.0.0.0", "--port", "8765", "--log", "json"]
