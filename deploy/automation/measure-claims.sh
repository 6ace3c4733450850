#!/usr/bin/env bash
# measure-claims.sh COUNT REPORT [ID...]: measures COUNT claims that are drawn by lot, or those that are named, and
# writes REPORT if a verdict differs from that of docs/claims.json. Claims that were never measured are not drawn.
set -euo pipefail
cd "$(dirname "$0")/../.."

count=$1 report=$2
shift 2
before=$(mktemp)
trap 'rm -f "$before"' EXIT
cp docs/claims.json "$before"
if [ $# -gt 0 ]; then
  ids=("$@")
else
  mapfile -t ids < <(jq -r '.claims[] | select(.measurement != null and .criterion != null) | .id' "$before" | shuf -n "$count")
fi
echo "Measuring ${ids[*]}"
dotnet run -c Release --project studies --verbosity quiet -- claims "${ids[@]}" --publish

rm -f "$report"
changes=$(jq -r --slurpfile before "$before" '
  ($before[0].claims | map({ (.id): .verdict }) | add) as $old
  | .claims[] | select(.verdict != $old[.id])
  | "- **\(.id)** \(.statement): was *\($old[.id])*, is *\(.verdict)*. Again: `\(.command)`"' docs/claims.json)
if [ -n "$changes" ]; then
  {
    echo "A measurement on a rented machine gave another verdict than \`docs/claims.md\`:"
    echo
    echo "$changes"
    echo
    echo "Rented machines are noisy. Measure the claim on a quiet machine before you change anything."
  } > "$report"
  cat "$report"
else
  echo "No verdict changed."
fi
