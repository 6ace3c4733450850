#!/usr/bin/env bash
# ready.sh VERSION: fails, and says why, unless the repository has this version, and its texts say that it is released.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$1
fail() { echo "  ✗ $*" >&2; exit 1; }
grep -q "<Version>$version</Version>" Directory.Build.props || fail "Directory.Build.props has another version"
grep -q "^version: $version$" CITATION.cff || fail "CITATION.cff has another version"
grep -qE "^## \[$version\] - [0-9-]{10}$" CHANGELOG.md || fail "CHANGELOG.md has no section [$version] with a date"
awk '/^## / { section = $2 } section == "[Unreleased]" && /^- / { exit 1 }' CHANGELOG.md ||
  fail "CHANGELOG.md lists changes under [Unreleased]: move them to [$version]"
! grep -HniE 'not released yet|until the package is released' CHANGELOG.md README.md load/README.md load/core/README.md ||
  fail "these texts say that nothing is released: change them"
