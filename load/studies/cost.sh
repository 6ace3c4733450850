#!/usr/bin/env bash
# What the load tool itself costs, beside hey (Debian's package): requests per CPU-second of the whole process, start-up
# and compilation included, on a plain GET. Server on core 0, generator on core 1, the two in turn, medians of the rounds.
# Usage: load/studies/cost.sh [rounds] [seconds]
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${1:-5} seconds=${2:-8}
for tool in hey taskset dotnet; do
  command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 64; }
done
dotnet build -c Release -v q load > /dev/null
dotnet build -c Release -v q backend-api > /dev/null

log=$(mktemp) figures=$(mktemp)
taskset -c 0 dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$log" &
server=$!
trap 'kill "$server"; rm -f "$log" "$figures" "$figures.out"' EXIT
until url=$(grep -oE -m1 'Now listening on: http://[0-9.:]+' "$log"); do sleep 0.2; done
url="${url#*: }/api/customer/1"

# Runs a command on core 1 and prints the requests per CPU-second of it.
measure() {
  local name=$1 c=$2 output cpu requests
  shift 2
  # A generator that uses up its core calls its run invalid, as it should; here that is what is measured.
  { TIMEFORMAT='%U %S'; output=$( { time taskset -c 1 "$@" > "$figures.out" 2>&1 || true; } 2>&1 ); }
  cpu=$(awk '{ print $1 + $2 }' <<< "$output")
  requests=$(sed -nE 's/^ *\[200\]\t([0-9]+) responses.*/\1/p; s/^ *✓ 200 +([0-9 ]+[0-9])  .*/\1/p' "$figures.out" | tr -d ' ' | head -n 1)
  awk -v n="$name" -v c="$c" -v r="$requests" -v s="$cpu" 'BEGIN { printf "%s %s %.0f\n", n, c, r / s }' | tee -a "$figures"
}

for c in 10 50 256; do
  for round in $(seq "$rounds"); do
    measure hey "$c" hey -z "${seconds}s" -c "$c" "$url"
    measure load "$c" dotnet artifacts/bin/Load/release/Load.dll run -u "$url" -c "$c" --duration "${seconds}s" --warmup 0s
  done
done

median() { awk -v n="$1" -v c="$2" '$1 == n && $2 == c { print $3 }' "$figures" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
echo
echo "requests per CPU-second, medians of $rounds rounds of $seconds s"
for c in 10 50 256; do
  awk -v c="$c" -v h="$(median hey "$c")" -v l="$(median load "$c")" 'BEGIN { printf "  c=%-4s hey %7d   load %7d   %.2f times\n", c, h, l, l / h }'
done
