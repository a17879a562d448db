#!/bin/bash
# Lets the fuzzer look for inputs that end the process, take long, or make something untrue that holds for any bytes.
#   Tests/Fuzzing/run.sh [--seconds N] [--jobs N] [--seed N] [--sanitize address|none] [--build-only] [TARGET…]
# N seconds a target (30), so many targets at a time (2). Without a TARGET all of them; `fuzz --list` has their names.
# With a seed it begins with the same inputs and goes the same way, as far as the time goes; else each run goes another.
#
# What is worth keeping stays in PRIVACY_LSP_CACHE/fuzz/corpora/TARGET, so that hours add up, and inputs that
# failed in PRIVACY_LSP_CACHE/fuzz/failures. Seeds are our fixtures, the examples of the rules and, where
# PRIVACY_LSP_CORPUS names a folder, the files in it.
#
# Fails for every input that fails, and for a target that was hardly tried. PRIVACY_LSP_FUZZ_BUILD names the build folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=30
jobs=2
seed=
sanitize=address
build_only=false
targets=()
while (($#)); do
  case $1 in
    --seconds) seconds=$2 && shift ;;
    --jobs) jobs=$2 && shift ;;
    --seed) seed=$2 && shift ;;
    --sanitize) sanitize=$2 && shift ;;
    --build-only) build_only=true ;;
    -*) echo "no such option: $1" >&2 && exit 2 ;;
    *) targets+=("$1") ;;
  esac
  shift
done

cache=${PRIVACY_LSP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/privacy-lsp}/fuzz
build=${PRIVACY_LSP_FUZZ_BUILD:-$PWD/.build/fuzz-$sanitize}
mkdir -p "$cache"/{corpora,failures,logs}

# The toolchain has the fuzzer as a library. Its driver is called by our own main, so that the flags here are for all
# targets of the package alike, those that run while it is built too.
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
library=$(find -L "$resources/clang/lib" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" 2>/dev/null | sed -n 1p)
[[ -n $library ]] || { echo "the toolchain has no libclang_rt.fuzzer_no_main" >&2 && exit 2; }

export PRIVACY_LSP_FUZZER=1
# The backtrace that Swift makes itself takes half a minute.
export SWIFT_BACKTRACE=enable=no
options=(-c release --product fuzz --scratch-path "$build")
options+=(-Xlinker "$library" -Xlinker -lstdc++)
options+=(-Xswiftc "-sanitize-coverage=edge,inline-8bit-counters,trace-cmp,pc-table")
case $sanitize in
  address) options+=(--sanitize=address) ;;
  # Coverage wants some sanitizer: this one only brings the hooks.
  none) options+=(--sanitize=fuzzer) ;;
  *) echo "no such sanitizer: $sanitize" >&2 && exit 2 ;;
esac
begun=$SECONDS
# Tools that run while the package is built end without tidying up, which is no leak of ours.
ASAN_OPTIONS=detect_leaks=0 swift build "${options[@]}"
fuzz=$build/release/fuzz
echo "built in $((SECONDS - begun)) s"
$build_only && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=()
mapfile -t files < <(find Tests/Fixtures Tests/Editors/SampleApp -type f -size -16k | sort)
if [[ -n ${PRIVACY_LSP_CORPUS:-} ]]; then
  mapfile -t -O "${#files[@]}" files < <(find "$PRIVACY_LSP_CORPUS" -type f -size -8k ! -name '*.md' | sort | awk 'NR % 5 == 0')
fi
"$fuzz" --dictionary >"$work/words"
"$fuzz" --seeds "$work/seeds" "${files[@]}"
declare -A longest=()
while read -r name length; do
  longest[$name]=$length
  names+=("$name")
done < <("$fuzz" --list)
((${#targets[@]})) || targets=("${names[@]}")

# sample FOLDER COUNT INTO: copies so many files of a folder, chosen at random or by the seed.
sample() {
  find "$1" -type f | LC_ALL=C sort |
    awk -v seed="${seed:-$RANDOM$RANDOM}" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' |
    LC_ALL=C sort | sed -n "1,$2p" | cut -f2- | xargs -r -d '\n' cp -t "$3"
}

# run TARGET: fuzzes one target and leaves its figures, or what it failed for, in files.
run() {
  local name=$1 status=0
  local log=$cache/logs/$name.log corpus=$cache/corpora/$name failures=$work/failures-$name
  [[ -n ${longest[$name]:-} ]] || { echo "$name: no such target" >"$work/result-$name" && return; }
  mkdir -p "$corpus" "$failures" "$work/begin-$name" "$work/new-$name"
  # All inputs are run before the first is changed: of many only some, so that a short run is not over by then.
  sample "$corpus" $((seconds * 10)) "$work/begin-$name"
  sample "$work/seeds/$name" $((seconds * 10)) "$work/begin-$name"
  PRIVACY_LSP_FUZZ_TARGET=$name "$fuzz" "$work/new-$name" "$work/begin-$name" -dict="$work/words" \
    -seed="${seed:-0}" -max_total_time="$seconds" -max_len="${longest[$name]}" -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$failures/" >"$log" 2>&1 || status=$?
  find "$work/new-$name" -type f -exec mv -t "$corpus" {} +
  local runs coverage
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(sed -nE 's/^#.* cov: ([0-9]+) ft: ([0-9]+) corp: ([0-9]+).*/\1 \2 \3/p' "$log" | tail -n 1)
  local slowest
  slowest=$(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$log")
  read -r edges features size <<<"${coverage:-0 0 0}"
  printf '%-20s %10s %8s %9s %8s %8s s  %s\n' "$name" "${runs:-0}" "$edges" "$features" "$size" "${slowest:-?}" \
    "$( ((status == 0)) && echo ok || echo FAILED)" >"$work/figures-$name"
  if ((status != 0)); then
    report "$name" "$log" "$failures" >"$work/result-$name"
  elif ((${runs:-0} < 2 * seconds)); then
    echo "$name: only ${runs:-0} runs in $seconds s" >"$work/result-$name"
  fi
}

# report TARGET LOG FOLDER: says what failed and how to see it again, with the input made as small as it will be.
report() {
  local name=$1 log=$2 folder=$3 input small
  echo "$name: $(grep -m1 -aE 'Fatal error|ERROR: |SUMMARY' "$log" | cut -c1-400)"
  for input in "$folder"/*; do
    [[ -e $input ]] || continue
    mv "$input" "$cache/failures/$name-${input##*/}"
    input=$cache/failures/$name-${input##*/}
    small=$input.small
    PRIVACY_LSP_FUZZ_TARGET=$name timeout 40 "$fuzz" "$input" -minimize_crash=1 -exact_artifact_path="$small" \
      -max_total_time=20 -timeout=20 >/dev/null 2>&1 || true
    [[ -s $small ]] || cp "$input" "$small"
    echo "  input:  $input ($(stat -c %s "$input") bytes)"
    echo "  small:  $small ($(stat -c %s "$small") bytes) $(base64 -w0 "$small" | cut -c1-600)"
    echo "  again:  PRIVACY_LSP_FUZZ_TARGET=$name $fuzz $small"
  done
  echo "  log:    $log"
}

for name in "${targets[@]}"; do
  while (($(jobs -rp | wc -l) >= jobs)); do wait -n || true; done
  run "$name" &
done
wait

for name in "${targets[@]}"; do
  [[ -e $work/figures-$name || -e $work/result-$name ]] || echo "$name: was not run to its end" >"$work/result-$name"
done
printf '%-20s %10s %8s %9s %8s %8s\n' target runs edges features corpus slowest
cat "$work"/figures-* 2>/dev/null || true
if compgen -G "$work/result-*" >/dev/null; then
  echo
  cat "$work"/result-*
  exit 1
fi
echo "${#targets[@]} targets, $seconds s each: nothing found"
