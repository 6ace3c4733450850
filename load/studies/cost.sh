#!/usr/bin/env bash
# What the load tool itself costs: requests per CPU-second of the whole process, start-up and compilation included.
# A plain GET beside hey's (Debian's package), and beside the tool's own with all features on: a column of a CSV and a
# random value in the URL, a log of every request, a check of the status and one of the JSON.
# Server on core 0, generator on core 1, the three in turn; medians of the rounds, and the rounds' own ratios.
# Usage: load/studies/cost.sh [rounds] [seconds]; exit 2 where a ratio is not the one that is wanted
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${1:-5} seconds=${2:-8}
for tool in hey taskset dotnet curl; do
  command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 64; }
done
dotnet build -c Release -v q load > /dev/null
dotnet build -c Release -v q backend-api > /dev/null

folder=$(mktemp -d) && touch "$folder/log"
taskset -c 0 dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$folder/log" &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
until url=$(grep -oE -m1 'Now listening on: http://[0-9.:]+' "$folder/log"); do sleep 0.2; done
customers="${url#*: }/api/customer"

# Documents differ in size, up to two times. Those that are asked for with all features on are as long, to 1 %, as the one
# that is asked for without them, and hold as many orders, which the JSON check counts.
mkdir "$folder/documents"
curl -s "$customers/[1-1000]" -o "$folder/documents/#1"
orders_in() { grep -oE '"orderIds":\[[^]]*' "$1" | tr -cd ',\n' | awk '{ print length + 1 }'; }
size=$(wc -c < "$folder/documents/1") orders=$(orders_in "$folder/documents/1")
echo id > "$folder/customers.csv"
find "$folder/documents" -type f -size "+$((size * 99 / 100))c" -size "-$((size * 101 / 100 + 1))c" | sort | while read -r document; do
  [ "$(orders_in "$document")" != "$orders" ] || basename "$document" >> "$folder/customers.csv"
done
echo "customers with $orders order(s) in $size bytes, to 1 %: $(tail -n +2 "$folder/customers.csv" | paste -sd ' ')"

load=(dotnet artifacts/bin/Load/release/Load.dll run --warmup 0s --out "$folder/results")
features=(-f "$folder/customers.csv" -l "$folder/log.tsv" --expect-status 200 --expect-json "\$.orderIds[*]=$orders"
  -u "$customers/{{{id}}}?page={{{page:RAND_INTEGER:[1:1000000]}}}")

# Runs a command on core 1; adds what was run, the connections, the round and the requests per CPU-second to the figures.
measure() {
  local name=$1 cpu requests
  shift
  # A generator that uses up its core calls its run invalid, as it should; here that is what is measured.
  cpu=$( { TIMEFORMAT='%U %S'; time taskset -c 1 "$@" > "$folder/out" 2>&1 || true; } 2>&1 | awk '{ print $1 + $2 }')
  requests=$(sed -nE 's/^ *\[200\]\t([0-9]+) responses.*/\1/p; s/^ *✓ 200 +([0-9 ]+[0-9])  .*/\1/p' "$folder/out" | tr -d ' ' | head -n 1)
  [ -n "$requests" ] || { cat "$folder/out" >&2; exit 1; }
  awk -v n="$name" -v c="$c" -v i="$round" -v r="$requests" -v s="$cpu" \
    'BEGIN { printf "%s %s %s %.0f\n", n, c, i, r / s }' | tee -a "$folder/figures"
}

for c in 10 50 256; do
  for round in $(seq "$rounds"); do
    measure hey hey -z "${seconds}s" -c "$c" "$customers/1"
    measure load "${load[@]}" -c "$c" --duration "${seconds}s" -u "$customers/1"
    measure all "${load[@]}" -c "$c" --duration "${seconds}s" "${features[@]}"
  done
done

echo
echo "requests per CPU-second, medians of $rounds rounds of $seconds s; ratios of medians, and [lowest-highest of a round]"
sort -k1,2 -k4n "$folder/figures" | awk -v rounds="$rounds" '
  { by[$1, $2, $3] = $4; if (++n[$1, $2] == int((rounds + 1) / 2)) median[$1, $2] = $4 }
  function ratio(over, under, c, least, most,   i, r, value, met) {
    low = 1e9; high = 0
    for (i = 1; i <= rounds; i++) { r = by[over, c, i] / by[under, c, i]; if (r < low) low = r; if (r > high) high = r }
    value = median[over, c] / median[under, c]
    met = value >= least && value <= most; if (!met) failed = 2
    printf "   %.2f [%.2f-%.2f] %s", value, low, high, met ? "as wanted" : "NOT AS WANTED"
  }
  END {
    count = split("10 50 256", connections, " ")
    for (k = 1; k <= count; k++) {
      c = connections[k]
      printf "  c=%-4s hey %7d   load %7d", c, median["hey", c], median["load", c]
      ratio("load", "hey", c, 1.3, 1e9); print " (1.3 or more times as many as hey)"
      printf "         all features on %7d       ", median["all", c]
      ratio("load", "all", c, 0, 1.25); print " (1.25 or less times the CPU of a plain GET)"
    }
    exit failed
  }'
