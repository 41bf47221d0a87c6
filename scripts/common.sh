# Paths that all scripts share; sourced, never run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache="${GATEHOUSE_CACHE:-$HOME/.cache/gatehouse}"
# Outside the clone, so that a fresh clone on a machine that built before compiles only the product itself.
scratch="${GATEHOUSE_SCRATCH:-$cache/build}"
venv="$cache/venv"
configuration="${CONFIGURATION:-debug}"
jobs="${JOBS:-$(nproc 2>/dev/null || echo 2)}"
