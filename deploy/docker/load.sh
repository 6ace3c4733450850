#!/usr/bin/env bash
# make load: runs the load tool once in a container next to the services: a parade of strategies (EACH=10 seconds), of the
# values of another flag (FLAG=http), one strategy until Ctrl-C (STRATEGY=refit), a comparison (COMPARE=1), or another
# scenario. LIVE=1 starts the page of show, which stays.
set -euo pipefail
cd "$(dirname "$0")/../.."

unset TLS
# The load tool writes to results/ as the user who owns it.
export LOAD_USER="$(id -u):$(id -g)"
fail() { echo "$1" >&2; exit 64; }
[ -n "$(docker compose ps --quiet --status running frontend-api 2> /dev/null)" ] || fail "The testbed is not running. Start it with: make up"

# The running front-end says whether it speaks TLS.
if docker inspect --format '{{.Config.Env}}' $(docker compose ps --quiet frontend-api) | grep -q ASPNETCORE_URLS=https; then
  export TLS=./artifacts-tls
fi

# The load tool reads the metrics of one target, and cannot know which of several front-ends answered a request.
replicas=$(docker compose ps --quiet --status running frontend-api | wc -l)
if [ "$replicas" -gt 1 ] && [ -n "${SCENARIO:-}" ]; then
  fail "$replicas front-ends are running. A scenario measures one: make up FRONTEND_REPLICAS=1
To send load to all of them without measuring their CPU time: make load SCENARIO= ARGS='--rate 500/s'"
fi

second=
finish() { [ -z "$second" ] || docker compose --progress quiet rm --stop --force $second > /dev/null; }
trap finish EXIT

url="http${TLS:+s}://frontend-api:8080/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}"
if [ -n "${STRATEGY:-}" ]; then
  command=(run "$url?strategy=$STRATEGY" --monitor target=:8082 --duration 24h --name "$STRATEGY")
elif [ -n "${FLAG:-}" ]; then
  catalogue=$(curl --silent --fail --insecure "http${TLS:+s}://$(docker compose port frontend-api 8080)/api/strategies")
  values=$(sed -nE "s/.*\"name\":\"$FLAG\",\"summary\":\"[^\"]*\",\"values\":\[([^]]*)\].*/\1/p" <<< "$catalogue" | tr -d '"')
  [ -n "$values" ] || fail "Unknown flag '$FLAG'. Known flags: $(grep -oE '"name":"[^"]*","summary":"[^"]*","values"' <<< "$catalogue" | cut -d'"' -f4 | xargs)"
  command=(run "$url" --vary "$FLAG=$values" --monitor target=:8082 --parade "${EACH:-20}s")
elif [ -z "${SCENARIO:-}" ]; then
  command=(run "$url")
  [ "$replicas" -gt 1 ] || command+=(--monitor target=:8082)
else
  file=load/scenarios/$SCENARIO.yaml
  [ -f "$file" ] || fail "Unknown scenario '$SCENARIO'. Known scenarios: $(cd load/scenarios && ls ./*.yaml | sed 's:^\./::; s:\.yaml$::' | xargs)"

  # A scenario with variants is a parade, or a comparison.
  command=(run "scenarios/$SCENARIO.yaml")
  if grep -q '^vary:' "$file"; then
    [ -z "${COMPARE:-}" ] && command+=(--parade "${EACH:-20}s") || command=(compare "scenarios/$SCENARIO.yaml")
    echo "The variants are flags of one front-end process, in one start: make demo measures what differs by start."
  fi
  command+=(--repeat-command "make load SCENARIO=$SCENARIO${COMPARE:+ COMPARE=1}${ARGS:+ ARGS=\"$ARGS\"}")
  if grep -q localhost:5102 "$file"; then
    second=frontend-webclient
    docker compose --progress quiet up --detach --no-deps --wait $second
  fi
fi
eval "command+=(${ARGS:-})"

if [ -n "${LIVE:-}" ]; then
  export LOAD_EVENTS=results/load.events.ndjson
  docker compose --progress quiet up --detach --no-deps --build show
  echo "  live page  http://localhost:${LIVE_PORT:-$(sed -n 's/^LIVE_PORT=//p' .env)}   (docker compose rm --stop show ends it)"
fi

# --no-deps: otherwise compose would scale the front-ends back to the number in .env.
docker compose --progress quiet build load
docker compose --progress quiet run --rm --no-deps load "${command[@]}"
