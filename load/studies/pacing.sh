#!/usr/bin/env bash
# How well the load tool keeps its own schedule at 1,000/s and 10,000/s, after a warm-up, and what that costs it.
# Server on core 0, tool on core 1; nothing else may run. Usage: load/studies/pacing.sh [rounds] [seconds]
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${1:-5} seconds=${2:-10}
for tool in taskset dotnet; do
  command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 64; }
done
dotnet build -c Release -v q load > /dev/null
dotnet build -c Release -v q backend-api > /dev/null

log=$(mktemp) results=$(mktemp -d)
taskset -c 0 dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$log" &
server=$!
trap 'kill "$server"; rm -rf "$log" "$results"' EXIT
until url=$(grep -oE -m1 'Now listening on: http://[0-9.:]+' "$log"); do sleep 0.2; done
url="${url#*: }/api/customer/1"

# A run that was late calls itself invalid, as it should; here that is what is measured.
echo "                     p50      p90      p99    p99.9      max   ms"
for rate in 1000 10000; do
  for _ in $(seq "$rounds"); do
    rm -f "$results"/*
    taskset -c 1 dotnet artifacts/bin/Load/release/Load.dll run -u "$url" --rate "$rate/s" --duration "${seconds}s" \
      -c 50 --warmup 5s --out "$results" > "$log.out" || true
    echo "$rate/s$(grep -oE '^  lateness  .*[0-9] ' "$log.out" | cut -c 12-)  $(grep -oE '"[0-9.]+ of [0-9]+ cores"' "$results"/*.json)"
  done
done
rm -f "$log.out"
