#!/bin/sh
# Starts the containers, asks a question, and removes everything again. Needs Docker with its compose plugin.
set -eu
cd "$(dirname "$0")"
trap 'docker compose down --volumes' EXIT
docker compose up --build --wait
docker compose exec -T deep-research deep-research account create --email you@example.com
key=$(docker compose exec -T deep-research deep-research key create you@example.com)
curl --fail --silent --show-error --no-buffer http://127.0.0.1:8080/v1/research \
  -H "X-API-Key: $key" -H "Content-Type: application/json" \
  -d '{"query": "Who was the last keeper of the lighthouse?"}' | grep "Ada Morgan"
