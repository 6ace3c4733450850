#!/usr/bin/env bash
# make up: checks the requirements, builds and starts the containers, and waits until all are healthy.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "$1" >&2; exit 1; }
docker compose version > /dev/null 2>&1 || fail "You need Docker with the compose plugin: https://docs.docker.com/get-started/get-docker/"
version=$(docker compose version --short) oldest=2.23.0
[ "$(printf '%s\n' $oldest "${version#v}" | sort -V | head -n 1)" = $oldest ] || fail "You need Docker Compose $oldest or newer, and this is $version: https://docs.docker.com/compose/install/"
docker info > /dev/null 2>&1 || fail "The Docker engine does not respond. Start it, and check that you have access: docker info shows the error."

# The users of the containers are others, who must be able to read what is mounted.
[ -z "$(find prometheus grafana/provisioning grafana/dashboards deploy/docker/haproxy.cfg ! -perm -o=r -print -quit)" ] ||
  fail "The containers cannot read the files of this folder (umask 077?). Allow it: chmod -R a+rX prometheus grafana docker"

# The containers read the certificate only when they start, so they are created anew for a new certificate.
replace=
if [ -n "${TLS:-}" ]; then
  [[ ,${COMPOSE_PROFILES:-}, != *,scale,* ]] || fail "The load balancer speaks no TLS. Leave out TLS=1 or the profile scale."
  export TLS=./artifacts-tls
  before=$(cat $TLS/service.pem 2> /dev/null || true)
  deploy/docker/certificate.sh
  [ "$before" = "$(cat $TLS/service.pem)" ] || replace=--force-recreate
fi
scheme=http${TLS:+s}

setting() { local value=${!1:-}; [ -n "$value" ] && echo "$value" || sed -n "s/^$1=//p" .env; }

# Several front-ends cannot share a port, so each takes a free port of a range.
port=$(setting FRONTEND_PORT) replicas=$(setting FRONTEND_REPLICAS)
if [ "$replicas" -gt 1 ] && [[ $port != *-* ]]; then
  export FRONTEND_PORT=$port-$((port + 99))
fi

taken=0
check() { # VARIABLE SERVICE
  local port; port=$(setting "$1")
  # In a range, Docker skips ports that are in use. A port that the running service itself uses is not a problem.
  [[ $port == *-* || $(docker compose ps --format '{{.Ports}}' "$2") == *":$port->"* ]] && return
  if (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
    local other=$((port + 1000))
    while [ $other -gt 65535 ] || (: < "/dev/tcp/127.0.0.1/$other") 2> /dev/null; do other=$((other > 65535 ? 20000 : other + 1)); done
    echo "Port $port is in use ($1 in .env). Stop the program that uses it (make serve?), or choose another: make up $1=$other" >&2
    taken=1
  fi
}
check FRONTEND_PORT frontend-api
check BACKEND_PORT backend-api
check BACKEND_MANAGEMENT_PORT backend-api
check PROMETHEUS_PORT prometheus
check GRAFANA_PORT grafana
scaled() { [[ ,${COMPOSE_PROFILES:-}, == *,scale,* ]]; }
if scaled; then
  check BALANCER_PORT balancer
  check BALANCER_GO_PORT balancer
fi
[ $taken = 0 ] || exit 1

if ! docker compose up --detach --build $replace --wait --wait-timeout 180; then
  docker compose ps --all
  fail "Not all containers became healthy. make logs shows why; make down removes them."
fi

# A healthy container is live. Check that it is ready, too.
for i in $(seq "$replicas"); do
  docker compose exec -T --index "$i" frontend-api dotnet FrontendApi.dll --health ready > /dev/null ||
    fail "Front-end $i is live but not ready. To see why: docker compose exec --index $i frontend-api dotnet FrontendApi.dll --health ready"
done

url() { printf '  %-13s %s://%s%s\n' "$1" "${6:-http}" "$(docker compose port --index "$4" "$2" "$3")" "$5"; }
echo
for i in $(seq "$replicas"); do url front-end frontend-api 8080 "$i" /docs $scheme; done
url back-end backend-api 8080 1 /docs $scheme
if scaled; then
  url balancer balancer 8080 1 ""
  url "  to Go" balancer 8090 1 ""
fi
url Prometheus prometheus 9090 1 ""
url dashboards grafana 3000 1 "   start here"
for dashboard in overview strategies runtime connections ingestion room; do
  url "  $dashboard" grafana 3000 1 "/d/testbed-$dashboard"
done
echo
if [ "$replicas" -gt 1 ]; then
  echo "  next         make load SCENARIO= ARGS='--rate 500/s'   sends requests to all front-ends"
else
  echo "  next         make load   sends each strategy alone, and fills the dashboards (6 minutes)"
fi
echo "  stop         make down"
echo
