# Paths and steps that all scripts share; sourced, never run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache="${GATEHOUSE_CACHE:-$HOME/.cache/gatehouse}"
# Outside the clone, so that a fresh clone on a machine that built before compiles only the product itself.
scratch="${GATEHOUSE_SCRATCH:-$cache/build}"
venv="$cache/venv"
configuration="${CONFIGURATION:-debug}"
jobs="${JOBS:-$(nproc 2>/dev/null || echo 2)}"
# What is compiled is a copy of the clone at a path that stays, where a file is written only when its content changes: the compiler knows
# files by path and time, so a fresh clone compiles only what differs from the clone that was built before.
copy="$scratch/source"

# Holds the copy and the scratch path for this script and those it starts.
lock() {
    if [ "${SCRIPTS_LOCKED:-}" != "$scratch" ]; then
        mkdir -p "$scratch"
        exec 9>"$scratch/lock"
        flock 9
        export SCRIPTS_LOCKED="$scratch"
    fi
}

# Brings the copy up to date and goes there. When a source file changed, all are compiled anew: what the compiler leaves out after a change in
# another module is not always the same program.
enter_copy() {
    mkdir -p "$copy"
    rsync --recursive --links --perms --checksum --delete --itemize-changes --exclude /.git --exclude /.build --exclude /.data \
        --exclude Package.resolved --exclude __pycache__ "$root/" "$copy/" >"$scratch/changes"
    cd "$copy"
    if grep -qE '^(>f|\*deleting).* Sources/.*\.swift$' "$scratch/changes"; then find Sources Tests -name '*.swift' -exec touch {} +; fi
}

# Names the clone's files where the compiler names the copy's.
in_clone() { sed -u "s#$copy/#$root/#g"; }
