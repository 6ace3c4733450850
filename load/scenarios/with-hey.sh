#!/usr/bin/env bash
# The strategies comparison's load with hey: GET /api/customer/17 by each strategy in turn, 10 s each, from 10
# connections.
#
# What it does not show is how sure a difference is. The strategies run one after the other, once: what drifts on the
# machine counts as theirs, the first pays for a cold front-end, and the two WebClients share connections. The loop is
# closed: a stall holds back the very requests that would have shown it.
# hey's percentiles have steps of 0.1 ms, and of its first million answers only; its rate counts errors too.
# `make demo` shows the differences with their intervals.
#
# Usage: [FRONTEND=http://localhost:5100] [DURATION=10] load/scenarios/with-hey.sh
. "$(dirname "$0")/peer.bash"
begin hey hey "$@"

for strategy in "${strategies[@]}"; do
  measure hey -c 10 -z "${DURATION:-10}s" "$url?strategy=$strategy"
  # Statuses and errors both come as [code or count]; only of the errors is the number in the brackets how many.
  awk '
    /Requests\/sec/ { rate = $2 }
    $1 == "50%" { p50 = $3 * 1000 }
    $1 == "99%" { p99 = $3 * 1000 }
    /^Error distribution/ { failing = 1 }
    failing && /^ *\[/ { gsub(/[][]/, "", $1); errors += $1 }
    /responses$/ && $1 !~ /^\[2/ { errors += $2 }
    END { print rate, p50, p99, errors }' "$folder/out" | row "$strategy"
done
