# shellcheck shell=bash
# What the studies share; they source it. Builds the tool and the back-end, and starts the latter on core 0.
#   $folder  of this run, removed at its end      $base  of the back-end      $tool  the load tool, to be run on core 1
set -euo pipefail
cd "$(dirname "$0")/../.."

for needed in taskset dotnet curl ${needs:-}; do
  command -v "$needed" > /dev/null || { echo "$needed is not installed" >&2; exit 64; }
done
dotnet build -c Release -v q load > /dev/null
dotnet build -c Release -v q backend-api > /dev/null

folder=$(mktemp -d) && touch "$folder/log"
taskset -c 0 dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$folder/log" &
server=$!
trap 'kill "$server" ${running:+"$running"} 2> /dev/null; rm -rf "$folder"' EXIT
until base=$(grep -oE -m1 'Now listening on: http://[0-9.:]+' "$folder/log"); do sleep 0.2; done
base=${base#*: }
# shellcheck disable=SC2034
tool=(dotnet artifacts/bin/Load/release/Load.dll run --out "$folder/results")
