# shellcheck shell=bash
# Functions that with-ab.sh, with-wrk.sh and with-hey.sh share. They source this file.
set -euo pipefail

url=${FRONTEND:-http://localhost:5100}/api/customer/17
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# begin <tool> <Debian package> [argument]: prints the first comment for --help; finds the tool, the front-end and its
# strategies.
begin() {
  case ${3:-} in
    '') ;;
    --help | -h) awk 'NR > 1 { if (!sub(/^# ?/, "")) exit; print }' "$0"; exit ;;
    *) echo "Unexpected argument '$3'. Try --help." >&2; exit 64 ;;
  esac
  for needed in "$1:$2" curl:curl; do
    command -v "${needed%:*}" > /dev/null || { echo "${needed%:*} is not installed. The Debian package is ${needed#*:}." >&2; exit 64; }
  done
  local base=${url%/api/*}
  curl -sf "$base/api/strategies" > "$folder/catalogue" || { echo "There is no response from $base. Start both services with: make serve" >&2; exit 1; }
  # The catalogue also lists flags. Only strategies have the property source.
  # shellcheck disable=SC2034
  mapfile -t strategies < <(grep -oE '"name":"[^{}]*"source"' "$folder/catalogue" | cut -d '"' -f 4)
  printf '%-24s%10s%10s%10s%8s\n' strategy req/s 'p50 ms' 'p99 ms' errors
}

# measure <command>: runs the command, writes its output to $folder/out, and prints that if the command fails.
measure() { "$@" > "$folder/out" 2>&1 || { cat "$folder/out" >&2; exit 1; }; }

# row <strategy>: reads req/s, p50 and p99 in ms and the errors, and prints a line of the table.
row() { awk -v s="$1" '{ printf "%-24s%10.0f%10.2f%10.2f%8d\n", s, $1, $2, $3, $4 }'; }
