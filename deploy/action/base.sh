#!/usr/bin/env bash
# The first step of action.yml: prints the commit that what is checked out in the current folder is compared with. BASE
# is a branch, tag or commit; MERGE is the commit that GitHub has made of a pull request and its branch. GH_TOKEN fetches
# what is not here.
set -euo pipefail

fail() { echo "::error::$1" >&2; exit 64; }
fetch() { # WHAT. The token is in a variable, because everybody sees arguments.
  local secret
  secret=$(printf 'x-access-token:%s' "${GH_TOKEN:-}" | base64 -w 0)
  GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.extraheader GIT_CONFIG_VALUE_0="Authorization: Basic $secret" \
    git fetch --quiet origin "$1" >&2
}

# What GitHub checks out of a pull request is the merge with its branch: the first parent is what it is compared with. A
# clone of depth 1 has the name of the parent only. Otherwise it is the last commit that both have, never the tip of a
# branch that has moved on.
mapfile -t parents < <(git cat-file -p HEAD | sed -n '/^$/q; s/^parent //p')
if [ ${#parents[@]} = 2 ] && { [ "$(git rev-parse HEAD)" = "${MERGE:-}" ] ||
  git for-each-ref --points-at HEAD 'refs/remotes/pull/*/merge' | grep -q .; }; then
  commit=${parents[0]}
  git cat-file -e "$commit" 2> /dev/null || fetch "$commit" ||
    fail "The base $commit is not here, and cannot be fetched: set fetch-depth: 2"
else
  case $BASE in -* | '') fail "The base '$BASE' is no branch, tag or commit" ;; esac
  tip=$(git rev-parse --quiet --verify "origin/$BASE^{commit}" || git rev-parse --quiet --verify "$BASE^{commit}") || {
    fetch "$BASE" || fail "The base '$BASE' cannot be fetched: set 'base' to a branch, a tag or a commit"
    tip=$(git rev-parse FETCH_HEAD)
  }
  commit=$(git merge-base HEAD "$tip") ||
    fail "The history that HEAD and '$BASE' share is not here: set fetch-depth: 2 for a pull request, or 0"
fi
echo "$commit"
