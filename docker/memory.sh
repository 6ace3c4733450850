#!/usr/bin/env bash
# What make memory-limits does: says whether a front-end that may have 64 MB outlives the load, and compares, in shuffled
# rounds, one that may have as much but is set to take little, one with 256 MB and one without a limit. It leaves nothing
# behind.
set -euo pipefail
cd "$(dirname "$0")/.."
export COMPOSE_FILE=docker-compose.yml:docker/memory.yml
. docker/study.sh

compared=(64m-set 256m unlimited)
variants=
for limit in "${compared[@]}"; do
  variants+="{name: $limit, url: 'http://frontend-$limit:8080', query: client=shared&mode=async}, "
done

ready() { docker compose --progress quiet run --rm --no-deps load dry-run -u "http://frontend-$1:8080/health/ready" > /dev/null 2>&1; }
start() {
  docker compose --progress quiet up --detach --no-deps "${@/#/frontend-}"
  for limit; do eventually ready "$limit" || { echo "frontend-$limit does not become ready." >&2; exit 1; }; done
}
# "false true" of one that was not ended for want of memory, and runs.
state() { docker inspect --format '{{.State.OOMKilled}} {{.State.Running}}' $(docker compose ps --all --quiet "${@/#/frontend-}") | sort -u; }
compare() {
  load compare ingestion --variants "[${variants%, }]" --baseline unlimited --tier back-end=http://backend-api:8080 \
    --rounds "${ROUNDS:-9}" --slice "${SLICE:-3s}" --settle 15s --name memory-limits --repeat-command "make memory-limits" && keep memory-limits
}

echo "build and start: front-ends with 64m ${compared[*]}"
docker compose --progress quiet build backend-api frontend-api load
up backend-api
start 64m
load run ingestion -u 'http://frontend-64m:8080/ingest/event?client=shared&mode=async' --duration 20s --name 64m > /dev/null 2>&1 || true
case $(state 64m) in
  "false true") echo "  64m, as it comes: outlived 20 s of load" ;;
  true*) echo "  64m, as it comes: ended for want of memory within 20 s of load" ;;
  *) claim "64m, as it comes: ended for want of memory, or not at all" false ;;
esac
docker compose --progress quiet stop frontend-64m

start "${compared[@]}"
claim "the comparison ran to its end" compare
claim "in every slice the back-end counted what was answered" grep -qs '^| ✓ | back-end: ingest_payloads_parsed_total' "$work"/*memory-limits.md
claim "none of those compared was ended for want of memory" test "$(state "${compared[@]}")" = "false true"
[ $failures = 0 ]
