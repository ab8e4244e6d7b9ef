# shellcheck shell=bash
# Sourced by scripts/example: leaves a redis-server on the PATH. Debian's package redis-server would leave one running
# on this machine; redis-tools brings the same program, which becomes the server when it is called by that name.
if ! command -v redis-server >/dev/null 2>&1; then
  ensure_packages redis-tools
  mkdir -p "$SNARL_CACHE/redis"
  ln -sf "$(command -v redis-check-rdb)" "$SNARL_CACHE/redis/redis-server"
  export PATH="$SNARL_CACHE/redis:$PATH"
fi
redis-server --version >&2
