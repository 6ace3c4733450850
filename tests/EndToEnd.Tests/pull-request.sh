#!/usr/bin/env bash
# pull-request.sh LOAD COST [OPTIONS]: makes a repository, and a pull request that hashes COST blocks for each request
# where main hashes 40. Then it runs the steps of action.yml as GitHub does, with the command LOAD in place of the tool,
# prints the comment that the pull request gets, and ends with the exit code of the comparison.
set -euo pipefail
testbed=$(cd "$(dirname "$0")/../.." && pwd)
load=$1 cost=$2 options=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.com GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.com

git init --quiet --initial-branch main origin
cd origin
cat > Shop.csproj <<'P'
<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
</Project>
P
cat > Program.cs <<'P'
using System.Security.Cryptography;
const int Blocks = 40;
var block = new byte[65536];
var app = WebApplication.CreateBuilder(args).Build();
app.MapGet("/", () =>
{
    Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
    for (var i = 0; i < Blocks; i++)
        SHA256.HashData(block, hash);
    return hash.Length;
});
app.Run();
P
echo '{ "Logging": { "LogLevel": { "Default": "Warning" } } }' > appsettings.json
printf 'bin\nobj\n' > .gitignore
git add .
git commit --quiet --message 'the shop'
git checkout --quiet -b feature
sed -i "s/Blocks = 40/Blocks = $cost/" Program.cs
git commit --quiet --allow-empty --all --message "$cost blocks"
head=$(git rev-parse HEAD)
# What GitHub makes of a pull request, before main moves on.
git checkout --quiet --detach main
git merge --quiet --no-ff --message merge feature
git update-ref refs/pull/7/merge HEAD
merge=$(git rev-parse HEAD)
git checkout --quiet main
git commit --quiet --allow-empty --message "of somebody else"

# actions/checkout, with fetch-depth: 2.
git init --quiet "$work/shop"
cd "$work/shop"
git remote add origin "file://$work/origin"
git fetch --quiet --depth 2 origin +refs/pull/7/merge:refs/remotes/pull/7/merge
git checkout --quiet --detach refs/remotes/pull/7/merge

# The runner: its variables, its files, and gh, which keeps the comment.
mkdir -p "$work/temp/load" "$work/bin"
printf '#!/bin/sh\nexec %s "$@"\n' "$load" > "$work/temp/load/load"
cat > "$work/bin/gh" <<P
#!/bin/sh
for word; do case \$word in body=@*) tail -n +2 "\${word#body=@}" > "$work/comment" ;; esac; done
[ "\$2" != --paginate ] || echo '[]'
P
chmod +x "$work/temp/load/load" "$work/bin/gh"
jq --null-input --arg head "$head" '{ number: 7, pull_request: { number: 7, title: "$(touch x) `x`",
  base: { ref: "main" }, head: { ref: "feature", sha: $head } } }' > "$work/event.json"
export PATH="$work/bin:$PATH" RUNNER_TEMP="$work/temp" GITHUB_ACTIONS=true GITHUB_EVENT_NAME=pull_request \
  GITHUB_EVENT_PATH="$work/event.json" GITHUB_SHA="$merge" GITHUB_REPOSITORY=ada/shop GITHUB_OUTPUT="$work/output" \
  GITHUB_ENV="$work/env" GITHUB_STEP_SUMMARY="$work/summary" GITHUB_ACTION_PATH="$testbed"
get() { sed -n "s/^$1=//p" "$GITHUB_OUTPUT"; }
export BASE REQUEST_PATH=/ PROJECT='' FAIL_ON=worse OPTIONS="$options"
BASE=$(jq --raw-output .pull_request.base.ref "$GITHUB_EVENT_PATH")
COMMIT=$(MERGE=$GITHUB_SHA GH_TOKEN=secret "$testbed/deploy/action/base.sh")
code=0
COMMIT=$COMMIT "$testbed/deploy/action/compare.sh" >&2 || code=$?
GH_TOKEN=secret SUMMARY=$(get summary) PULL_REQUEST=7 "$testbed/deploy/action/comment.sh"
cat "$work/comment"
exit "$code"
