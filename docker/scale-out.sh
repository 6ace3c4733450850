#!/usr/bin/env bash
# What make scale-out does: one, two and three CPU-limited front-ends behind the balancer compared in shuffled rounds, in
# .NET and in Go; then one of three is killed under load, and every payload accounted for. It leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")/.."

. docker/study.sh

export FRONTEND_REPLICAS=3
FRONTEND_CPUS=$(setting SCALE_CPUS) port=$(setting FRONTEND_PORT)
[[ $port == *-* ]] || port=$port-$((port + 99))
export FRONTEND_CPUS FRONTEND_PORT=$port

start() { up backend-api frontend-api backend-go frontend-go balancer; }

# compare LANGUAGE TENS BACKEND: 8081 to 8083 or 8091 to 8093 are the balancer's ports for one, two and three front-ends.
compare() {
  echo "== $1: one, two and three front-ends of $FRONTEND_CPUS cores"
  load compare scale-out -u http://balancer:80${2}0 --vary "1@http://balancer:80${2}1,2@http://balancer:80${2}2,3@http://balancer:80${2}3" \
    --tier "back-end=http://$3:8080" --reconcile back-end=ingest_payloads_parsed_total \
    --rounds "${ROUNDS:-7}" --slice "${SLICE:-5s}" --warmup "${WARMUP:-20s}" --name "scale-$1"
  claim "$1: in every slice the back-end counted what was answered" grep -q '^| ✓ | back-end: ingest_payloads_parsed_total' "$work"/*scale-"$1".md
  keep "scale-$1"
}

# The rows of a comparison's first table: front-ends, req/s, ratio to one of them.
rows() { awk -F ' *[|] *' '$2 ~ /^[123]$/ && !seen[$2]++ { print $2 "\t" $3 "\t" $4 }' "$work"/*scale-"$1".md | sort; }

at_least() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a >= b) }'; }
# ask HOST PORT WORDS: what is answered, from within the network.
ask() { docker compose exec -T balancer bash -c "exec 3<> /dev/tcp/$1/$2; printf '$3' >&3; cat <&3"; }
parsed_by() { ask "$1" 8080 'GET /metrics HTTP/1.0\r\n\r\n' | sed -nE 's/^ingest_payloads_parsed_total ([0-9.E+]+).*/\1/p' | awk '{ print $1 + 0 }'; }

# Of the balancer's witness between the tiers: the job_id of each payload that the back-end answered 200 for.
witnessed() { ask 127.0.0.1 9999 'show events witnessed\n' | sed -nE "s/^.*behind-81${1}0 200 .*job_id[^0-9a-f]*([0-9a-f-]{36}).*/\1/p"; }
under_way() { [ "$(witnessed "$1" | wc -l)" -gt 2000 ]; }

# kill_one LANGUAGE TENS FRONTEND BACKEND
kill_one() {
  local before; before=$(parsed_by "$4")
  echo "== $1: one of three front-ends is killed under load"
  load run scale-out -u "http://balancer:80${2}0" --duration "${KILL_DURATION:-30s}" -c 20 --warmup 0s --log /results/"$1".tsv --name "kill-$1" > "$work/kill-$1.log" 2>&1 &
  local run=$!
  eventually under_way "$2" || { echo "no load arrives"; cat "$work/kill-$1.log"; return 1; }
  docker kill "$(docker compose ps --quiet "$3" | head -n 1)" > /dev/null
  wait $run || { cat "$work/kill-$1.log"; return 1; }

  awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { print $column["job"] > ($column["status"] == 200 ? "/dev/stdout" : "/dev/stderr") }' "$work/$1.tsv" 2> "$work/failed" | sort > "$work/acknowledged"
  witnessed "$2" | sort > "$work/taken"
  local parsed acknowledged failed lost
  parsed=$(($(parsed_by "$4") - before))
  acknowledged=$(wc -l < "$work/acknowledged") failed=$(wc -l < "$work/failed")
  lost=$(comm -23 "$work/acknowledged" "$work/taken" | wc -l)
  claim "two of three are left" test "$(docker compose ps --quiet --status running "$3" | wc -l)" = 2
  claim "$acknowledged payloads were acknowledged, and the back-end has each: $lost lost" test "$acknowledged" -gt 500 -a "$lost" = 0
  claim "the back-end counted what was witnessed, $parsed" test "$parsed" = "$(wc -l < "$work/taken")"
  claim "none was taken twice" test -z "$(uniq -d "$work/taken")"
  claim "$failed of $((acknowledged + failed)) requests failed: under 1 %" at_least $((acknowledged + failed)) $((failed * 100 + 1))
}

echo "build and start: three front-ends each"
docker compose --progress quiet build load
start
compare net 8 backend-api
compare go 9 backend-go
# Between the tiers, from here on: it writes down what the back-ends answer for.
export FRONTEND_BACKEND=http://balancer:8180 FRONTEND_GO_BACKEND=http://balancer:8190
start
kill_one net 8 frontend-api backend-api
kill_one go 9 frontend-go backend-go

echo "== front-ends of $FRONTEND_CPUS cores behind the balancer, 100 connections"
slow=0
printf '  %-6s %10s %10s %10s   %-24s %s\n' "" "1, req/s" 2 3 "3 by 1 [95 %]" "the source's (Prodan, 2016)"
for language in net go; do
  source="936 and 1,615 with 3: 1.7 (B2, B3)"
  [ $language = net ] || source="3,213 and 9,017 with 3: 2.8 (B5)"
  rows $language | awk -F '\t' -v name=$language -v source="$source" '{ rate[$1] = $2; ratio = $3 }
    END { printf "  %-6s %10s %10s %10s   %-24s %s\n", name, rate[1], rate[2], rate[3], ratio, source }'
  three=$(rows $language | awk -F '\t' '$1 == 3 { print $3 + 0 }')
  at_least "$three" 2.4 && mark=✓ || { mark=✗ slow=3; }
  echo "  $mark $language: three front-ends serve at least 2.4 × what one does: $three"
done
[ $failures = 0 ] && exit $slow
