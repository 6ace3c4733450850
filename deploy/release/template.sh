#!/usr/bin/env bash
# template.sh VERSION FOLDER: makes TwoTier.Templates.VERSION.nupkg from the files of the services (template/files.txt),
# and tries it: makes a project, builds it with warnings as errors, runs its tests and, with an engine, its containers.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$1
out=$(mkdir -p "$2" && cd "$2" && pwd)
work=$(mktemp -d)
trap '(cd "$work/project" && docker compose down --volumes --rmi local) > /dev/null 2>&1 || true; rm -rf "$work"' EXIT

dotnet run deploy/release/template/content.cs -- "$work/content"
for board in "$work"/content/grafana/dashboards/*.json; do
  jq 'del(.annotations.list[1], .panels[].fieldConfig.defaults.links?,
        (.panels[] | select(.title == "Sent by the load tool")))
      | (.panels[].gridPos | select(.y == 17)) |= (.x = (.x - 8) * 1.5 | .w = 12)' "$board" > "$work/board"
  mv "$work/board" "$board"
done
echo '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
  <ItemGroup><Content Include="content/**" PackagePath="content" /></ItemGroup></Project>' > "$work/TwoTier.Templates.csproj"
dotnet pack "$work" --output "$out" --verbosity quiet -p:Version="$version" -p:PackageType=Template -p:NoWarn=NU5128 \
  -p:IncludeBuildOutput=false -p:EnableDefaultItems=false -p:NoDefaultExcludes=true -p:PackageLicenseExpression=MIT \
  -p:Authors="The contributors of the Two-Tier Testbed" \
  -p:Description="dotnet new two-tier: a front-end and a back-end with metrics and dashboards."

# The name is no namespace, so that every form of it is tried.
dotnet new install "$out/TwoTier.Templates.$version.nupkg" --debug:custom-hive "$work/hive" > /dev/null
dotnet new two-tier --name My-Shop --output "$work/project" --debug:custom-hive "$work/hive" > /dev/null
cd "$work/project"
dotnet test -c Release
if docker info > /dev/null 2>&1; then
  export FRONTEND_PORT=0 BACKEND_PORT=0 BACKEND_MANAGEMENT_PORT=0 PROMETHEUS_PORT=0 GRAFANA_PORT=0
  docker compose --progress quiet up --detach --wait
  get() { curl --fail --silent --show-error "http://$(docker compose port "$1" "$2")/$3"; }
  get frontend-api 8080 api/customer/17 | jq --exit-status '.orders[0].total > 0'
  # Prometheus has both services after a few scrapes.
  timeout 60 bash -c "$(declare -f get); until get prometheus 9090 'api/v1/query?query=up==1' |
    jq --exit-status '.data.result | length == 2'; do sleep 1; done" > /dev/null
fi
