#!/usr/bin/env bash
# make package: packs the load tool for this platform, its library and show, and installs the tool as a global tool for
# a new user. Outside the repository, against a service of this repository, it runs the first `load run` of the tool's
# README and the program of the library's README. Then it compares a new service, which has a repository of its own,
# with its last commit.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
version=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' Directory.Build.props)
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

PLATFORMS=$(dotnet --info | sed -n 's/^ *RID: *//p') deploy/release/packages.sh "$work/package"
# NuGet would find a nuget.config by its name, for the program below too.
cat > "$work/tool.config" << CONFIG
<configuration><packageSources><clear /><add key="package" value="$work/package" /></packageSources></configuration>
CONFIG

mkdir "$work/home"
tool() { env HOME="$work/home" DOTNET_CLI_HOME="$work/home" DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1 "$@"; }
tool dotnet tool install --global TwoTier.Load --configfile "$work/tool.config"
export PATH="$work/home/.dotnet/tools:$PATH"
tool load --version

[ -n "${BUILT:-}" ] || dotnet build backend-api -c Release --verbosity quiet
dotnet artifacts/bin/BackendApi/release/BackendApi.dll --urls http://127.0.0.1:0 > "$work/service.log" &
service=$!
for _ in $(seq 100); do
  url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$work/service.log" | head -1) && break
  sleep 0.1
done
[ -n "${url:-}" ] || { cat "$work/service.log"; echo "The service did not start."; exit 1; }

example=$(grep -m 1 -E '^load run ' load/README.md | sed 's/ *#.*//')
echo "\$ $example    (at $url)"
cd "$work"
# 3: INVALID, as on a machine that is very busy.
eval "tool ${example//http:\/\/localhost:5101/$url}" || [ $? -eq 3 ]
[ "$(ls results/*.json | wc -l)" -eq 1 ] || { echo "The example wrote no result."; exit 1; }

# The library needs other packages, so its sources are the folder and those of this machine. They restore into a folder
# of their own, or an earlier build of the same version would be used.
mkdir "$work/program"
cd "$work/program"
cat > nuget.config << CONFIG
<configuration><packageSources><add key="package" value="$work/package" /></packageSources></configuration>
CONFIG
cat > program.csproj << PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
    <RestorePackagesPath>$work/packages</RestorePackagesPath>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="TwoTier.Load.Core" Version="$version" /></ItemGroup>
</Project>
PROJECT
block() { sed -n '/^```'"$1"'$/,/^```$/p' "$root/load/core/README.md" | sed '/^```/d'; }
block csharp | sed -E "s#(old|new)/Shop\.dll#$root/artifacts/bin/BackendApi/release/BackendApi.dll#" > Program.cs
block yaml | sed 's|/orders|/api/customer/2|' > orders.yaml
echo "\$ dotnet run    (the program of load/core/README.md, $(wc -l < Program.cs) lines)"
dotnet run -c Release | tee program.out
[ "$(wc -l < Program.cs)" -le 25 ] || { echo "The program of the README is too long for a page."; exit 1; }
for line in '^old +[0-9]+ .*  the baseline$' '^The result is ' \
  '^new +[0-9]+ .*  [0-9.]+ \[[0-9.]+, [0-9.]+\]: (Faster|Slower|Same|CannotTell|Withheld)$'; do
  grep -qE "$line" program.out || { echo "The program printed no line like $line"; exit 1; }
done

# dnx is this command. For each request, the working tree needs several times the CPU time and the memory of the commit:
# so large a difference is told in forty seconds, and on a machine that is busy.
mkdir "$work/shop"
cd "$work/shop"
{ tool dotnet new webapi --output . && tool dotnet new gitignore; } > ../new.log || { cat ../new.log; exit 1; }
git init --quiet --initial-branch main
git add .
git -c user.name=shop -c user.email=shop@example.org commit --quiet --message "A new service"
more='for (var i = 0; i < 200; i++) System.Text.Json.JsonSerializer.Serialize(forecast);'
sed "s|return forecast;|$more &|" Program.cs > edited && mv edited Program.cs
line="ab git:main . --path /weatherforecast"
echo "\$ dnx TwoTier.Load $line"
code=0
tool dotnet tool exec TwoTier.Load --source "$work/package" --yes -- $line --within 40s | tee ab.out || code=${PIPESTATUS[0]}
[ "$code" -eq 2 ] && grep -qE '^  kB .* times as much$' ab.out ||
  { echo "Expected exit code 2, and a verdict on allocation. Got $code."; exit 1; }
echo "The packages install, and their first examples run."
