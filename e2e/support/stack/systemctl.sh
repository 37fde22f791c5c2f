#!/bin/bash
# In place of systemd, which needs a machine of its own: starts and ends what a unit file says, as the user and with the variables that
# it names. Output goes to /var/log/<unit>.log.
set -eu

unit_file() {
  for folder in /etc/systemd/system /lib/systemd/system; do
    if [ -e "$folder/$1.service" ]; then
      echo "$folder/$1.service"
      return
    fi
  done
  echo "Unit $1.service could not be found." >&2
  exit 5
}

# All values of a name in the unit.
values() { sed -n "s/^$2=//p" "$1"; }

stop() {
  local pid_file="/run/$1.pid" pid
  [ -e "$pid_file" ] || return 0
  pid=$(cat "$pid_file")
  rm "$pid_file"
  kill "$pid" 2>/dev/null || return 0
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
}

start() {
  local file command user uid gid home capabilities state line variables
  file=$(unit_file "$1")
  command=$(values "$file" ExecStart)
  user=$(values "$file" User)
  uid=$(id -u "${user:-nobody}")
  gid=$(id -g "${user:-nobody}")
  state=$(values "$file" StateDirectory)
  [ -z "$state" ] || install -d -m 700 -o "$uid" -g "$gid" "/var/lib/$state"
  home=$(getent passwd "$uid" | cut -d : -f 6)
  # As systemd does, without the variables of whoever asks for it.
  variables=("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "HOME=$home")
  for line in $(values "$file" Environment); do variables+=("$line"); done
  for line in $(values "$file" EnvironmentFile); do mapfile -t -O "${#variables[@]}" variables < "$line"; done
  capabilities=()
  [ -z "$(values "$file" AmbientCapabilities)" ] ||
    capabilities=(--inh-caps +net_bind_service --ambient-caps +net_bind_service)
  (
    cd "$(values "$file" WorkingDirectory | grep . || echo /)"
    # shellcheck disable=SC2086
    exec env -i "${variables[@]}" \
      setsid setpriv --reuid "$uid" --regid "$gid" --clear-groups "${capabilities[@]}" $command
  ) >> "/var/log/$1.log" 2>&1 < /dev/null &
  echo $! > "/run/$1.pid"
}

verb=$1
shift
case "$verb" in
  daemon-reload) ;;
  enable) [ "$1" = --now ] && start "$2" ;;
  restart)
    stop "$1"
    start "$1"
    ;;
  *)
    echo "Unknown operation '$verb'." >&2
    exit 1
    ;;
esac
