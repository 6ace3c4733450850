#!/usr/bin/env bash
# The load tool's memory in a long run against the cheapest endpoint there is: never 100 MB, and in the last quarter what
# it was in the second. Server on core 0, tool on core 1; RSS from /proc, every few seconds.
# A log (-l) keeps 48 bytes a request until the end, and so cannot pass.
# Usage: load/studies/memory.sh [requests] [connections] [more options of load run]; exit 2 where it is not so
set -euo pipefail
cd "$(dirname "$0")/../.."

requests=${1:-10000000} connections=${2:-50}
shift $(($# < 2 ? $# : 2))
every=$((requests > 2000000 ? 10 : 1))
for tool in taskset dotnet; do
  command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 64; }
done
dotnet build -c Release -v q load > /dev/null
dotnet build -c Release -v q backend-api > /dev/null

folder=$(mktemp -d) && touch "$folder/log"
taskset -c 0 dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$folder/log" &
server=$!
trap 'kill "$server" ${load:+"$load"} 2> /dev/null; rm -rf "$folder"' EXIT
until url=$(grep -oE -m1 'Now listening on: http://[0-9.:]+' "$folder/log"); do sleep 0.2; done

taskset -c 1 dotnet artifacts/bin/Load/release/Load.dll run -u "${url#*: }/health/live" \
  -n "$requests" -c "$connections" --out "$folder" "$@" > "$folder/out" 2>&1 &
load=$!
SECONDS=0

echo "   time   VmRSS RssAnon   VmHWM   MB"
while sleep "$every" && awk -v s="$SECONDS" '
    { kb[$1] = $2 }
    END { if (!kb["VmRSS:"]) exit 1; printf "%5d s %7.1f %7.1f %7.1f\n", s, kb["VmRSS:"] / 1e3, kb["RssAnon:"] / 1e3, kb["VmHWM:"] / 1e3 }
  ' "/proc/$load/status" 2> /dev/null; do :; done | tee "$folder/samples"

# A generator that uses up its core calls its run invalid, as it should; here that is what is measured.
wait "$load" || true
grep -E '✓ 200|requests' "$folder/out" || { cat "$folder/out" >&2; exit 1; }
load=''

awk '
  { rss[NR] = $3; most = $5 }
  function mean(from, to,   i, sum) { for (i = from; i <= to; i++) sum += rss[i]; return sum / (to - from + 1) }
  END {
    if (NR < 8) { print "too short to judge"; exit 2 }
    quarter = int(NR / 4); second = mean(quarter + 1, 2 * quarter); last = mean(NR - quarter + 1, NR)
    small = most < 100; flat = last < 1.05 * second + 1 || $1 < 60
    printf "\nhighest %.1f MB: %s\n", most, small ? "under 100 MB, as wanted" : "NOT UNDER 100 MB"
    printf "mean of the second quarter %.1f MB, of the last %.1f MB: %s\n", second, last,
      $1 < 60 ? "too short to judge, starting takes half a minute" : flat ? "does not grow, as wanted" : "GROWS"
    exit small && flat ? 0 : 2
  }' "$folder/samples"
