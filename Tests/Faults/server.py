#!/usr/bin/env python3
"""Soak and faults of `privacy-lsp serve` over real pipes.

    python3 Tests/Faults/server.py [--quick] [--list] [NAME...]

Does to the server what clients, file systems and people do to it on bad days, and says of each what came of it: the
figure, and the limit that it has to keep. Needs nothing but Python and a Linux system; what needs root (devices, mounts,
another user) fails without it and says so. PRIVACY_LSP_BINARY names the server, .build/release/privacy-lsp where not set.

--quick is for CI: the same checks with smaller numbers. NAME: only the checks whose names hold it.
"""

import argparse
import concurrent.futures
import os
import sys
import threading
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

from client import BINARY, Failure  # noqa: E402
import registry  # noqa: E402
import checks.documents  # noqa: E402,F401
import checks.files  # noqa: E402,F401
import checks.frames  # noqa: E402,F401
import checks.reading  # noqa: E402,F401
import checks.requests  # noqa: E402,F401
import checks.soak  # noqa: E402,F401
import checks.time  # noqa: E402,F401

# No check may take longer; one that hangs is a failure with a name.
LONGEST = {True: 300, False: 1800}


def run(check, quick):
    """The lines of a check, and whether it is passed."""
    run = registry.Run(quick)
    begun = time.monotonic()

    def body():
        try:
            check.body(run)
            if not run.figures:
                run.failures.append("nothing was measured")
        except Failure as failure:
            run.failures.append(str(failure))
        except Exception:  # noqa: BLE001 - whatever it is, the check is not passed
            run.failures.append(traceback.format_exc(limit=-3).strip().replace("\n", " | "))

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    thread.join(LONGEST[quick])
    if thread.is_alive():
        run.failures.append(f"hangs: not done after {LONGEST[quick]} s")
    words = f"{'not ok' if run.failures else 'ok':6} {check.name}  [{time.monotonic() - begun:.1f} s]"
    lines = [words] + [f"         {figure}" for figure in run.figures] + [f"       ! {what}" for what in run.failures]
    print("\n".join(lines), flush=True)
    return not run.failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    chosen = [check for check in registry.ALL if not options.names or any(name in check.name for name in options.names)]
    if options.list:
        print("\n".join(check.name for check in chosen))
        return 0
    if not chosen:
        print("no check has such a name", file=sys.stderr)
        return 2
    if not os.access(BINARY, os.X_OK):
        print(f"no program at {BINARY}", file=sys.stderr)
        return 2
    begun = time.monotonic()
    # What mostly waits goes side by side; what measures memory or much work goes alone.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        passed = list(pool.map(lambda check: run(check, options.quick), [c for c in chosen if c.waits]))
    passed += [run(check, options.quick) for check in chosen if not check.waits]
    print(f"{passed.count(True)} passed, {passed.count(False)} failed, {time.monotonic() - begun:.0f} s")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    if threading.active_count() == 1:
        sys.exit(status)
    # Threads of a check that hangs do not hold up the end.
    os._exit(status)
