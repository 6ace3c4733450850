#!/usr/bin/env bash
# How well the load tool keeps its own schedule at 1,000/s and 10,000/s, after a warm-up, and what that costs it. Wanted:
# lateness p50 0.1 ms and p99 0.5 ms at most, and half a core at most at 10,000/s, medians of the rounds.
# Server on core 0, tool on core 1; nothing else may run.
# Usage: load/studies/pacing.sh [rounds] [seconds]; exit 2 where it is not so
. "$(dirname "$0")/study.bash"

rounds=${1:-5} seconds=${2:-10}

# A run that was late calls itself invalid, as it should; here that is what is measured.
echo "                     p50      p90      p99    p99.9      max   ms   cores"
for rate in 1000 10000; do
  for _ in $(seq "$rounds"); do
    rm -rf "$folder/results"
    taskset -c 1 "${tool[@]}" -u "$base/api/customer/1" --rate "$rate/s" --duration "${seconds}s" -c 50 --warmup 5s \
      > "$folder/out" || true
    lateness=$(sed -nE 's/^  lateness  (.*) ms, .*/\1/p' "$folder/out")
    cores=$(grep -ohE '"[0-9.]+ of [0-9]+ cores"' "$folder"/results/*.json | grep -oE '^"[0-9.]+' | tr -d '"')
    printf '%6s/s  %s %7s\n' "$rate" "$lateness" "$cores" | tee -a "$folder/figures"
  done
done

echo
sort -n "$folder/figures" | awk -v rounds="$rounds" '
  function median(rate, column,   i, j, n, v, t) {
    for (i = 1; i <= rounds; i++) v[i] = figures[rate, i, column]
    for (i = 1; i <= rounds; i++) for (j = i + 1; j <= rounds; j++) if (v[j] < v[i]) { t = v[i]; v[i] = v[j]; v[j] = t }
    return v[int((rounds + 1) / 2)]
  }
  function wanted(what, value, most) {
    printf "  %-22s %6.3f, %s: %s\n", what, value, "at most " most, value <= most ? "as wanted" : "NOT AS WANTED"
    if (value > most) failed = 2
  }
  { n[$1]++; for (i = 2; i <= NF; i++) figures[$1, n[$1], i] = $i }
  END {
    wanted("1,000/s, p50", median("1000/s", 2), 0.1); wanted("1,000/s, p99", median("1000/s", 4), 0.5)
    wanted("10,000/s, p50", median("10000/s", 2), 0.1); wanted("10,000/s, p99", median("10000/s", 4), 0.5)
    wanted("10,000/s, cores", median("10000/s", 7), 0.5)
    exit failed
  }'
