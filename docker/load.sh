#!/usr/bin/env bash
# make load: runs the load tool once in a container next to the services, with a scenario or with options, and copies its
# files to results/. LIVE=1 starts the page of show, which stays.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "$1" >&2; exit 64; }
[ -n "$(docker compose ps --quiet --status running frontend-api 2> /dev/null)" ] || fail "The testbed is not running. Start it with: make up"

# The load tool reads the metrics of one target, and cannot know which of several front-ends answered a request.
replicas=$(docker compose ps --quiet --status running frontend-api | wc -l)
monitor='--monitor target'
if [ "$replicas" -gt 1 ]; then
  [ -z "${SCENARIO:-}" ] || fail "$replicas front-ends are running. A scenario measures one: make up FRONTEND_REPLICAS=1
To send load to all of them without measuring their CPU time: make load SCENARIO= ARGS='--rate 500/s'"
  monitor=
fi

name=two-tier-testbed-load-$$
here=$(mktemp)
second=
finish() {
  rm -f "$here"
  docker rm --force --volumes "$name" > /dev/null 2>&1 || true
  [ -z "$second" ] || docker compose --progress quiet rm --stop --force $second > /dev/null
}
trap finish EXIT

mounts=()
if [ -z "${SCENARIO:-}" ]; then
  export LOAD="run -u http://frontend-api:8080/api/customer/{{{id:RAND_INTEGER:[1:1000]}}} $monitor"
else
  file=load/scenarios/$SCENARIO.yaml
  [ -f "$file" ] || fail "Unknown scenario '$SCENARIO'. Known scenarios: $(cd load/scenarios && ls ./*.yaml | sed 's:^\./::; s:\.yaml$::' | xargs)"

  # A scenario with variants is a comparison.
  LOAD="run scenarios/$SCENARIO.yaml"
  if grep -qE '^(vary|variants):' "$file"; then
    LOAD="compare scenarios/$SCENARIO.yaml --monitor target --monitor back-end=http://backend-api:8080"
  fi
  export LOAD="$LOAD --repeat-command 'make load SCENARIO=$SCENARIO'"

  # The scenario has the addresses that make serve uses. Replace them by those of the containers.
  sed 's|//localhost:5100|//frontend-api:8080|; s|//localhost:5101|//backend-api:8080|; s|//localhost:5102|//frontend-webclient:8080|' "$file" > "$here"
  chmod a+r "$here"
  mounts=(--volume "$here:/scenarios/$SCENARIO.yaml:ro")
  if grep -q frontend-webclient "$here"; then
    second=frontend-webclient
    docker compose --progress quiet up --detach --no-deps --wait $second
  fi
fi

# The load tool runs in the root folder, where its results are in results/, as here: it prints paths that exist here.
export LOAD_OUT=results
options=(--workdir /)
if [ -n "${LIVE:-}" ]; then
  docker compose --progress quiet up --detach --no-deps --build show
  echo "  live page  http://localhost:${LIVE_PORT:-$(sed -n 's/^LIVE_PORT=//p' .env)}   (docker compose rm --stop show ends it)"
fi

docker compose --progress quiet build load
status=0
# --use-aliases: Prometheus finds the container by the service's name. --no-deps: otherwise compose would scale the
# front-ends back to the number in .env.
docker compose --progress quiet run --no-deps --use-aliases --name "$name" "${options[@]}" ${mounts[@]+"${mounts[@]}"} load || status=$?
mkdir -p results
docker cp --quiet "$name:/results/." results/
exit $status
