#!/bin/bash
# Boots a Debian 12 with systemd and PostgreSQL in a container, installs this checkout in it as docs/operation.md says, and tries the unit: start,
# rights, SIGKILL, a database that is away for long, SIGTERM, journal. Usage, as root, after npm ci and npm run build, with Debian's packages
# debootstrap and systemd-container: test/run/under-systemd.sh <folder>. The folder is made once and can be used again.
set -euo pipefail
folder=${1:?usage: test/run/under-systemd.sh <folder>}
source=$(cd "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" = 0 ] || { echo "run it as root: debootstrap and systemd-nspawn need it" >&2; exit 1; }
for tool in debootstrap systemd-nspawn nsenter; do
  command -v "$tool" >/dev/null || { echo "$tool is missing: apt-get install debootstrap systemd-container" >&2; exit 1; }
done
[ -e "$source/build/server/index.js" ] || { echo "the screens are not built: npm run build" >&2; exit 1; }
root=$folder/root
failures=0

if [ ! -e "$folder/ready" ]; then
  mkdir -p "$folder"
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,postgresql,ca-certificates,curl,libatomic1,procps \
    bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$folder/log" 2>&1 || { tail -5 "$folder/log" >&2; exit 1; }
  chroot "$root" useradd --system --home-dir /var/lib/opora --shell /usr/sbin/nologin opora
  touch "$folder/ready"
fi
rm -rf "$root/opt/opora"
mkdir -p "$root/opt/opora"
tar -C "$source" --exclude=./.git --exclude=./.data --exclude=./test-results -cf - . | tar -C "$root/opt/opora" -xf - --no-same-owner
install -m 755 "$source/operation/deploy/opora" "$root/usr/local/bin/opora"
cp "$source/operation/deploy/opora.service" "$root/etc/systemd/system/"
install -m 600 /dev/stdin "$root/etc/opora.env" <<'SETTINGS'
NODE_ENV=production
PUBLIC_URL=http://127.0.0.1:3000
DATABASE_URL=postgres://opora:secret@127.0.0.1/opora
DATA_DIR=/var/lib/opora
JWT_SECRET=jwt-secret-of-the-unit-test
PAYMENT_URL=http://127.0.0.1:9
PAYMENT_SECRET=payment-secret-of-the-unit
SANDBOX_PORT=off
SMS_URL=http://127.0.0.1:9
DEMO=off
SETTINGS

# A network of its own, so that its ports meet nobody's.
systemd-nspawn --quiet --directory "$root" --register=no --keep-unit --private-network --boot </dev/null >"$folder/boot" 2>&1 &
container=$!
leader=
for _ in $(seq 100); do
  leader=$(pgrep -P "$container" | head -n 1) && [ -n "$leader" ] && break
  kill -0 "$container" 2>/dev/null || { cat "$folder/boot" >&2; echo "systemd does not boot in a container here" >&2; exit 1; }
  sleep 0.1
done
finish() {
  # SIGRTMIN+4: systemd powers off.
  kill -RTMIN+4 "$leader" 2>/dev/null || true
  wait "$container" || true
}
trap finish EXIT
inside() { nsenter --target "$leader" --all -- "$@"; }
property() { inside systemctl show opora --property "$1" --value; }

check() {
  if "${@:2}"; then echo "holds  $1"; else echo "BROKEN $1"; failures=$((failures + 1)); fi
}
ready() { inside curl -fs -o /dev/null --max-time 5 http://127.0.0.1:3000/health/ready; }
within() {
  local end=$((SECONDS + $1))
  until "${@:2}" 2>/dev/null; do [ $SECONDS -lt $end ] || return 1; sleep 0.2; done
}
another_process() { local now; now=$(property MainPID); [ "$now" != 0 ] && [ "$now" != "$1" ] && ready; }
has_process() { [ "$(property MainPID)" != 0 ]; }
restarted() { [ "$(property NRestarts)" -ge "$1" ]; }
cannot() { ! inside runuser -u opora -- "$@" 2>/dev/null; }
server_cannot_write() { ! nsenter --target "$(inside_pid)" --mount -- sh -c ": >$1/try" 2>/dev/null; }
# The server's process as this machine numbers it.
inside_pid() { pgrep -f '^/opt/opora/node_modules/.bin/node main.ts' --ns "$leader" --nslist pid | head -n 1; }
no_rights() { grep -q '^CapEff:.0*$' "/proc/$(inside_pid)/status" && grep -q '^NoNewPrivs:.1$' "/proc/$(inside_pid)/status"; }
journal_says() { inside journalctl --unit opora --output cat --no-pager | grep -- "$1" >/dev/null; }
ended_in_order() { [ "$(property Result)" = success ] && [ "$(property ExecMainStatus)" = 0 ]; }

within 60 inside systemctl is-active --quiet postgresql@15-main
inside runuser -u postgres -- psql -qc 'drop database if exists opora' -c 'drop role if exists opora' \
  -c "create role opora login password 'secret'" -c 'create database opora owner opora'
inside systemctl enable --quiet --now opora
begun=$SECONDS
check 'the unit starts and the server is ready' within 180 ready
echo "       after $((SECONDS - begun)) s, migrations included"
check 'it runs as the user opora' test "$(stat -c %u "/proc/$(inside_pid)")" = "$(chroot "$root" id -u opora)"
check 'without capabilities and with no way to get some' no_rights
check 'its user cannot read the settings' cannot cat /etc/opora.env
for place in /opt/opora /etc /usr /home; do check "nothing of it is written to $place" server_cannot_write "$place"; done
check 'the journal has its lines' journal_says 'Server listening'

pid=$(property MainPID)
inside systemctl kill --signal KILL opora
begun=$SECONDS
check 'another process serves after SIGKILL' within 60 another_process "$pid"
echo "       after $((SECONDS - begun)) s"

# systemd would give up after five starts in 10 s.
begun=$SECONDS
tries=$(property NRestarts)
for _ in 1 2 3 4 5 6 7; do
  within 10 has_process
  inside systemctl kill --signal KILL opora
  sleep 0.3
done
check 'it is started again after 7 more kills in a row' within 60 restarted $((tries + 7))
echo "       in $((SECONDS - begun)) s"

inside systemctl stop postgresql@15-main
inside systemctl kill --signal KILL opora
tries=$(property NRestarts)
check 'without a database it is started again and again' within 120 restarted $((tries + 3))
inside systemctl start postgresql@15-main
begun=$SECONDS
check 'and serves when the database is back' within 60 ready
echo "       after $((SECONDS - begun)) s"
check 'the journal names the database in one line' journal_says 'DATABASE_URL'

check 'the operator'"'"'s command runs' inside opora admin list
begun=$SECONDS
inside systemctl stop opora
check 'systemctl stop ends it in order' ended_in_order
check 'and within TimeoutStopSec' test $((SECONDS - begun)) -lt 15
check 'SIGTERM is in the journal' journal_says 'SIGTERM: stopping'
[ "$failures" = 0 ] && echo 'All of it holds.' || { inside journalctl --unit opora --no-pager --lines 30 | cut -c1-300; exit 1; }
