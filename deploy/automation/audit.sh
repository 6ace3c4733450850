#!/usr/bin/env bash
# Looks for packages with known vulnerabilities. A package source that cannot answer reports none, so a control project
# with a vulnerable package is asked first: if that package is not found, the packages could not be audited. Fails only
# if a vulnerability is found.
set -uo pipefail
cd "$(dirname "$0")/../.."
status=0
control=$(mktemp -d)
trap 'rm -rf "$control"' EXIT

# On GitHub, a warning stands on the page of the run.
unknown() {
  echo "  ? $1: could not be audited, because $2"
  if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "::warning title=$1 could not be audited::$2"; fi
}

# Newtonsoft.Json 12.0.1 is vulnerable to a stack overflow: GHSA-5crp-9r3c-p9vr.
cat > "$control/control.csproj" << 'XML'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <NuGetAudit>false</NuGetAudit>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Newtonsoft.Json" Version="12.0.1" />
  </ItemGroup>
</Project>
XML

list() { dotnet list "$1" package --vulnerable --include-transitive 2>&1; }
if dotnet restore "$control" > /dev/null 2>&1 && list "$control" | grep -q '> Newtonsoft.Json'; then
  found=$(list Testbed.slnx | grep '  > ')
  if [ -n "$found" ]; then
    echo "  ✗ NuGet: vulnerable packages"
    echo "$found"
    status=1
  else
    echo "  ✓ NuGet: no known vulnerability; the control package was found"
  fi
else
  unknown NuGet "the package source does not report the vulnerable control package"
fi

for lock in $(git ls-files '*package-lock.json'); do
  folder=$(dirname "$lock")
  report=$(cd "$folder" && npm audit --json --audit-level=none 2> /dev/null)
  total=$(sed -nE '/"vulnerabilities": \{/,$ s/^ *"total": ([0-9]+).*/\1/p' <<< "$report" | head -1)
  case "$total" in
    "") unknown "$folder" "the registry does not answer" ;;
    0) echo "  ✓ $folder: no known vulnerability" ;;
    *) echo "  ✗ $folder: $total vulnerable packages"; status=1 ;;
  esac
done

# The program in Go has no packages but those of its compiler, which its image names. An older compiler cannot build the
# auditor. golang.org/x/text 0.3.5 is vulnerable to a panic: GO-2021-0113.
GOTOOLCHAIN=$(sed -n 's/^ENV GOTOOLCHAIN=//p' experiments/programs/ingest-go/Dockerfile)
export GOTOOLCHAIN GOFLAGS=-mod=mod GOBIN=$control
printf 'module control\n\ngo 1.19\n\nrequire golang.org/x/text v0.3.5\n' > "$control/go.mod"
if ! go install golang.org/x/vuln/cmd/govulncheck@v1.4.0 > /dev/null 2>&1; then
  unknown Go "govulncheck cannot be installed with $GOTOOLCHAIN"
elif found=$(cd "$control" && ./govulncheck -scan module 2>&1); [[ $found != *GO-2021-0113* ]]; then
  unknown Go "the database does not report the vulnerable control module"
else
  found=$(cd experiments/programs/ingest-go && "$control/govulncheck" ./... 2>&1)
  case $? in
    0) echo "  ✓ Go: no known vulnerability is reached; the control module was found" ;;
    3) echo "  ✗ Go: known vulnerabilities"; echo "$found"; status=1 ;;
    *) unknown Go "govulncheck failed: $(tail -1 <<< "$found")" ;;
  esac
fi
exit "$status"
