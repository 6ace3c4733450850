#!/usr/bin/env bash
# The third step of action.yml: writes the file SUMMARY as a comment on PULL_REQUEST, in place of its last comment on
# the same PROJECT and REQUEST_PATH. A comment that cannot be written does not fail the job: its summary has the finding too.
set -euo pipefail

marker="<!-- load ab ${PROJECT//>/} ${REQUEST_PATH//>/} -->"
body=$(mktemp)
{ echo "$marker"; cat "$SUMMARY"; } > "$body"
comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments

find_last() {
  gh api --paginate "$comments" |
    jq -r --arg marker "$marker" '.[] | select(.user.type == "Bot" and (.body | startswith($marker))) | .id' | tail -n 1
}
write() { # COMMENT, or nothing for a new one
  if [ -n "$1" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$1" --field "body=@$body"
  else
    gh api --silent --method POST "$comments" --field "body=@$body"
  fi
}
{ last=$(find_last) && write "$last"; } || echo "::warning::The finding could not be written as a comment: it is in the \
summary of the job. The job needs 'pull-requests: write', which a pull request from a fork does not get."
