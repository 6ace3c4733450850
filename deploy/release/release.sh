#!/usr/bin/env bash
# make release VERSION=1.0.0: checks that everything is ready, makes the artefacts in artifacts/release, and tags.
# With DRY=1 it only makes the artefacts: nothing is checked or tagged. Pushing the tag publishes the release
# (.github/workflows/release.yml).
set -euo pipefail
cd "$(dirname "$0")/../.."

version=${1:-}
fail() { echo "  ✗ $*" >&2; exit 1; }
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail "VERSION must be like 1.0.0, not '$version'"

if [ -z "${DRY:-}" ]; then
  [ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed"
  [ "$(git branch --show-current)" = main ] || fail "releases are made from the branch main"
  ! git rev-parse -q --verify "refs/tags/v$version" > /dev/null || fail "the tag v$version exists"
  deploy/release/ready.sh "$version"
  grep -q "^## \[$version\] - $(date -u +%F)$" CHANGELOG.md || fail "the date of [$version] in CHANGELOG.md is not today's"
  .ci/run
fi

deploy/release/pack.sh "$version"

if [ -z "${DRY:-}" ]; then
  git tag --annotate "v$version" --message "Version $version"
  echo "  Tagged. To publish: git push origin v$version"
fi
