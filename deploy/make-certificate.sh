#!/bin/sh
# A certificate for connections between your own machines, of an authority of your own: docs/how-to/tls-and-proxies.md.
#   sh deploy/make-certificate.sh AUTHORITY FOLDER NAME[,NAME...] [GROUP]
# AUTHORITY is a folder for the authority; the first run makes it, good for ten years. Whoever reads its key can pose as
# each of your machines, so no server has it. FOLDER gets authority.crt, and server.crt with server.key for these names
# and addresses, good for 800 days, which GROUP may read. A certificate with more than 60 days left is kept: for
# other names, delete it first.
set -eu
umask 077
authority=$1 folder=$2 names=$3 group=${4:-}
mkdir -p "$authority" "$folder"

if [ ! -e "$authority/authority.crt" ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days 3650 \
    -keyout "$authority/authority.key" -out "$authority/authority.new" -config /dev/stdin <<EOF
[req]
prompt = no
distinguished_name = name
x509_extensions = authority
[name]
CN = Handsel authority $(openssl rand -hex 4)
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
EOF
  mv "$authority/authority.new" "$authority/authority.crt"
fi
cp "$authority/authority.crt" "$folder/authority.crt"
chmod 644 "$folder/authority.crt"

list=
for name in $(echo "$names" | tr , ' '); do
  case $name in
    *:* | *[0-9].[0-9]*.[0-9]*.[0-9]*) list="$list,IP:$name" ;;
    *) list="$list,DNS:$name" ;;
  esac
done

if ! { openssl x509 -in "$folder/server.crt" -noout -checkend 5184000 &&
  openssl verify -CAfile "$folder/authority.crt" "$folder/server.crt"; } >/dev/null 2>&1; then
  new=$(mktemp -d "$folder/.new-XXXXXX")
  trap 'rm -rf "$new"' EXIT
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -subj "/CN=${names%%,*}" \
    -keyout "$new/server.key" -out "$new/server.csr"
  cat >"$new/extensions" <<EOF
subjectAltName = ${list#,}
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
EOF
  openssl x509 -req -in "$new/server.csr" -sha256 -days 800 -set_serial "0x$(openssl rand -hex 16)" \
    -CA "$authority/authority.crt" -CAkey "$authority/authority.key" -extfile "$new/extensions" -out "$new/server.crt"
  mv "$new/server.key" "$folder/server.key"
  mv "$new/server.crt" "$folder/server.crt"
fi

# Whoever may read the key belongs to the group; PostgreSQL takes a key of root that no others read.
chmod 644 "$folder/server.crt"
chmod 755 "$folder"
[ -z "$group" ] || { chgrp "$group" "$folder/server.key" && chmod 640 "$folder/server.key"; }
