#!/usr/bin/env bash
# packages.sh FOLDER [OPTION...]: makes the packages of the library, of the load tool and of show, with options of dotnet
# pack. The load tool has a package for each of PLATFORMS, compiled for it (ReadyToRun), one for all others, and one that
# names them, which is what users install.
# PAGES names a folder with pages for each project, in place of its README.
# With DRY=1, a platform whose runtime the package source lacks is left out and named.
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."

# Builds for a platform restore other packages, so that they have a folder of their own.
own=(-p:ArtifactsPath="$PWD/artifacts/pack")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
platforms=
for platform in ${PLATFORMS:-linux-x64 linux-arm64 osx-x64 osx-arm64 win-x64 win-arm64}; do
  if ! dotnet restore load/cli --verbosity quiet -p:ToolPlatforms="$platform" -r "$platform" "${own[@]}" > "$log" 2>&1; then
    # NU1101 and NU1102: no package source has the package, or this version of it.
    if [ -z "${DRY:-}" ] || ! grep -qE 'NU110[12].*Microsoft.NETCore.App.Runtime' "$log"; then
      cat "$log"
      exit 1
    fi
    echo "            left out: no package source here has the runtime for $platform"
    continue
  fi
  platforms+=${platforms:+%3B}$platform
done

for project in load/core load/cli show; do
  options=(${PAGES:+-p:PackagePages="$PAGES/$project"} "$@")
  [ $project != load/cli ] || options+=(-p:ToolPlatforms="$platforms" "${own[@]}")
  dotnet pack $project -c Release --output "$out" --verbosity quiet "${options[@]}"
done
