#!/usr/bin/env bash
# The first step of action.yml: compares the branch BASE with what is checked out in the current folder, for requests of
# REQUEST_PATH. MERGE is the commit that GitHub has made of a pull request and its branch. PROJECT and OPTIONS are those of load ab, FAIL_ON says which findings fail the step. Writes the finding to
# the summary of the job, and the outputs summary (a file) and exit-code.
set -euo pipefail
testbed=$(cd "$(dirname "$0")/../.." && pwd)

fail() { echo "::error::$1"; exit 64; }
for word in ${FAIL_ON//,/ }; do
  case $word in worse | invalid | nothing) ;; *) fail "fail-on: '$word' is unknown. Use worse, invalid or nothing" ;; esac
done
words=$(xargs -r -n 1 printf '%s\n' <<< "$OPTIONS") || fail "options: a quote has no end"
mapfile -t options < <(printf '%s' "$words")

# What GitHub checks out of a pull request is the merge with its branch: the first parent is what it is compared with.
# Otherwise it is the last commit that both have, never the tip of a branch that has moved on.
head=$(git rev-parse HEAD)
if [ "$head" = "$MERGE" ] && git rev-parse --quiet --verify 'HEAD^2' > /dev/null; then
  commit=$(git rev-parse 'HEAD^1')
else
  case $BASE in -* | '') fail "The base '$BASE' is no branch, tag or commit" ;; esac
  tip=$(git rev-parse --quiet --verify "origin/$BASE^{commit}" || git rev-parse --quiet --verify "$BASE^{commit}") || {
    git fetch --quiet origin "$BASE" ||
      fail "The base '$BASE' cannot be fetched: set 'base' to a branch, a tag or a commit"
    tip=$(git rev-parse FETCH_HEAD)
  }
  commit=$(git merge-base HEAD "$tip") ||
    fail "The history that HEAD and '$BASE' share is not here: set fetch-depth: 2 for a pull request, or 0"
fi

# In another folder, because global.json may name an SDK that cannot install the tool. The action and the tool have the
# same version.
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' "$testbed/Directory.Build.props")
load=$RUNNER_TEMP/load/load
[ -x "$load" ] ||
  (cd "$RUNNER_TEMP" && dotnet tool install TwoTier.Load --version "$version" --tool-path load) ||
  fail "TwoTier.Load $version cannot be installed. It needs the .NET 10 SDK: add actions/setup-dotnet before this step"

folder=$(mktemp -d "$RUNNER_TEMP/load-ab-XXXXXX")
code=0
env -u BASE -u FAIL_ON -u MERGE -u OPTIONS -u PROJECT -u REQUEST_PATH \
  "$load" ab "git:$commit" . --path "$REQUEST_PATH" ${PROJECT:+--project "$PROJECT"} "${options[@]}" \
  --out "$folder" --summary "$folder/finding.md" 2> "$folder/errors" || code=$?
cat "$folder/errors" >&2

summary=$folder/summary.md
# What others have written is data: it ends neither code nor a fence.
quote() { printf '%s' "$1" | tr '`\n' "' "; }
{
  printf '### `%s`\n\n' "$(quote "$REQUEST_PATH")"
  if [ -s "$folder/finding.md" ]; then
    tail -n +3 "$folder/finding.md"
  else
    printf '**Not compared** (exit code %s):\n\n```\n%s\n```\n\n' "$code" "$(tail -n 30 "$folder/errors" | tr '`' "'")"
  fi
  printf 'A is `%s` (%s), B is %s.\n' "$(quote "$BASE")" "${commit:0:8}" "${head:0:8}"
} > "$summary"
cat "$summary" >> "$GITHUB_STEP_SUMMARY"
printf 'summary=%s\nexit-code=%s\n' "$summary" "$code" >> "$GITHUB_OUTPUT"
case $code in
  2) [[ $FAIL_ON != *worse* ]] || exit 2 ;;
  3) [[ $FAIL_ON != *invalid* ]] || exit 3 ;;
  *) exit "$code" ;;
esac
