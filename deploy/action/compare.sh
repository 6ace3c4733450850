#!/usr/bin/env bash
# The second step of action.yml: compares COMMIT, or else what base.sh finds for BASE, with what is checked out in the
# current folder, for requests of REQUEST_PATH. PROJECT and OPTIONS are those of load ab, FAIL_ON says which findings
# fail the step. Writes the finding to the summary of the job, and the outputs summary and history (files), and exit-code.
set -euo pipefail
testbed=$(cd "$(dirname "$0")/../.." && pwd)

fail() { echo "::error::$1"; exit 64; }
for word in ${FAIL_ON//,/ }; do
  case $word in worse | invalid | nothing) ;; *) fail "fail-on: '$word' is unknown. Use worse, invalid or nothing" ;; esac
done
{ COMMIT=${COMMIT:-$("$testbed/deploy/action/base.sh" 2>&3)}; } 3>&1
words=$(xargs -r -n 1 printf '%s\n' <<< "$OPTIONS") || fail "options: a quote has no end"
mapfile -t options < <(printf '%s' "$words")

# In another folder, because global.json may name an SDK that cannot install the tool. The action and the tool have the
# same version.
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$testbed/Directory.Build.props")
load=$RUNNER_TEMP/load/load
[ -x "$load" ] ||
  (cd "$RUNNER_TEMP" && dotnet tool install TwoTier.Load --version "$version" --tool-path load) ||
  fail "TwoTier.Load $version cannot be installed. It needs the .NET 10 SDK: add actions/setup-dotnet before this step"

folder=$(mktemp -d "$RUNNER_TEMP/load-ab-XXXXXX")
code=0
env -u BASE -u COMMIT -u FAIL_ON -u MERGE -u OPTIONS -u PROJECT -u REQUEST_PATH \
  "$load" ab "git:$COMMIT" . --path "$REQUEST_PATH" ${PROJECT:+--project "$PROJECT"} "${options[@]}" \
  --out "$folder" --summary "$folder/finding.md" --history "$folder/history.ndjson" 2> "$folder/errors" || code=$?
cat "$folder/errors" >&2

summary=$folder/summary.md
# What others have written is data: it ends neither code nor a fence.
quote() { printf '%s' "$1" | tr '`\n' "' "; }
sides="A is \`$(quote "$BASE")\` (${COMMIT:0:8}), B is $(git rev-parse --short=8 HEAD)."
busy=$(grep '^\*\*BUSY\*\*' "$folder/finding.md" 2> /dev/null || true)
if [ "$code" = 0 ] && [ -n "$busy" ]; then
  printf '`%s`: nothing to tell. %s %s\n' "$(quote "$REQUEST_PATH")" "$busy" "$sides"
elif [ -s "$folder/finding.md" ]; then
  printf '### `%s`\n\n' "$(quote "$REQUEST_PATH")"
  tail -n +3 "$folder/finding.md"
  printf '%s\n' "$sides"
else
  printf '### `%s`\n\n**Not compared** (exit code %s):\n\n```\n%s\n```\n\n%s\n' \
    "$(quote "$REQUEST_PATH")" "$code" "$(tail -n 30 "$folder/errors" | tr '`' "'")" "$sides"
fi > "$summary"
cat "$summary" >> "$GITHUB_STEP_SUMMARY"
printf 'summary=%s\nexit-code=%s\nhistory=%s\n' "$summary" "$code" "$folder/history.ndjson" >> "$GITHUB_OUTPUT"
case $code in
  2) [[ $FAIL_ON != *worse* ]] || exit 2 ;;
  3) [[ $FAIL_ON != *invalid* ]] || exit 3 ;;
  *) exit "$code" ;;
esac
