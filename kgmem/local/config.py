"""neo4j.conf of the embedded server."""

from __future__ import annotations

import socket

from kgmem.local.home import Home, State

HOST = "127.0.0.1"  # nobody but this computer

_SETTINGS = """\
# Written anew by kgmem before every start: changes made here are lost.
server.default_listen_address={host}
server.default_advertised_address={host}
server.bolt.listen_address={host}:{bolt}
server.bolt.advertised_address={host}:{bolt}
server.http.listen_address={host}:{http}
server.http.advertised_address={host}:{http}
server.https.enabled=false
dbms.security.auth_enabled=true
dbms.security.allow_csv_import_from_file_urls=false

# Nothing is reported to anyone.
dbms.usage_report.enabled=false
client.allow_telemetry=false
dbms.fleet_manager.enabled=false
server.fleet_discovery.enabled=false

# By default half of this computer's memory; one user's store is smaller than this, and it is taken as it is used.
server.memory.pagecache.size=512m

# A laptop's disk: the transaction log of a fresh store would take 256 MB, and two days of it be kept. What it takes is
# taken beforehand: after a log that meets the end of the disk within a transaction, the store cannot be opened again.
{logs}

# Otherwise a query is planned once for every order of magnitude that a list or a text among its parameters has, each
# time for a second or more where it is a long one.
internal.cypher.use_parameter_size=false

# Slow queries are logged by name and without parameters, which are people's words.
db.logs.query.enabled=INFO
db.logs.query.threshold=1s
db.logs.query.parameter_logging_enabled=false

# Guides and styles that kgmem serves to Browser, and the first thing that it shows.
browser.remote_content_hostname_whitelist={host},localhost
browser.post_connect_cmd=play http://{host}:{http}/browser/kgmem/guide.html

# By default a stop waits three times five seconds for traffic that may still come, after the store has been closed.
internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s

# A client that is within a transaction and silent would keep a stop waiting for ever: it has the first of these to
# finish, then its transaction is ended, and what has not noticed after the second is left alone.
db.shutdown_transaction_end_timeout=5s
internal.db.transaction.shutdown_terminated_transaction_wait_timeout=1s
"""


_LOGS = """\
db.tx_log.preallocate=true
db.tx_log.rotation.size=32m
db.tx_log.rotation.retention_policy=128m size"""

_TURNING = """\
db.tx_log.preallocate=false
db.tx_log.rotation.size=128k
db.tx_log.rotation.retention_policy=keep_none"""
"""While the logs are turned over: whatever fills a small one begins the next, and a checkpoint keeps only the last."""


def write_config(home: Home, state: State, *, turning: bool = False) -> None:
    """Write neo4j.conf, whole or not at all."""
    logs = _TURNING if turning else _LOGS
    text = _SETTINGS.format(host=HOST, bolt=state.bolt, http=state.http, logs=logs)
    (home.conf / "neo4j.conf").write_text(text, encoding="utf-8")


def choose_ports(remembered: State | None) -> State:
    """The ports of the last run, or free ones in place of those that somebody else listens on by now."""
    wanted = (remembered.bolt, remembered.http) if remembered else (0, 0)
    held: list[socket.socket] = []
    try:
        held = [_hold(port) for port in wanted]
        bolt, http = (each.getsockname()[1] for each in held)
    finally:
        for each in held:
            each.close()
    return State(bolt=bolt, http=http)


def _hold(port: int) -> socket.socket:
    held = socket.socket()
    try:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server does; a listener still refuses
        held.bind((HOST, port))
    except OSError:
        held.close()
        if port == 0:
            raise
        return _hold(0)
    return held
