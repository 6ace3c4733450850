#!/usr/bin/env bash
# Sends the load of strategies.yaml with ab (Debian's apache2-utils): GET /api/customer/17 with each strategy in turn,
# 5,000 requests each as in 2014, over 10 connections.
#
# It does not show how certain a difference is. The strategies run one after the other, once: changes of the machine's
# speed count as differences, the first strategy runs on a cold front-end, and the two WebClient strategies share one
# process. The loop is closed: a stall also delays the requests that would have shown it (coordinated omission). ab
# speaks HTTP/1.0, in which a response without a length closes the connection: despite -k, each request opens one here.
# ab has one thread, and reports only the number of errors. `make demo` shows the differences with their intervals.
#
# Usage: [FRONTEND=http://localhost:5100] [REQUESTS=5000] load/scenarios/with-ab.sh
. "$(dirname "$0")/peer.bash"
begin ab apache2-utils "$@"

for strategy in "${strategies[@]}"; do
  measure ab -q -k -l -c 10 -n "${REQUESTS:-5000}" -e "$folder/percentiles" "$url?strategy=$strategy"
  awk -F '[ :,]+' '
    FILENAME ~ /percentiles/ { ms[$1] = $2 }
    /^Requests per second/ { rate = $4 }
    /^Failed requests|^Non-2xx/ { errors += $NF }
    END { print rate, ms[50], ms[99], errors }' "$folder/percentiles" "$folder/out" | row "$strategy"
done
