#!/usr/bin/env bash
# Builds the studies, shows what has been built, and runs one. What would stop the build is said before it.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() { echo "$1" >&2; exit 1; }
command -v dotnet > /dev/null || fail "You need the .NET 10 SDK: https://dotnet.microsoft.com/download/dotnet/10.0"
for folder in . artifacts results; do
  [ ! -e $folder ] || [ -w $folder ] || fail "The folder $PWD cannot be written to: copy the repository to another one."
done
free=$(df -Pm . | awk 'NR == 2 { print $4 }')
[ -d artifacts ] && needed=100 || needed=600
[ "$free" -ge $needed ] || fail "The disk of $PWD has $free MB left, and the build needs $needed MB."
files=$(ulimit -Hn)
[ "$files" = unlimited ] || [ "$files" -ge 1024 ] ||
  fail "Only $files files can be open at a time (ulimit -Hn), and the build needs 1024."
[ "$(ulimit -Sn)" = unlimited ] || [ "$(ulimit -Sn)" -ge 1024 ] || ulimit -Sn 1024

# Lists a project and all that it references.
projects() {
  echo "$1"
  local reference
  for reference in $(sed -n 's/.*<ProjectReference Include="\([^"]*\)".*/\1/p' "$1"); do
    projects "$(realpath "$(dirname "$1")/$reference")"
  done
}

live=
[ ! -t 1 ] || [ -n "${NO_COLOR:-}" ] || [ "${TERM:-dumb}" = dumb ] || live=1
total=$(projects "$PWD/experiments/Runner/Experiments.csproj" | sort -u | wc -l)
width=$(tput cols 2> /dev/null || echo 80)

show() { # BUILT NAME
  local bar=########################------------------------ line
  line="  build $1 of $total  ${bar:24 - 24 * $1 / total:24}  $2"
  [ -z $live ] || printf '\r%-*s\r' $((width - 1)) "${line:0:width-1}"
}

[ "${1:-}" != demo ] || echo "Compares ways to call a service: builds it first (2 minutes from the clone), then measures."

run() { exec dotnet artifacts/bin/Experiments/release/Experiments.dll "$@"; }
# .ci/run has built everything.
[ -z "${BUILT:-}" ] || run "$@"

# The build says of each project where its program is.
began=$SECONDS log=$(mktemp)
show 0 "restores packages"
dotnet build experiments/Runner --configuration Release --verbosity minimal --nologo -tl:off 2>&1 | tee "$log" |
  { built=0; while read -r name arrow _; do [ "$arrow" != "->" ] || show $((built += 1)) "$name"; done; } || {
    [ -z $live ] || echo
    grep -E ' error |: error' "$log" | sort -u || tail -n 20 "$log"
    rm "$log"
    fail "The build failed."
  }
rm "$log"
if [ -n "$live" ]; then printf '\r%*s\r' $((width - 1)) ""; else echo "  build  $((SECONDS - began)) s"; fi

run "$@"
