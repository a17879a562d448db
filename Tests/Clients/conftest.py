"""What all client tests share: the binary under test, and a fresh server for every test."""

import os

import pytest

from wire import BINARY, Server


def pytest_report_header(config):
    return f"server: {BINARY}"


@pytest.fixture
def start():
    """Starts servers that have to end well: with the test's own exit, or with 0 after a polite shutdown."""
    if not os.access(BINARY, os.X_OK):
        pytest.exit(f"no server at {BINARY}: build it, or set PRIVACY_LSP_BINARY", returncode=2)
    servers = []

    def begin():
        servers.append(Server())
        return servers[-1]

    yield begin
    try:
        for server in servers:
            server.finish()
    finally:
        for server in servers:
            server.kill()


@pytest.fixture
def server(start):
    """A started server, not yet initialized."""
    return start()


@pytest.fixture
def session(server):
    """An initialized server whose client can do what the protocol asks of every client, and versions."""
    server.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
    return server
