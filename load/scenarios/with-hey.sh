#!/usr/bin/env bash
# Sends the load of strategies.yaml with hey: GET /api/customer/17 with each strategy in turn, 10 s each, over 10
# connections.
#
# It does not show how certain a difference is. The strategies run one after the other, once: changes of the machine's
# speed count as differences, the first strategy runs on a cold front-end, and the two WebClient strategies share one
# process. The loop is closed: a stall also delays the requests that would have shown it (coordinated omission). hey's
# percentiles have steps of 0.1 ms and include only the first million responses; its rate includes errors. `make demo`
# shows the differences with their intervals.
#
# Usage: [FRONTEND=http://localhost:5100] [DURATION=10] load/scenarios/with-hey.sh
. "$(dirname "$0")/peer.bash"
begin hey hey "$@"

for strategy in "${strategies[@]}"; do
  measure hey -c 10 -z "${DURATION:-10}s" "$url?strategy=$strategy"
  # Statuses and errors both start with a number in brackets: the status code, or how often the error occurred.
  awk '
    /Requests\/sec/ { rate = $2 }
    $1 == "50%" { p50 = $3 * 1000 }
    $1 == "99%" { p99 = $3 * 1000 }
    /^Error distribution/ { failing = 1 }
    failing && /^ *\[/ { gsub(/[][]/, "", $1); errors += $1 }
    /responses$/ && $1 !~ /^\[2/ { errors += $2 }
    END { print rate, p50, p99, errors }' "$folder/out" | row "$strategy"
done
