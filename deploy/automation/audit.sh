#!/usr/bin/env bash
# Looks for packages with known vulnerabilities. A package source that cannot answer reports none, so a control project
# with a vulnerable package is asked first: if that package is not found, the packages could not be audited. Fails only
# if a vulnerability is found.
set -uo pipefail
cd "$(dirname "$0")/../.."
status=0
control=$(mktemp -d)
trap 'rm -rf "$control"' EXIT

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
  echo "  ? NuGet: could not be audited, because the package source does not report the vulnerable control package"
fi

for lock in $(git ls-files '*package-lock.json'); do
  folder=$(dirname "$lock")
  report=$(cd "$folder" && npm audit --json --audit-level=none 2> /dev/null)
  total=$(sed -nE '/"vulnerabilities": \{/,$ s/^ *"total": ([0-9]+).*/\1/p' <<< "$report" | head -1)
  case "$total" in
    "") echo "  ? $folder: could not be audited, because the registry does not answer" ;;
    0) echo "  ✓ $folder: no known vulnerability" ;;
    *) echo "  ✗ $folder: $total vulnerable packages"; status=1 ;;
  esac
done
exit "$status"
