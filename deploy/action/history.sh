#!/usr/bin/env bash
# The last step of action.yml, if a branch is named: appends the line of the file HISTORY to a file of BRANCH, named after
# PROJECT and REQUEST_PATH. Another job may push at the same time, so it tries three times.
set -euo pipefail

git check-ref-format "refs/heads/$BRANCH" || { echo "::error::history-branch: '$BRANCH' is no name of a branch"; exit 64; }
secret=$(printf 'x-access-token:%s' "$GH_TOKEN" | base64 -w 0)
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.extraheader GIT_CONFIG_VALUE_0="Authorization: Basic $secret"
file=$(printf '%s' "$PROJECT$REQUEST_PATH" | tr -c 'A-Za-z0-9' -).ndjson
for _ in 1 2 3; do
  folder=$(mktemp -d)
  git init --quiet "$folder"
  cd "$folder"
  git remote add origin "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"
  git fetch --quiet --depth 1 origin "refs/heads/$BRANCH" && git checkout --quiet FETCH_HEAD || true
  cat "$HISTORY" >> "$file"
  git add .
  git -c user.name=load -c user.email=load@localhost commit --quiet --message "load ab $GITHUB_SHA"
  git push --quiet origin "HEAD:refs/heads/$BRANCH" && exit 0
done
echo "::warning::The history could not be pushed to $BRANCH. The job needs 'contents: write'."
