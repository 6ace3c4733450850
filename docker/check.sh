#!/usr/bin/env bash
# What make containers does: brings all of it up, holds it to what docker/README.md says, and takes it down.
# SHORT=1 leaves out what takes three front-ends.
set -uo pipefail
cd "$(dirname "$0")/.."

project=two-tier-testbed
log=$(mktemp)
failures=0

# claim WORDS COMMAND...: holds if the command succeeds.
claim() {
  local words=$1; shift
  if "$@" > "$log" 2>&1; then
    echo "  ✓ $words"
  else
    echo "  ✗ $words"
    tail -n 15 "$log" | sed 's/^/      /'
    failures=$((failures + 1))
  fi
}
not() { ! "$@"; }
equal() { echo "$1, and not $2"; [ "$1" = "$2" ]; }
containers() { docker compose ps --quiet "$@"; }
inspect() { docker inspect --format "$1" $(containers $2) | sort -u; }

# The whole of it left behind, of every kind.
left() {
  for kind in container network volume; do
    docker $kind ls --quiet $([ $kind = container ] && echo --all) --filter label=com.docker.compose.project=$project
  done
}

query() { docker compose exec -T prometheus promtool query instant http://127.0.0.1:9090 "$1" | sed -nE 's/^.*=> ([^ ]+) @.*$/\1/p'; }

# Prometheus needs a look at the DNS and a scrape first.
eventually() {
  local i
  for i in $(seq 30); do "$@" && return; sleep 1; done
  return 1
}
targets() { equal "$(query "count(up{job=\"$1\"} == 1)")" "$2"; }

image="docker run --rm --network host --read-only --tmpfs /tmp $project/load"
url='/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}'
through_published_port() { $image run -u "http://$(docker compose port frontend-api 8080)$url" -n 2000 -c 4 --warmup 0s --out /tmp; }

# Stops one of several while they are under load: nothing may fail, be it in flight, on its way or sent afterwards.
stopped_under_load() {
  local one; one=$(containers frontend-api | head -n 1)
  SCENARIO= ARGS="--duration 20s -c 10 --name container-check-stopped --pass 'errors=0%'" docker/load.sh > "$log.load" 2>&1 &
  local load=$!
  eventually under_load || { echo "no load arrives"; cat "$log.load"; return 1; }
  local before after; before=$(date +%s%N)
  docker stop "$one" > /dev/null
  after=$(date +%s%N)
  took=$(((after - before) / 1000000))
  wait $load
  # It exits with INVALID, because its count and that of one replica of three cannot agree.
  grep '✓ errors=0%' "$log.load" || { cat "$log.load"; return 1; }
  equal "$(docker inspect --format '{{.State.ExitCode}}' "$one")" 0
}
under_load() { [ "$(query 'count(rate(http_server_request_duration_seconds_count{job="frontend-api"}[10s]) > 5)')" = 3 ]; }

docker compose version > /dev/null && docker info > /dev/null || exit 1
if [ -n "$(left)" ]; then
  echo "The testbed is up already, or was left: make down comes first." >&2
  exit 1
fi
trap 'make down > /dev/null 2>&1; rm -f "$log" "$log.load" results/*container-check*' EXIT

echo "up"
claim "make up: all healthy" make up
for service in frontend-api backend-api; do
  echo "$service"
  id=$(containers $service)
  claim "is healthy by its own probe" equal "$(inspect '{{.State.Health.Status}}' $service)" healthy
  claim "does not run as root" equal "$(docker top "$id" -o pid,uid | awk '{ print $2 }' | tail -n 1)" 1654
  claim "has a read-only file system" not docker cp README.md "$id:/app/README.md"
  claim "has no capability, and gets none" equal "$(inspect '{{.HostConfig.CapDrop}} {{.HostConfig.CapAdd}} {{.HostConfig.SecurityOpt}}' $service)" "[ALL] [] [no-new-privileges:true]"
  claim "has no shell" not docker exec "$id" /bin/sh -c true
  claim "has limits for CPU and memory" not equal "$(inspect '{{.HostConfig.NanoCpus}} {{.HostConfig.Memory}}' $service)" "0 0"
  claim "says its version and commit" equal "$(inspect '{{index .Config.Labels "org.opencontainers.image.version"}} {{index .Config.Labels "org.opencontainers.image.revision"}}' $service)" "$TESTBED_VERSION $TESTBED_COMMIT"
done
echo "stack"
claim "listens on loopback only" not grep -E '(0\.0\.0\.0|\[::\]):[0-9]+->' <(docker compose ps --format '{{.Ports}}')
claim "a taken port is named, with its variable" grep 'taken (GRAFANA_PORT' <(GRAFANA_PORT=$(docker compose port prometheus 9090 | cut -d: -f2) docker/up.sh 2>&1)
claim "make load: every check of the smoke scenario holds" make load SCENARIO=smoke ARGS="--name container-check"
claim "its result file is in results/" test -s "$(ls -t results/*container-check*.json 2> /dev/null | head -n 1)"
claim "load through the published port" through_published_port
claim "Prometheus has one front-end" eventually targets frontend-api 1
claim "and one back-end" targets backend-api 1

if [ -z "${SHORT:-}" ]; then
  echo "three front-ends"
  claim "make up FRONTEND_REPLICAS=3: all healthy" make up FRONTEND_REPLICAS=3
  claim "Prometheus has three front-ends" eventually targets frontend-api 3
  took=none
  claim "one of them stopped under load: no request fails, and it exits with 0" stopped_under_load
  claim "in under 10 s: $took ms" test "$took" -lt 10000
fi

echo "down"
claim "make down" make down
claim "leaves nothing behind" equal "$(left)" ""
[ $failures = 0 ] || echo "$failures ✗"
[ $failures = 0 ]
