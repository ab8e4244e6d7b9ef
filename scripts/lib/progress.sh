# shellcheck shell=bash
# Signs of life of the scripts that build before they run. Sourced, with `set -euo pipefail`.

ticker=
stop_ticker() {
  [ -n "$ticker" ] || return 0
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  ticker=
}
trap stop_ticker EXIT

# Runs a long, silent command with a sign of life, and shows the end of its log if it fails.
with_progress() { # WHAT LOG COMMAND…
  local what=$1 log=$2 began=$SECONDS
  shift 2
  echo "$what"
  (while sleep 15; do echo "  … $((SECONDS - began)) s"; done) &
  ticker=$!
  local status=0
  "$@" >"$log" 2>&1 || status=$?
  stop_ticker
  if [ "$status" -ne 0 ]; then
    echo "$what: failed; the end of $log:" >&2
    tail -n 20 "$log" >&2
    exit 1
  fi
}

# build_agent ROOT LOG [MODULES]: unless the jar is newer than all that goes into it.
build_agent() {
  local jar=$1/agent/target/snarl.jar
  if [ -z "${3:-}" ] && [ -e "$jar" ] &&
    [ -z "$(find "$1/pom.xml" "$1/agent" "$1/docs/findings" -name target -prune -o -type f -newer "$jar" -print -quit)" ]; then
    return
  fi
  with_progress "Building agent/target/snarl.jar (Maven downloads what it needs the first time)" "$2" \
    mvn -B -q -f "$1/pom.xml" package -DskipTests -pl "${3:-agent}" -am
  touch "$jar" # Maven leaves one whose content is the same as it is
}
