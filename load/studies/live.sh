#!/usr/bin/env bash
# What the live page costs the machine that is measured: CPU of the load tool and of the back-end, as shares of a core, less
# what they take without --serve. Nobody looking on; and told to one page, which nothing draws: a browser is another matter.
# Back-end on core 0, tool on core 1, the three in turn at one rate; medians of the rounds.
# Usage: load/studies/live.sh [rounds] [seconds] [rate]; exit 2 where it is 3 % of a core or more with nobody looking on
needs=curl
. "$(dirname "$0")/study.bash"

rounds=${1:-5} seconds=${2:-20} rate=${3:-1000}

# Hundredths of a second of user and system time so far.
ticks_of() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

# Runs the tool with these options; adds its name and the shares of a core that tool and back-end took to the figures.
measure() {
  local name=$1 before own viewer=
  shift
  before=$(ticks_of "$server")
  : > "$folder/out"
  TIMEFORMAT='%U %S'
  { time taskset -c 1 "${tool[@]}" --warmup 0s --rate "$rate/s" --duration "${seconds}s" -c 10 -u "$base/api/customer/1" "$@" > "$folder/out" 2>&1; } 2> "$folder/time" &
  running=$!
  if [ "$name" = page ]; then
    until grep -q '^  live ' "$folder/out"; do sleep 0.1; done
    curl -sN "$(sed -nE 's/^  live +([^ ]+).*/\1/p' "$folder/out")events" > "$folder/events" &
    viewer=$!
  fi
  # Figures that cannot be quoted have a price all the same.
  wait "$running" || true
  running=
  [ -z "$viewer" ] || wait "$viewer" || true
  own=$(awk -v s="$seconds" '{ print ($1 + $2) / s }' "$folder/time")
  awk -v n="$name" -v own="$own" -v t="$(($(ticks_of "$server") - before))" -v s="$seconds" \
    'BEGIN { printf "%s %.4f %.4f\n", n, own, t / 100 / s }' | tee -a "$folder/figures"
}

for round in $(seq "$rounds"); do
  measure plain
  measure nobody --serve http://127.0.0.1:0
  measure page --serve http://127.0.0.1:0
done

echo
echo "shares of a core at $rate/s, medians of $rounds rounds of $seconds s"
sort -k1,1 -k2n "$folder/figures" | awk -v rounds="$rounds" '
  function middle(column, name,   i, j, n, v, x) {
    n = 0
    for (i = 1; i <= count; i++) if (row[i, 1] == name) v[++n] = row[i, column]
    for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { x = v[j]; v[j] = v[j - 1]; v[j - 1] = x }
    return v[int((n + 1) / 2)]
  }
  { count++; for (i = 1; i <= 3; i++) row[count, i] = $i }
  END {
    printf "  without --serve       tool %5.1f %%   back-end %5.1f %%\n", 100 * middle(2, "plain"), 100 * middle(3, "plain")
    nobody = middle(2, "nobody") - middle(2, "plain") + middle(3, "nobody") - middle(3, "plain")
    printf "  nobody looks on       tool %+5.1f %%   back-end %+5.1f %%   %s\n", 100 * (middle(2, "nobody") - middle(2, "plain")),
      100 * (middle(3, "nobody") - middle(3, "plain")), nobody < 0.03 ? "as wanted" : "NOT AS WANTED (less than 3 %)"
    printf "  told to one page      tool %+5.1f %%   back-end %+5.1f %%\n", 100 * (middle(2, "page") - middle(2, "plain")),
      100 * (middle(3, "page") - middle(3, "plain"))
    exit nobody < 0.03 ? 0 : 2
  }'
