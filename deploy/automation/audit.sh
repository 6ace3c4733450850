#!/usr/bin/env bash
# Fails if a package of .NET or npm has a known vulnerability.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

status=0
# Restoring with an audit reports NU1901 to NU1904, which are errors in this repository.
dotnet restore --force -p:NuGetAudit=true -p:NuGetAuditMode=all -p:NuGetAuditLevel=low || status=1
while read -r lock; do
  echo "== ${lock%/package-lock.json}"
  npm audit --prefix "${lock%/package-lock.json}" --audit-level=high || status=1
done < <(git ls-files '*package-lock.json')
exit $status
