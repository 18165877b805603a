#!/bin/sh
# Creates a certificate for connections between your machines, signed by your authority: docs/how-to/tls-and-proxies.md.
#   sh deploy/make-certificate.sh AUTHORITY FOLDER NAME[,NAME...] [GROUP]
# AUTHORITY is the authority's folder; the first run creates an authority that is valid for ten years. Its key can
# impersonate all your machines, so keep the folder off your servers. FOLDER gets authority.crt, and server.crt with
# server.key for the given names and addresses, valid for 800 days. GROUP may read the key. The script keeps a
# certificate that is valid for more than 60 days: to change the names, delete the certificate first.
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

# Members of GROUP may read the key. PostgreSQL accepts a key of root only if other users cannot read it.
chmod 644 "$folder/server.crt"
chmod 755 "$folder"
[ -z "$group" ] || { chgrp "$group" "$folder/server.key" && chmod 640 "$folder/server.key"; }
