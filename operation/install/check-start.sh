#!/bin/bash
# Starts a copy of this checkout in the situations that npm test cannot make, and says what holds. Needs root, and Linux.
#   operation/install/check-start.sh [command]     the command that starts the product; default: npm start
# Situations: root with the checkout in a closed folder (mode 700); an ordinary user. In each: the first start, a start after
# SIGKILL, a second process on the same data, an orderly end.
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo 'check-start.sh has to run as root: it makes a user and changes owners' >&2; exit 2; }
start=${1:-npm start}
source=$(cd "$(dirname "$0")/.." && pwd)
user=opora-check
work=$(mktemp -d /var/tmp/opora-check-XXXXXX)
checkout=$work/checkout
groups=()
failures=0

finish() {
  for group in "${groups[@]}"; do kill -KILL -- "-$group" 2>/dev/null || true; done
  local pid; pid=$(postmaster) && kill -QUIT "$pid" 2>/dev/null
  local home; home=$(home_of)
  case $home in /var/lib/opora-*|/var/tmp/opora-*) rm -rf "$home" ;; esac
  rm -rf "$work"
  if id "$user" >/dev/null 2>&1; then userdel "$user"; fi
}
trap finish EXIT

# Where the database of the copy is: below its data folder, or where the note in that says.
home_of() {
  local note=$checkout/.data/postgres-is-elsewhere.json
  if [ -e "$note" ]; then sed -E 's/.*"home":"([^"]+)".*/\1/' "$note"; else echo "$checkout/.data/postgres"; fi
}
postmaster() {
  local file; file=$(home_of)/cluster/postmaster.pid
  [ -e "$file" ] || return 1
  local pid; pid=$(head -1 "$file")
  [ -d "/proc/$pid" ] && echo "$pid"
}
check() {
  if "${@:2}"; then echo "  ok    $1"; else echo "  FAIL  $1"; failures=$((failures + 1)); fi
}

# launch <user> <port>: starts the product in a session of its own; its group is then the last of $groups.
launch() {
  local as=$1 port=$2
  (cd "$checkout" && exec setsid setpriv --reuid="$as" --regid="$(id -g "$as")" --clear-groups env -i \
    PATH="$checkout/node_modules/.bin:$PATH" HOME="$checkout" PORT="$port" SANDBOX_PORT="$((port + 1))" \
    $start >>"$work/log" 2>&1) &
  groups+=($!)
}
answers() {
  for _ in $(seq 600); do
    curl -fs -o /dev/null --max-time 5 "http://127.0.0.1:$1/" && return 0
    kill -0 "${groups[-1]}" 2>/dev/null || { tail -20 "$work/log"; return 1; }
    sleep 0.2
  done
  return 1
}
end() {
  kill "-$1" -- "-$2" 2>/dev/null || true
  for _ in $(seq 150); do kill -0 -- "-$2" 2>/dev/null || return 0; sleep 0.1; done
  return 1
}
same_postmaster() { [ "$(postmaster)" = "$1" ]; }
no_postmaster() { ! postmaster >/dev/null; }
runs_as() { [ "$(stat -c %U "/proc/$(postmaster)")" = "$1" ]; }
not_root() { [ "$(stat -c %u "/proc/$(postmaster)")" != 0 ]; }

situation() {
  local as=$1 port=$((20000 + RANDOM % 9000)) first second pid
  echo "$2"
  launch "$as" "$port"; first=${groups[-1]}
  check 'starts and answers' answers "$port"
  if [ "$as" = root ]; then check 'PostgreSQL does not run as root' not_root; else check "PostgreSQL runs as $as" runs_as "$as"; fi
  pid=$(postmaster || echo none)
  end KILL "$first"
  check 'PostgreSQL outlives a killed server' same_postmaster "$pid"
  launch "$as" "$port"; first=${groups[-1]}
  check 'starts again after SIGKILL' answers "$port"
  check 'with the same PostgreSQL' same_postmaster "$pid"
  launch "$as" "$((port + 10))"; second=${groups[-1]}
  check 'a second process on the same data answers' answers "$((port + 10))"
  check 'the first one ends on SIGTERM' end TERM "$first"
  check 'and leaves PostgreSQL to the second' same_postmaster "$pid"
  check 'the second one ends on SIGTERM' end TERM "$second"
  check 'and PostgreSQL with it' no_postmaster
}

chmod 700 "$work"
mkdir "$checkout"
tar -C "$source" --exclude=./.git --exclude=./.data --exclude=./test-results -cf - . | tar -C "$checkout" -xf -

situation root 'root, in a checkout that nobody else can enter'
rm -rf "$(home_of)" "$checkout/.data"
id "$user" >/dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin "$user"
chmod 711 "$work"
chown -R "$user" "$checkout"
situation "$user" 'an ordinary user, in his own checkout'

[ "$failures" = 0 ] && echo 'All of it holds.' || { echo "$failures did not hold; the end of the log:"; tail -40 "$work/log"; exit 1; }
