# Functions of check.sh and crashes.sh, which source this file in the root folder.

project=two-tier-testbed
log=$(mktemp)
failures=0

# check DESCRIPTION COMMAND...: passes if the command succeeds.
check() {
  local description=$1; shift
  if "$@" > "$log" 2>&1; then
    echo "  ✓ $description"
  else
    echo "  ✗ $description"
    tail -n 15 "$log" | sed 's/^/      /'
    failures=$((failures + 1))
  fi
}
not() { ! "$@"; }
equal() { echo "Expected $2, but found $1"; [ "$1" = "$2" ]; }
containers() { docker compose ps --quiet "$@"; }

# Tries a command once a second, because Prometheus must first query the DNS and scrape.
eventually() {
  local i
  for i in $(seq 30); do "$@" && return; sleep 1; done
  return 1
}

query() { docker compose exec -T prometheus promtool query instant http://127.0.0.1:9090 "$1" | sed -nE 's/^.*=> ([^ ]+) @.*$/\1/p'; }

# Lists the containers, networks and volumes that exist.
leftovers() {
  for kind in container network volume; do
    docker $kind ls --quiet $([ $kind = container ] && echo --all) --filter label=com.docker.compose.project=$project
  done
}

need_clean_engine() {
  docker compose version > /dev/null && docker info > /dev/null || exit 1
  if [ -n "$(leftovers)" ]; then
    echo "The testbed is already running, or was not removed. Run make down first." >&2
    exit 1
  fi
}
