#!/usr/bin/env bash
# Sends the load of strategies.yaml with wrk: GET /api/customer/17 with each strategy in turn, 10 s each, over 10
# connections and with one thread.
#
# It does not show how certain a difference is. The strategies run one after the other, once: changes of the machine's
# speed count as differences, the first strategy runs on a cold front-end, and the two WebClient strategies share one
# process. The loop is closed: a stall also delays the requests that would have shown it (coordinated omission). wrk
# corrects its percentiles for that with an estimate, and does not report statuses. `make demo` shows the differences
# with their intervals.
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
