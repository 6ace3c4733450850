#!/usr/bin/env bash
# make load: a parade of strategies (EACH=10 seconds), or of another flag's values (FLAG=http), a comparison (COMPARE=1),
# or another scenario. STRATEGY=refit or FLAG=http=2 sends one until Ctrl-C; once more, in another terminal, it changes
# what the first one sends. The load tool runs in a container beside the services, or on this computer with make serve.
# LIVE=1 starts the page of show, which stays.
set -euo pipefail
cd "$(dirname "$0")/../.."

unset TLS
# The load tool writes to results/ as the user who owns it.
export LOAD_USER="$(id -u):$(id -g)"
fail() { echo "$1" >&2; exit 64; }
replicas=$({ docker compose ps --quiet --status running frontend-api 2> /dev/null || true; } | wc -l)
if [ "$replicas" -gt 0 ]; then
  # The running front-end says whether it speaks TLS.
  if docker inspect --format '{{.Config.Env}}' $(docker compose ps --quiet frontend-api) | grep -q ASPNETCORE_URLS=https; then
    export TLS=./artifacts-tls
  fi
  address="http${TLS:+s}://$(docker compose port frontend-api 8080)"
  target="http${TLS:+s}://frontend-api:8080" monitor=target=:8082 scenarios=scenarios
else
  address=http://localhost:5100
  curl --silent --fail --output /dev/null $address/api/strategies ||
    fail "The testbed is not running. Start it with make up, or without Docker with make serve"
  target=$address monitor=target scenarios=load/scenarios
fi

# The load tool reads the metrics of one target, and cannot know which of several front-ends answered a request.
if [ "$replicas" -gt 1 ] && [ -n "${SCENARIO:-}" ]; then
  fail "$replicas front-ends are running. A scenario measures one: make up FRONTEND_REPLICAS=1
To send load to all of them without measuring their CPU time: make load SCENARIO= ARGS='--rate 500/s'"
fi

second= lines= reader=
finish() {
  [ -z "$second" ] || docker compose --progress quiet rm --stop --force $second > /dev/null
  [ -z "$lines" ] || rm -f $lines $lines.client $lines.pipe
  [ -z "$reader" ] || kill "$reader" 2> /dev/null || true
}
trap finish EXIT

url="$target/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}"
labels=()
query=${STRATEGY:+strategy=$STRATEGY}
if [ -n "$query" ] && [ -z "${FLAG:-}" ] || [[ ${FLAG:-} == *=* ]]; then
  query+=${FLAG:+${query:+&}$FLAG}
  answer=$(curl --silent --insecure --write-out '\n%{http_code}' "$address/api/customer/1?$query") || true
  [ "${answer##*$'\n'}" = 200 ] || fail "$query: $(sed -nE 's/.*"errors":\{"[^"]*":\["([^]]*)"\].*/\1/p; s/^([0-9]+)$/The front-end answers \1./p' <<< "$answer" | head -n 1)"
  steer="{\"variant\": \"$([ -n "${FLAG:-}" ] && echo "$query" || echo "$STRATEGY")\"}"
  if ps -p "$(cat results/load.now.client 2> /dev/null || echo 0)" > /dev/null 2>&1; then
    echo "$steer" >> results/load.now
    echo "  The load of the other terminal sends $query from now on."
    exit
  fi
  lines=results/load.now
  mkdir -p results && echo $$ > $lines.client && echo "$steer" > $lines
  if [ "$replicas" -gt 0 ]; then
    labels=(--no-TTY --label "testbed.folder=$PWD")
    # Left by a load that was killed.
    for container in $(docker ps --quiet --filter "label=testbed.folder=$PWD"); do
      docker rm --force "$container" > /dev/null
    done
  fi
  SCENARIO=strategies
  command=(run "$scenarios/strategies.yaml" --steer)
elif [ -n "${FLAG:-}" ]; then
  catalogue=$(curl --silent --fail --insecure "$address/api/strategies")
  values=$(sed -nE "s/.*\"name\":\"$FLAG\",\"summary\":\"[^\"]*\",\"values\":\[([^]]*)\].*/\1/p" <<< "$catalogue" | tr -d '"')
  [ -n "$values" ] || fail "Unknown flag '$FLAG'. Known flags: $(grep -oE '"name":"[^"]*","summary":"[^"]*","values"' <<< "$catalogue" | cut -d'"' -f4 | xargs)"
  command=(run "$url${query:+?$query}" --vary "$FLAG=$values" --monitor $monitor --parade "${EACH:-20}s")
  SCENARIO=
elif [ -z "${SCENARIO:-}" ]; then
  command=(run "$url")
  [ "$replicas" -gt 1 ] || command+=(--monitor $monitor)
else
  file=load/scenarios/$SCENARIO.yaml
  [ -f "$file" ] || fail "Unknown scenario '$SCENARIO'. Known scenarios: $(cd load/scenarios && ls ./*.yaml | sed 's:^\./::; s:\.yaml$::' | xargs)"

  # A scenario with variants is a parade, or a comparison.
  command=(run "$scenarios/$SCENARIO.yaml")
  if grep -q '^vary:' "$file"; then
    [ -z "${COMPARE:-}" ] && command+=(--parade "${EACH:-20}s") || command=(compare "$scenarios/$SCENARIO.yaml")
  fi
  command+=(--repeat-command "make load SCENARIO=$SCENARIO${COMPARE:+ COMPARE=1}${ARGS:+ ARGS=\"$ARGS\"}")
fi
eval "command+=(${ARGS:-})"

# The CPU time that was used and not used, of all cores.
read_cpu() { awk '/^cpu / { print $2 + $3 + $4, $5 + $6 }' /proc/stat 2> /dev/null; }
used=0 all=0
before=($(read_cpu)) && sleep 1 && after=($(read_cpu)) && used=$((after[0] - before[0])) && all=$((used + after[1] - before[1])) || true
[ $((4 * used)) -le "$all" ] || [[ " ${command[*]} " == *" --steer "* ]] || echo "  busy       other programs use $((100 * used / all)) % of the CPU: all figures will be low"

# The load reads the lines that steer it, if there are any.
open_lines() {
  [ -n "$lines" ] || return 0
  rm -f $lines.pipe && mkfifo $lines.pipe
  tail -n +1 -F $lines > $lines.pipe 2> /dev/null &
  reader=$!
  exec < $lines.pipe
}
if [ "$replicas" = 0 ]; then
  open_lines
  dotnet run --configuration Release --verbosity quiet --project load/cli -- "${command[@]}"
  exit
fi

if [ -n "${SCENARIO:-}" ] && grep -q localhost:5102 "load/scenarios/$SCENARIO.yaml"; then
  second=frontend-webclient
  docker compose --progress quiet up --detach --no-deps --wait $second
fi

if [ -n "${LIVE:-}" ]; then
  export LOAD_EVENTS=results/load.events.ndjson
  docker compose --progress quiet up --detach --no-deps --build show
  echo "  live page  http://localhost:${LIVE_PORT:-$(sed -n 's/^LIVE_PORT=//p' .env)}   (docker compose rm --stop show ends it)"
fi

# --no-deps: otherwise compose would scale the front-ends back to the number in .env.
docker compose --progress quiet build load
open_lines
docker compose --progress quiet run --rm --no-deps "${labels[@]}" load "${command[@]}"
