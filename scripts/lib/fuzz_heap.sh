#!/usr/bin/env bash
# scripts/fuzz heap [SECONDS]: a coverage-guided fuzzer (Jazzer) on `heap` and `lost`, for so many seconds (60). Each
# input must end in a report or in the one line of Unreadable; anything else, and anything slower than 10 s or larger than
# 512 MB, is a failure whose input is kept under .cache/fuzz-heap. Exit status: 0 nothing found, 1 found, 2 a bad option.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/lib/env.sh
. "$root/scripts/lib/env.sh"

seconds=${1:-60}
if ! [[ $seconds =~ ^[0-9]{1,5}$ ]] || [ $# -gt 1 ]; then
  echo "usage: scripts/fuzz heap [SECONDS]" >&2
  exit 2
fi
ensure_java17
ensure_maven
folder="$SNARL_CACHE/fuzz-heap"
classes=$(printf "$root/agent/%s/target/classes:" cli model runtime bootstrap)$root/agent/cli/target/test-classes
if [ ! -d "$root/agent/cli/target/test-classes" ]; then
  (cd "$root" && mvn -B -q package -DskipTests -pl agent/cli -am)
fi
mkdir -p "$folder/corpus" "$folder/harness"
if [ ! -s "$folder/classpath" ]; then
  say "Fetching Jazzer"
  mvn -B -q -f "$root/agent/cli/src/fuzz/pom.xml" dependency:build-classpath -Dmdep.outputFile="$folder/classpath"
fi
libraries=$(cat "$folder/classpath")
javac -nowarn -d "$folder/harness" -cp "$classes:$libraries" "$root/agent/cli/src/fuzz/HeapFuzzer.java"
java -cp "$folder/harness:$classes:$libraries" HeapFuzzer "$folder/corpus"
cd "$folder"
status=0
java -Xmx512m -cp "$folder/harness:$classes:$libraries" com.code_intelligence.jazzer.Jazzer \
  --target_class=HeapFuzzer --instrumentation_includes='dev.snarl.heap.**:dev.snarl.lost.**' --custom_hook_includes='none.**' \
  --disabled_hooks='**' --keep_going=1 \
  -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$folder/" \
  "$folder/corpus" >"$folder/log" 2>&1 || status=$?
grep -E '^(#[0-9]+.*DONE|Done |stat::number_of_executed|== Java Exception|ERROR|SUMMARY)' "$folder/log" | tail -5
if [ "$status" != 0 ]; then
  grep -A 12 '== Java Exception' "$folder/log" | head -20
  say "Jazzer ended with $status; its inputs and its log are in $folder"
  exit 1
fi
say "$seconds s: nothing found"
