"""How soon the server is gone: 5 s after the end of its input or its client, 10 s after the process that was announced,
3 s after SIGTERM; whatever it does and whether or not anyone reads."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import client
from client import CLEAN, Client, Failure, about, large, opened, request, seconds_until_gone, state
from registry import check

URI = "file:///faults/PrivacyInfo.xcprivacy"


def fill_output(session):
    """Asks and does not read, until neither answers nor requests go through any more."""
    session.send(opened(URI, CLEAN))
    session.settle()
    session.stop_reading()
    data = b"".join(request(n, "textDocument/completion", about(URI, 3, 1)) for n in range(2000))
    sent, _ = session.send_until_blocked(data, 10_000)
    if sent >= 10_000:
        raise Failure("the server takes requests without end")


def be_busy(session, size, text=None):
    """Gives the server a document and work on it; the last of its input is taken when this returns."""
    session.stop_reading()
    session.send(opened(URI, text or large(size)) + request(1, "textDocument/documentSymbol", about(URI)))
    # What is still in the pipe is less than it holds: the message has been taken, and is worked on.


STATES = {
    "idle": lambda session, run: None,
    "in a frame": lambda session, run: session.send(b"Content-Length: 5000\r\n\r\n{\"jsonrpc\""),
    "in 2 GB": lambda session, run: session.send(b"Content-Length: 2000000000\r\n\r\n" + b"x" * 100_000),
    "in a header": lambda session, run: session.send(b"Content-Le"),
    "stdout full": lambda session, run: fill_output(session),
    "at 10 MB": lambda session, run: be_busy(session, 10 << 20),
    "at 60 MB": lambda session, run: be_busy(session, 60 << 20),
    "at 60 MB in small pieces": lambda session, run: be_busy(
        session, 60 << 20, '<plist version="1.0"><array>' + "<true/>" * ((60 << 20) // 7) + "</array></plist>"),
}


# What works with hundreds of megabytes does so alone: what it takes is not to depend on what else is checked meanwhile.
_LARGE = threading.Lock()


def alone(name):
    return _LARGE if "60 MB" in name else contextlib.nullcontext()


@check("time: the end of the input", waits=True)
def end_of_input(run):
    for name, get_into in STATES.items():
        with alone(name), Client() as session:
            get_into(session, run)
            session.close_input()
            run.most(f"gone after the end of stdin, {name}", session.gone(30), 5.0, "s")
            run.same(f"status, {name}", session.process.returncode, 1)


@check("time: SIGTERM", waits=True)
def terminated(run):
    for name, get_into in STATES.items():
        with alone(name), Client() as session:
            get_into(session, run)
            session.process.terminate()
            run.most(f"gone after SIGTERM, {name}", session.gone(30), 3.0, "s")


@check("time: SIGTERM, ignored and blocked by who started it", waits=True)
def terminated_though_ignored(run):
    def prepare():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    process = subprocess.Popen([client.BINARY, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               preexec_fn=prepare)
    process.stdin.write(request(1, "initialize", {"capabilities": {}}))
    process.stdin.flush()
    process.stdout.read(1)
    begun = time.monotonic()
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
    run.most("gone after SIGTERM", time.monotonic() - begun, 3.0, "s")


@check("time: the client is killed", waits=True)
def client_killed(run):
    for mode in ["idle", "in a frame", "in 2 GB", "full", "at work"]:
        killed = subprocess.Popen([sys.executable, client.__file__, mode], stdout=subprocess.PIPE, text=True)
        try:
            server = int(killed.stdout.readline())
            if state(server) in (None, "Z"):
                raise Failure("the server has not begun")
            killed.kill()
            killed.wait()
            run.most(f"gone after the client was killed, {mode}", seconds_until_gone(server, 30), 5.0, "s")
        finally:
            killed.kill()
            killed.stdout.close()


@check("time: the process that was announced is gone", waits=True)
def announced_process(run):
    for name in ["idle", "stdout full", "in a frame", "at 10 MB"]:
        for is_reaped in [True, False]:
            parent = subprocess.Popen(["sleep", "1000"])
            try:
                with Client(process_id=parent.pid) as session:
                    STATES[name](session, run)
                    time.sleep(0.3)
                    if session.process.poll() is not None:
                        raise Failure("gone before the process was")
                    parent.kill()
                    if is_reaped:
                        parent.wait()
                    else:
                        # Until it is a zombie; nobody has asked for its status.
                        while state(parent.pid) != "Z":
                            time.sleep(0.01)
                    what = "gone" if is_reaped else "a zombie"
                    run.most(f"gone after the announced process was {what}, {name}", session.gone(30), 10.0, "s")
            finally:
                parent.kill()
                parent.wait()


@check("time: an announced process that lives on", waits=True)
def announced_process_lives(run):
    with Client(process_id=os.getpid()) as session:
        time.sleep(11)
        session.settle()
        run.same("still there after 11 s", session.process.poll(), None)
        session.finish()


@check("time: nobody reads any more", waits=True)
def reader_gone(run):
    for name, says_something in [("with a request", True), ("silent", False)]:
        with Client(reads=False) as session:
            session.process.stdout.close()
            if says_something:
                try:
                    session.send(request(1, "textDocument/hover", about(URI, 3, 1)))
                except BrokenPipeError:
                    # It saw the closed end of its output before the request was written, and has ended already.
                    pass
            run.most(f"gone after stdout was closed, {name}", session.gone(30), 5.0, "s")
            # A signal would be a negative number.
            run.same(f"status, {name}", session.process.returncode, 1)


@check("time: answers are not lost at the end of the input")
def end_after_requests(run):
    # All of it is sent, and the input closed, before the first is answered: more than a pipe holds, and more than waits
    # within the server.
    for name, before, count in [("many", b"", 30_000), ("behind 10 MB", opened(URI, large(10 << 20)), 1000)]:
        with Client() as session:
            session.send(before + b"".join(request(n, "faults/unknown") for n in range(count)))
            session.close_input()
            session.gone(30)
            session._thread.join(10)
            answered = [n for n in range(count) if len(session.answers[n]) == 1]
            run.same(f"answered once, {name}", len(answered), count)


@check("time: shutdown and exit", waits=True)
def shut_down(run):
    with Client() as session:
        session.send(opened(URI, large(10 << 20)))
        begun = time.monotonic()
        session.finish()
        run.most("gone after shutdown and exit, at 10 MB", time.monotonic() - begun, 20.0, "s")
        run.same("status", session.process.returncode, 0)
