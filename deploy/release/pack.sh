#!/usr/bin/env bash
# pack.sh VERSION: makes everything that a release publishes, in artifacts/release/VERSION, and tries it.
#   TwoTier.Load.VERSION.nupkg          the load tool as a .NET tool, which names the packages of the platforms
#   TwoTier.Load.PLATFORM.VERSION.nupkg the load tool, compiled for six platforms, and for any other
#   TwoTier.Load.Core.VERSION.nupkg     its library
#   TwoTier.Show.VERSION.nupkg          the program that shows runs, as a .NET tool
#   load-VERSION-PLATFORM.tar.gz        the load tool as one file that needs no .NET, for six platforms
#   images/NAME-VERSION-ARCH.tar        the container images, for docker load
#   NAME.cdx.json                       the packages in each program, with their licenses and hashes (CycloneDX)
#   notes.md, SHA256SUMS
# With DRY=1, a platform whose runtime the package source lacks is left out and named, and the version need not be ready.
# GITHUB_REPOSITORY=owner/name lets links in packages and notes lead to the repository.
# IMAGES=none leaves out the images, which .github/workflows/release.yml pushes itself.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$1
out=$PWD/artifacts/release/$version
platforms=(linux-x64 linux-arm64 osx-x64 osx-arm64 win-x64 win-arm64)
rm -rf "$out"
mkdir -p "$out/images"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { printf '  %-9s %s\n' "$1" "$2"; }

[ -n "${DRY:-}" ] || deploy/release/ready.sh "$version"

# Prints a page whose links are relative to the repository with links that lead there, if its address is known.
repository=${GITHUB_REPOSITORY:+https://github.com/$GITHUB_REPOSITORY}
page() { # FILE
  local base="$repository/blob/v$version/$(dirname "$1")"
  if [ -n "$repository" ]; then sed -E "s@\]\((https?:|#)@]<\1@g; s@\]\(@]($base/@g; s@\]<@](@g"; else cat; fi < "$1"
}

step notes "from CHANGELOG.md"
page CHANGELOG.md | awk -v section="## [$version]" \
  'index($0, section) == 1 { found = 1; next } /^## \[/ || /^\[.*\]: / { found = 0 } found' > "$out/notes.md"

for project in load/cli show frontend-api backend-api; do
  name=${project%/cli}
  step sbom "$name.cdx.json"
  dotnet tool exec cyclonedx --yes -- "$project"/*.csproj --output "$out" --filename "$name.cdx.json" --exclude-dev \
    --base-intermediate-output-path artifacts/obj --include-license-text \
    --set-name "two-tier-testbed/$name" --set-version "$version" > "$work/sbom.log" 2>&1 || { cat "$work/sbom.log"; exit 1; }
done

# Prints what a program contains of others.
notices() { # PROGRAM
  echo "This program contains the following packages. Their licenses: https://spdx.org/licenses"
  jq -r '.components[] | "\n\(.name) \(.version), \([.licenses[].license | .id // .name] | join(" or "))\n\(.copyright // "")"' \
    "$out/$1.cdx.json"
}

step packages "the load tool for ${#platforms[@]} platforms, its library, show"
for project in load/cli load/core show; do
  mkdir -p "$work/$project"
  page "${project%/cli}/README.md" > "$work/$project/README.md"
  # The library contains no other package.
  [ "$project" = load/core ] || notices "${project%/cli}" > "$work/$project/THIRD-PARTY-NOTICES.txt"
done
PAGES=$work PLATFORMS="${platforms[*]}" deploy/release/packages.sh "$out" -p:Version="$version" \
  -p:PackageProjectUrl="$repository" -p:RepositoryUrl="$repository" -p:ContinuousIntegrationBuild=true

for platform in "${platforms[@]}"; do
  step file "load-$version-$platform.tar.gz"
  name=load-$version-$platform
  if ! dotnet publish load/cli -c Release -r "$platform" --self-contained --verbosity quiet --output "$work/publish" \
    -p:Version="$version" -p:PublishSingleFile=true -p:EnableCompressionInSingleFile=true \
    -p:IncludeNativeLibrariesForSelfExtract=true -p:DebugType=none -p:PackAsTool=false -p:ContinuousIntegrationBuild=true \
    -p:ArtifactsPath="$work/build" > "$work/publish.log" 2>&1; then
    # NU1101: no package source has the package.
    if [ -z "${DRY:-}" ] || ! grep -q 'NU1101.*Microsoft.NETCore.App.Runtime' "$work/publish.log"; then
      cat "$work/publish.log"
      exit 1
    fi
    echo "            left out: no package source here has the runtime for $platform"
    rm -rf "$work/build"
    continue
  fi
  mkdir "$work/$name"
  extension=; [[ $platform == win-* ]] && extension=.exe
  mv "$work/publish/Load$extension" "$work/$name/load$extension"
  cp LICENSE "$work/load/cli/"*.{md,txt} "$work/$name/"
  page load/guide.md > "$work/$name/guide.md"
  runtime=$(dotnet nuget locals global-packages --list | sed 's/^[^:]*: //')/microsoft.netcore.app.runtime.$platform
  cat "$runtime"/*/THIRD-PARTY-NOTICES.TXT >> "$work/$name/THIRD-PARTY-NOTICES.txt"
  tar -C "$work" -czf "$out/$name.tar.gz" "$name"
  rm -rf "$work/publish" "$work/build"
done

export VERSION=$version
COMMIT=$(git rev-parse HEAD)
export COMMIT
bake() { docker buildx bake --file deploy/release/docker-bake.hcl "$@" > "$work/bake.log" 2>&1; }
for image in $([ "${IMAGES:-}" = none ] || echo frontend-api backend-api load); do
  for architecture in amd64 arm64; do
    file=images/$image-$version-$architecture.tar
    tag=two-tier-testbed/$image:$version-$architecture
    step image "$file"
    if bake "$image" --load --set "*.platform=linux/$architecture" --set "*.tags=$tag"; then
      docker save --output "$out/$file" "$tag"
      docker image rm "$tag" > /dev/null
      continue
    fi
    # Only the base image of another architecture may be missing, and only in a dry run.
    if [ -z "${DRY:-}" ] || [ "$architecture" = "$(docker version --format '{{.Server.Arch}}')" ] ||
      ! bake "$image" --set "*.platform=linux/$architecture" --set "*.target=build" --set "*.output=type=cacheonly"; then
      cat "$work/bake.log"
      exit 1
    fi
    echo "            left out: its base image cannot be had here. The build stage succeeds."
  done
done

# What was packed is tried on this machine, as somebody who installs it would.
try_version() { [[ $("$@" --version) =~ ^(load )?"$version"[,+] ]] || { echo "$*: expected version $version"; exit 1; }; }
try_exit() { # CODE PROGRAM...
  local code=0
  "${@:2}" > "$work/try.log" 2>&1 || code=$?
  [ "$code" -eq "$1" ] || { cat "$work/try.log"; echo "${*:2}: expected exit code $1, got $code"; exit 1; }
}
# Without anything that is installed here: its own help, an unknown command, and a target that does not answer.
try_load() { # PROGRAM
  try_version "$@"
  try_exit 0 "$@" run --help
  try_exit 64 "$@" rnu http://127.0.0.1:1/
  try_exit 1 "$@" run http://127.0.0.1:1/ --out "$work/try"
  try_exit 4 "$@" ab nothing-here nothing-here --path / --out "$work/try"
}
for tool in Load Show; do
  step try "TwoTier.$tool.$version.nupkg"
  dotnet tool install TwoTier.$tool --tool-path "$work/tool" --source "$out" --version "$version" > /dev/null
done
try_load "$work/tool/load"
try_version "$work/tool/show"
machine=$(dotnet --info | sed -n 's/^ *RID: *//p')
case $machine in *-arm64) machine=arm64 ;; *) machine=x64 ;; esac
case $(uname -s) in Darwin) machine=osx-$machine ;; Linux) machine=linux-$machine ;; *) machine=win-$machine ;; esac
step try "load-$version-$machine.tar.gz"
tar -C "$work" -xzf "$out/load-$version-$machine.tar.gz"
try_load env -u DOTNET_ROOT PATH=/usr/bin:/bin "$work/load-$version-$machine/load"

(cd "$out" && find . -type f ! -name notes.md | sed 's|^./||' | sort | xargs sha256sum) > "$work/SHA256SUMS"
mv "$work/SHA256SUMS" "$out/"
step ready "$(wc -l < "$out/SHA256SUMS") files in artifacts/release/$version"
