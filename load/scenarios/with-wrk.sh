#!/usr/bin/env bash
# The strategies comparison's load with wrk: GET /api/customer/17 by each strategy in turn, 10 s each, from 10
# connections and one thread.
#
# What it does not show is how sure a difference is. The strategies run one after the other, once: what drifts on the
# machine counts as theirs, the first pays for a cold front-end, and the two WebClients share connections. The loop is
# closed: a stall holds back the very requests that would have shown it.
# wrk corrects its percentiles for that by a guess, and names no statuses.
# `make demo` shows the differences with their intervals.
#
# Usage: [FRONTEND=http://localhost:5100] [DURATION=10] load/scenarios/with-wrk.sh
. "$(dirname "$0")/peer.bash"
begin wrk wrk "$@"

for strategy in "${strategies[@]}"; do
  measure wrk --latency -c 10 -t 1 -d "${DURATION:-10}" "$url?strategy=$strategy"
  awk '
    function ms(text) { return text * (text ~ /us$/ ? 0.001 : text ~ /ms$/ ? 1 : text ~ /m$/ ? 60000 : 1000) }
    $1 == "50%" { p50 = ms($2) }
    $1 == "99%" { p99 = ms($2) }
    /^Requests\/sec/ { rate = $2 }
    /Non-2xx/ { errors += $NF }
    /Socket errors/ { errors += $4 + $6 + $8 + $10 }
    END { print rate, p50, p99, errors }' "$folder/out" | row "$strategy"
done
