#!/usr/bin/env bash
# The strategies comparison's load with ab (Debian's apache2-utils): GET /api/customer/17 by each strategy in turn,
# 5,000 requests each as in 2014, from 10 connections.
#
# What it does not show is how sure a difference is. The strategies run one after the other, once: what drifts on the
# machine counts as theirs, the first pays for a cold front-end, and the two WebClients share connections. The loop is
# closed: a stall holds back the very requests that would have shown it.
# ab speaks HTTP/1.0, to which answers without a length end the connection: despite -k each request has one of its own
# here. It has one thread, and of errors only counts.
# `make demo` shows the differences with their intervals.
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
