#!/usr/bin/env bash
# make certificate: makes a certificate for https on this computer and in containers, and the authority that signed it,
# if the folder has none that is valid for another day. The authority's key is not kept: it signs nothing else.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-artifacts-tls}
command -v openssl > /dev/null || { echo "You need openssl, which makes the certificate (apt install openssl)." >&2; exit 1; }

is_valid() {
  [ -f service.key ] && openssl verify -CAfile authority.pem service.pem &&
    openssl x509 -in service.pem -noout -checkend $((24 * 60 * 60))
}

sign() { # NAME SUBJECT EXTENSIONS SIGNER...
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -subj "/CN=$2" -out "$1.csr"
  openssl x509 -req -sha256 -days 30 -in "$1.csr" -out "$1.pem" -extfile <(echo "$3") "${@:4}"
}

create() {
  # The name differs each time, because a client would take an older authority of the same name for this one.
  sign authority "Testbed $(openssl rand -hex 4)" "
    basicConstraints = critical, CA:true, pathlen:0
    keyUsage = critical, keyCertSign" -signkey authority.key
  # The names of the containers, and those of all containers of a service on a Swarm.
  sign service localhost "
    basicConstraints = critical, CA:false
    keyUsage = critical, digitalSignature
    extendedKeyUsage = serverAuth
    subjectAltName = $(printf 'DNS:%s, ' localhost {,tasks.}{frontend,backend}-api frontend-webclient)IP:127.0.0.1, IP:::1
    " -CA authority.pem -CAkey authority.key -set_serial "0x$(openssl rand -hex 16)"
}

mkdir -p "$folder"
if ! (cd "$folder" && is_valid) > /dev/null 2>&1; then
  new=$(mktemp -d)
  trap 'rm -r "$new"' EXIT
  log=$(cd "$new" && create 2>&1) || { echo "$log" >&2; exit 1; }
  # If this is interrupted, the service's certificate is not that of the authority, and the next call makes another one.
  mv "$new"/{authority.pem,service.key,service.pem} "$folder"
fi
# The user of the containers must be able to read the key, which is worth nothing outside of this testbed.
chmod -R a+rX "$folder"
echo "  authority    $folder/authority.pem"
