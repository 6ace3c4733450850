#!/usr/bin/env bash
# What make memory-limits does: a front-end that may have 64 MB, one with 256 and one without a limit, compared in shuffled
# rounds. It leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")/.."
export COMPOSE_FILE=docker-compose.yml:docker/memory.yml
. docker/study.sh

limits=(64m 256m unlimited)
frontends=("${limits[@]/#/frontend-}")
variants=
for limit in "${limits[@]}"; do
  variants+="{name: $limit, url: 'http://frontend-$limit:8080', query: client=shared&mode=async}, "
done

ready() { docker compose --progress quiet run --rm --no-deps load dry-run -u "http://$1:8080/health/ready" > /dev/null 2>&1; }
compare() {
  load compare ingestion --variants "[${variants%, }]" --baseline unlimited --tier back-end=http://backend-api:8080 \
    --rounds "${ROUNDS:-9}" --slice "${SLICE:-3s}" --settle 15s --name memory-limits && keep memory-limits
}
alive() { [ "$(docker inspect --format '{{.State.OOMKilled}} {{.State.Running}}' $(docker compose ps --all --quiet "${frontends[@]}") | sort -u)" = "false true" ]; }

echo "build and start: front-ends with ${limits[*]}"
docker compose --progress quiet build backend-api frontend-api load
up --no-deps backend-api "${frontends[@]}"
for frontend in "${frontends[@]}"; do eventually ready "$frontend"; done
claim "the comparison ran to its end" compare
claim "in every slice the back-end counted what was answered" grep -qs '^| ✓ | back-end: ingest_payloads_parsed_total' "$work"/*memory-limits.md
claim "none was ended for want of memory" alive
[ $failures = 0 ]
