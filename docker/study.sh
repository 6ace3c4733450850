# For the studies in containers, which source it: stops where there is no engine or the testbed is up already, takes down
# what was brought up, and has what they share.
export COMPOSE_PROFILES=scale,load
setting() { local value=${!1:-}; [ -n "$value" ] && echo "$value" || sed -n "s/^$1=//p" .env; }

docker info > /dev/null 2>&1 || { echo "Docker's engine does not answer." >&2; exit 1; }
[ -z "$(docker compose ps --all --quiet)" ] || { echo "The testbed is up already, or was left: make down comes first." >&2; exit 1; }
work=$(mktemp -d)
trap 'docker compose --progress quiet down --volumes --remove-orphans; rm -rf "$work"' EXIT

up() { docker compose --progress quiet up --detach --build --wait --wait-timeout 300 "$@"; }

eventually() { local i; for i in $(seq 60); do "$@" && return; sleep 1; done; return 1; }

failures=0
claim() { # WORDS TEST...
  if "${@:2}"; then echo "  ✓ $1"; else echo "  ✗ $1"; failures=$((failures + 1)); fi
}

# The load tool beside the services, on a scenario; what it writes comes to $work. It exits with 3 for what it calls
# INVALID, such as a busy machine: its words say so, and the figures are shown all the same.
load() { # COMMAND SCENARIO OPTIONS...
  local name=${0##*/}-load-$$ status=0
  docker compose --progress quiet run --no-deps --name "$name" load "$1" "scenarios/$2.yaml" --out /results "${@:3}" || status=$?
  docker cp --quiet "$name:/results/." "$work"
  docker rm --volumes "$name" > /dev/null
  [ $status = 0 ] || [ $status = 3 ]
}

# keep NAME: the results of that name, beside the others of the repository.
keep() { mkdir -p results && cp "$work"/*"$1".* results/; }
