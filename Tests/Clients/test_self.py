"""The client of these tests against servers that are wrong on purpose: each has to be found out."""

import sys

import pytest

from wire import Server

WRONG = {
    "dead": "",
    "silent": "import sys; sys.stdin.read()",
    "prints": "print('Starting', flush=True); import sys; sys.stdin.read()",
    "newlines": "import sys; sys.stdout.write('Content-Length: 2\\n\\n{}'); sys.stdout.flush(); sys.stdin.read()",
    "short": "import sys; sys.stdout.write('Content-Length: 99\\r\\n\\r\\n{}'); sys.stdout.flush()",
    "version": "import sys; b='{\"id\":1,\"result\":null}'; sys.stdout.write(f'Content-Length: {len(b)}\\r\\n\\r\\n{b}');"
               "sys.stdout.flush(); sys.stdin.read()",
    "both": "import sys; b='{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":{\"code\":1,\"message\":\"\"}}';"
            "sys.stdout.write(f'Content-Length: {len(b)}\\r\\n\\r\\n{b}'); sys.stdout.flush(); sys.stdin.read()",
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_server_is_found_out(kind, monkeypatch):
    monkeypatch.setattr("wire.PATIENCE", 2)
    server = Server([sys.executable, "-c", WRONG[kind]])
    try:
        with pytest.raises((AssertionError, OSError)):
            server.initialize()
            server.finish()
    finally:
        server.kill()
