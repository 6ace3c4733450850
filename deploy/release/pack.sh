#!/usr/bin/env bash
# pack.sh VERSION: makes everything that a release publishes, in artifacts/release/VERSION, and tries it.
#   load-tool.VERSION.nupkg             the load tool as a .NET tool
#   load-VERSION-PLATFORM.tar.gz        the load tool as one file that needs no .NET, for six platforms
#   images/NAME-VERSION-ARCH.tar        the container images, for docker load
#   sbom/NAME.cdx.json                  the packages in each program, with their licenses and hashes (CycloneDX)
#   notes.md, SHA256SUMS
# IMAGES=none leaves out the images. PUSH=REGISTRY also pushes them, for both architectures.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$1
out=$PWD/artifacts/release/$version
platforms=(linux-x64 linux-arm64 osx-x64 osx-arm64 win-x64 win-arm64)
rm -rf "$out"
mkdir -p "$out/images" "$out/sbom"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { printf '  %-9s %s\n' "$1" "$2"; }

step notes "from CHANGELOG.md"
section() { awk -v section="## [$1]" 'index($0, section) == 1 { found = 1; next } /^## \[/ { found = 0 } found' CHANGELOG.md; }
section "$version" | grep . > "$out/notes.md" || section Unreleased | grep . > "$out/notes.md" ||
  echo "No changes are listed in CHANGELOG.md." > "$out/notes.md"

step tool "load-tool.$version.nupkg"
dotnet pack load -c Release -p:Version="$version" --output "$out" --verbosity quiet

for platform in "${platforms[@]}"; do
  step file "load-$version-$platform.tar.gz"
  name=load-$version-$platform
  dotnet publish load -c Release -r "$platform" --self-contained --verbosity quiet --output "$work/publish" \
    -p:Version="$version" -p:PublishSingleFile=true -p:EnableCompressionInSingleFile=true \
    -p:IncludeNativeLibrariesForSelfExtract=true -p:DebugType=none -p:PackAsTool=false \
    -p:ArtifactsPath="$work/build"
  mkdir "$work/$name"
  extension=; [[ $platform == win-* ]] && extension=.exe
  mv "$work/publish/Load$extension" "$work/$name/load$extension"
  cp LICENSE load/README.md "$work/$name/"
  tar -C "$work" -czf "$out/$name.tar.gz" "$name"
  rm -rf "$work/publish" "$work/build"
done

for project in load frontend-api backend-api; do
  step sbom "sbom/$project.cdx.json"
  dotnet restore "$project" --verbosity quiet
  dotnet run deploy/release/sbom.cs -- "$project" "$version" > "$out/sbom/$project.cdx.json"
done

export VERSION=$version COMMIT=$(git rev-parse HEAD)
for image in $([ "${IMAGES:-}" = none ] || echo frontend-api backend-api load); do
  for architecture in amd64 arm64; do
    file=images/$image-$version-$architecture.tar
    step image "$file"
    if ! docker buildx bake "$image" --set "*.platform=linux/$architecture" \
      --set "*.output=type=docker,dest=$out/$file" > "$work/bake.log" 2>&1; then
      # The machine's own architecture must build. For another one, its base image can be missing.
      [ "$architecture" != "$(docker version --format '{{.Server.Arch}}')" ] || { cat "$work/bake.log"; exit 1; }
      rm -f "$out/$file"
      grep -q "no match for platform\|not match the specified platform\|no such host\|not found" "$work/bake.log" || { cat "$work/bake.log"; exit 1; }
      docker buildx bake "$image" --set "*.platform=linux/$architecture" --set "*.target=build" \
        --set "*.output=type=cacheonly" > "$work/bake.log" 2>&1 || { cat "$work/bake.log"; exit 1; }
      echo "            no base image for $architecture here: only the build stage was run"
    fi
  done
  if [ -n "${PUSH:-}" ]; then REGISTRY=$PUSH docker buildx bake "$image" --push; fi
done

# Everything is tried on this machine, as somebody who installs it would.
step try "load-tool.$version.nupkg"
dotnet tool install load-tool --tool-path "$work/tool" --source "$out" --version "$version" > /dev/null
grep -q "^$version" <<< "$("$work/tool/load" --version)"
machine=$(dotnet --info | sed -n 's/^ *RID: *//p')
case $machine in *-arm64) machine=arm64 ;; *) machine=x64 ;; esac
case $(uname -s) in Darwin) machine=osx-$machine ;; Linux) machine=linux-$machine ;; *) machine=win-$machine ;; esac
step try "load-$version-$machine.tar.gz"
tar -C "$work" -xzf "$out/load-$version-$machine.tar.gz"
grep -q "^$version" <<< "$(env -u DOTNET_ROOT PATH=/usr/bin:/bin "$work/load-$version-$machine/load" --version)"

(cd "$out" && find . -type f ! -name SHA256SUMS | sort | sed 's|^\./||' | xargs sha256sum > SHA256SUMS)
step done "$(wc -l < "$out/SHA256SUMS") files in artifacts/release/$version"
