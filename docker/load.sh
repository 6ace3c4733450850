#!/usr/bin/env bash
# What make load does: one run of the load tool beside the services, by scenario or by options, its files into results/.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "$1" >&2; exit 64; }
[ -n "$(docker compose ps --quiet --status running frontend-api 2> /dev/null)" ] || fail "The testbed is not up: make up"

if [ -z "${SCENARIO:-}" ]; then
  export LOAD_URL='http://frontend-api:8080/api/customer/{{{id:RAND_INTEGER:[1:1000]}}}'
else
  file=load/scenarios/$SCENARIO.yaml
  [ -f "$file" ] || fail "There is no $file. There is: $(cd load/scenarios 2> /dev/null && ls ./*.yaml 2> /dev/null | sed 's:^./::; s:.yaml$::' | xargs)"
  # What varies is compared.
  export LOAD="run scenarios/$SCENARIO.yaml"
  if grep -qE '^(vary|variants):' "$file"; then
    LOAD="compare scenarios/$SCENARIO.yaml --tier back-end=http://backend-api:8080"
  fi
fi

docker compose --progress quiet build load
name=two-tier-testbed-load-$$
trap 'docker rm --force --volumes "$name" > /dev/null 2>&1 || true' EXIT
status=0
# With the service's name, by which Prometheus finds it; without its dependencies, which would be scaled back to .env's number.
docker compose --progress quiet run --no-deps --use-aliases --name "$name" load || status=$?
mkdir -p results
docker cp --quiet "$name:/results/." results/
exit $status
