#!/usr/bin/env bash
# make containers: starts everything, checks that it is as deploy/docker/README.md says, and removes it.
# SHORT=1 leaves out the checks that need three front-ends.
set -uo pipefail
cd "$(dirname "$0")/../.."

. deploy/docker/functions.sh
export LOAD_USER="$(id -u):$(id -g)"

inspect() { docker inspect --format "$1" $(containers ${2:-}) | sort -u; }

targets() { equal "$(query "count(up{job=\"$1\"} == 1)")" "$2"; }

smoke() { make load SCENARIO=smoke ARGS="--name container-check" > "$log.load" 2>&1; local status=$?; cat "$log.load"; return $status; }
printed_paths_exist() {
  local paths; paths=$(grep -oE '(/|\b)results/[^ ,]*container-check\.(json|html)' "$log.load")
  [ -n "$paths" ] && ls $paths
}

up_again() {
  local before; before=$(containers)
  timeout 10 docker compose up --wait && equal "$(containers)" "$before"
}

# Compares every strategy as README.md says for those without make.
compares() {
  docker compose run --rm load compare --name container-check-strategies ${SHORT:+--rounds 3} &&
    grep 'docker compose run --rm load compare --name' results/*container-check-strategies.md > /dev/null
}

# Uses one strategy for so long that the dashboard knows its costs, and compares them with those of the load tool.
dashboard_agrees() {
  docker compose run --rm -e LOAD_SCENARIO= load run "http://frontend-api:8080/api/customer/1?strategy=read-as-async" \
    --connections 4 --warmup 0s --duration 32s --monitor target=:8082 --out /results/container-check --name read-as-async &&
    node grafana/check/agreement.js "http://$(docker compose port prometheus 9090)" results/container-check/*-read-as-async.json
}

# Counts the lines of the configuration, with all profiles, that contain a text.
configured() { docker compose --profile '*' config | grep -c "$1"; }

image="docker run --rm --network host --read-only --tmpfs /tmp $project/load"
url='/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}'
through_published_port() { $image run -u "http://$(docker compose port frontend-api 8080)$url" -n 2000 -c 4 --warmup 0s --out /tmp; }

# The status of a request that switches all faults off. It comes through the published port, so not from loopback.
put_faults() {
  curl --silent --output /dev/null --write-out '%{http_code}' --request PUT "http://$(docker compose port backend-api 8082)/faults" \
    --header 'Content-Type: application/json' --data '{}' "$@"
}

# Stops one of several front-ends under load. No request may fail: neither those in flight nor later ones.
stopped_under_load() {
  local one; one=$(containers frontend-api | head -n 1)
  SCENARIO= ARGS="--duration 20s -c 10 --name container-check-stopped --pass 'errors=0%'" deploy/docker/load.sh > "$log.load" 2>&1 &
  local load=$!
  eventually under_load || { echo "The front-ends receive no load."; cat "$log.load"; return 1; }
  local before after; before=$(date +%s%N)
  docker stop "$one" > /dev/null
  after=$(date +%s%N)
  took=$(((after - before) / 1000000))
  wait $load
  grep '✓ errors=0%' "$log.load" || { cat "$log.load"; return 1; }
  equal "$(docker inspect --format '{{.State.ExitCode}}' "$one")" 0
}
under_load() { [ "$(query 'count(rate(http_server_request_duration_seconds_count{job="frontend-api"}[10s]) > 5)')" = 3 ]; }

# Runs the command that make up prints at its end.
hint_works() {
  local hint; hint=$(FRONTEND_REPLICAS=3 deploy/docker/up.sh | sed -n "s/^  next *\(make load .*'\).*/\1/p")
  [ -n "$hint" ] && eval "${hint/--rate/--name container-check-hint --duration 2s --rate}"
}

need_clean_engine
trap 'make down > /dev/null 2>&1; rm -rf "$log" "$log.load" results/*container-check*' EXIT

echo "up"
check "make up: all healthy" make up
for service in frontend-api backend-api; do
  echo "$service"
  id=$(containers $service)
  check "is healthy by its own probe" equal "$(inspect '{{.State.Health.Status}}' $service)" healthy
  check "does not run as root" equal "$(docker top "$id" -o pid,uid | awk '{ print $2 }' | tail -n 1)" 1654
  check "has a read-only file system" not docker cp README.md "$id:/app/README.md"
  check "has no capabilities and cannot get any" equal "$(inspect '{{.HostConfig.CapDrop}} {{.HostConfig.CapAdd}} {{.HostConfig.SecurityOpt}}' $service)" "[ALL] [] [no-new-privileges:true]"
  check "has no shell" not docker exec "$id" /bin/sh -c true
  check "has limits for CPU and memory" not equal "$(inspect '{{.HostConfig.NanoCpus}} {{.HostConfig.Memory}}' $service)" "0 0"
done
echo "stack"
check "up again without a change takes less than 10 s, and replaces no container" up_again
check "a plain up prints the addresses" eventually grep "localhost:$(docker compose port grafana 3000 | cut -d: -f2)" <(docker compose logs addresses)
check "our own images are always built and never pulled" equal "$(configured '^    pull_policy: build')" "$(configured '^    image: two-tier-testbed/')"
check "no container runs as root" not grep -qx -E '0|root' <(inspect '{{.Config.User}}')
check "the log of each container has a limit" equal "$(inspect '{{.HostConfig.LogConfig.Config}}')" "map[max-file:3 max-size:10m]"
check "listens on loopback only" not grep -E '(0\.0\.0\.0|\[::\]):[0-9]+->' <(docker compose ps --format '{{.Ports}}')
check "an error message names a port that is in use, and its variable" grep 'in use (GRAFANA_PORT' <(GRAFANA_PORT=$(docker compose port prometheus 9090 | cut -d: -f2) deploy/docker/up.sh 2>&1)
check "make load: every check of the smoke scenario passes" smoke
check "the paths that it prints exist here" printed_paths_exist
check "the files are those of this user" equal "$(stat -c %u results/*container-check* | sort -u)" "$(id -u)"
check "its result file is in results/" test -s "$(ls -t results/*container-check*.json 2> /dev/null | head -n 1)"
check "docker compose run --rm load compare: results on the host" compares
check "the dashboard shows what a strategy costs" dashboard_agrees
check "every panel is filled, or says what fills it" node grafana/check/filled.js "http://$(docker compose port prometheus 9090)"
check "the published port accepts load" through_published_port
check "nobody can inject faults" equal "$(put_faults)" 404
check "make up FAULTS_TOKEN=secret: all healthy" make up FAULTS_TOKEN=secret
check "who has the token can inject faults, and others cannot" equal "$(put_faults) $(put_faults --header 'X-Faults-Token: secret')" "401 200"
# The comparison has started it.
docker compose rm --stop --force frontend-webclient > "$log" 2>&1
check "Prometheus scrapes one front-end" eventually targets frontend-api 1
check "Prometheus scrapes one back-end" targets backend-api 1

if [ -z "${SHORT:-}" ]; then
  echo "three front-ends"
  check "make up FRONTEND_REPLICAS=3: all healthy" make up FRONTEND_REPLICAS=3
  check "its hint is a command that works" hint_works
  check "Prometheus scrapes three front-ends" eventually targets frontend-api 3
  took=none
  check "make load says beforehand that a scenario needs one front-end" grep 'make up FRONTEND_REPLICAS=1' <(SCENARIO=strategies deploy/docker/load.sh 2>&1)
  check "one front-end is stopped under load: no request fails, and it exits with 0" stopped_under_load
  check "the stop took less than 10 s: $took ms" test "$took" -lt 10000
fi

if [ -z "${SHORT:-}" ]; then
  echo "TLS"
  over_tls() { curl --silent --fail --cacert artifacts-tls/authority.pem "https://localhost:$(docker compose port frontend-api 8080 | cut -d: -f2)/api/customer/1?$1"; }
  check "make up TLS=1: all healthy" make up TLS=1
  check "HttpClient and WebClient answer" equal "$(over_tls strategy=get-from-json)" "$(over_tls strategy=webclient-sync)"
  check "so does HTTP/2" equal "$(over_tls http=2)" "$(over_tls http=1.1)"
  check "who does not trust the authority gets nothing" not curl --silent "https://$(docker compose port frontend-api 8080)/api/customer/1"
  check "make load: every check of the smoke scenario passes" smoke
  check "Prometheus scrapes one front-end" eventually targets frontend-api 1
fi

echo "images"
# An image is compared with itself.
compares_images() {
  dotnet run --project load/cli -c Release -- ab image:$project/backend-api image:$project/backend-api \
    --path /api/customer/1 --within 20s --out results/container-check --name images > "$log.load" 2>&1
  cat "$log.load"
  grep -E '^ *CPU' "$log.load"
}
check "load ab image:… image:… measures the CPU time of containers" compares_images
check "it leaves no container" equal "$(docker ps --all --quiet --filter label=two-tier-load.ab)" ""

echo "down"
check "make down" make down
check "no container, network or volume remains" equal "$(leftovers)" ""
[ $failures = 0 ] || echo "$failures checks failed"
[ $failures = 0 ]
