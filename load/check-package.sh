#!/usr/bin/env bash
# make package: packs the load tool, installs it as a global tool for a new user, and runs the first example of its
# README against a service of this repository.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
service=
finish() {
  if [ -n "$service" ]; then
    kill "$service" 2> /dev/null || true
    wait "$service" 2> /dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT

dotnet pack load/cli -c Release --output "$work/package" --verbosity quiet
cat > "$work/nuget.config" << CONFIG
<configuration><packageSources><clear /><add key="package" value="$work/package" /></packageSources></configuration>
CONFIG

mkdir "$work/home"
tool() { env HOME="$work/home" DOTNET_CLI_HOME="$work/home" DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1 "$@"; }
tool dotnet tool install --global TwoTier.Load --configfile "$work/nuget.config"
export PATH="$work/home/.dotnet/tools:$PATH"
tool load --version

dotnet build backend-api -c Release --verbosity quiet
dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$work/service.log" &
service=$!
for _ in $(seq 100); do
  url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$work/service.log" | head -1) && break
  sleep 0.1
done
[ -n "${url:-}" ] || { cat "$work/service.log"; echo "The service did not start."; exit 1; }

example=$(grep -m 1 -E '^load ' load/README.md | sed 's/ *#.*//')
echo "\$ $example    (at $url)"
cd "$work"
# Other programs may use this machine.
eval "tool ${example//http:\/\/localhost:5101/$url} --max-other-cpu 100%"
[ "$(ls results/*.json | wc -l)" -eq 1 ] || { echo "The example wrote no result."; exit 1; }
echo "The package installs, and its first example runs."
