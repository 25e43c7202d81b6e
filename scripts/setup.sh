#!/bin/sh
# Make the virtual environment: `scripts/setup.sh play` for what playing needs, `dev` for tests, benchmarks and docs too.
# `linker` adds to it what WebAssembly modules are linked by, which `make play` fetches while one plays already.
# Installs Debian packages only where something is missing, and only as root or by sudo.
set -eu
cd "$(dirname "$0")/.."
wanted=${1:-play}
python=${PYTHON:-python3}

fail() {
    echo "setup: $1" >&2
    exit 2
}

debian() {
    command -v apt-get >/dev/null || fail "please install $* and try again"
    if [ "$(id -u)" = 0 ]; then become=""; else become="sudo"; fi
    echo "setup: installing $* from Debian"
    $become apt-get update -qq && DEBIAN_FRONTEND=noninteractive $become apt-get install -y -qq "$@" >/dev/null ||
        fail "could not install $*: install them by hand and try again"
}

# Tests start a PostgreSQL, a Redis and a HAProxy of their own, so Debian's need not run: a policy holds them
# back while they are installed, and they stay off at the next start of the machine.
debian_servers() {
    policy=/usr/sbin/policy-rc.d
    if [ "$(id -u)" = 0 ]; then become=""; else become="sudo"; fi
    if [ -e $policy ]; then made=""; else made=$policy; fi
    if [ -n "$made" ]; then
        trap '$become rm -f "$made"' EXIT
        printf '#!/bin/sh\nexit 101\n' | $become tee "$made" >/dev/null && $become chmod +x "$made"
    fi
    debian "$@"
    if [ -n "$made" ]; then $become rm -f "$made"; fi
    trap - EXIT
    if command -v systemctl >/dev/null; then $become systemctl disable --quiet "$@" 2>/dev/null || true; fi
}

command -v "$python" >/dev/null || debian python3
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "$python is older than Python 3.11: set PYTHON"

if [ ! -x .venv/bin/python ]; then
    "$python" -c 'import ensurepip, venv' 2>/dev/null || debian python3-venv
    "$python" -m venv .venv
fi
if [ "$wanted" = dev ]; then
    command -v g++ >/dev/null || debian g++
    for each in curl jq; do command -v $each >/dev/null || debian $each; done # a script in docs/server.md
    # Debian keeps the programs of PostgreSQL's server out of PATH, elsewhere they are in it.
    if [ -z "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] && ! command -v initdb >/dev/null; then
        debian_servers postgresql
    fi
    command -v redis-server >/dev/null || debian_servers redis-server
    [ -x /usr/sbin/haproxy ] || command -v haproxy >/dev/null || debian_servers haproxy
    command -v chromium >/dev/null || command -v google-chrome >/dev/null || debian chromium
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null || debian firefox-esr
fi

# uv installs in seconds what pip installs in minutes; versions come from constraints.txt.
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv
export UV_PYTHON_DOWNLOADS=never
set -- --quiet --python .venv/bin/python --compile-bytecode -c constraints.txt --build-constraints constraints.txt
if [ "$wanted" = dev ]; then
    .venv/bin/uv pip install "$@" --group dev --group docs -e '.[cluster,data,envs,gpu,lab,openspiel,postgres,redis,rl,server]'
elif [ "$wanted" = linker ]; then
    .venv/bin/uv pip install "$@" ziglang
else
    .venv/bin/uv pip install "$@" -e '.[server]'
fi
