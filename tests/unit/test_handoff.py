"""What `kgmem browse` hands to the page: once, to that page alone, and whoever else asks gets nothing."""

from __future__ import annotations

import socket
import struct
import threading
import urllib.error
import urllib.request

import pytest

from kgmem.browse import handoff

ORIGIN = "http://127.0.0.1:7474"
DOCUMENT = {"connections": ["secret"]}


def asked(place: str, origin: str) -> bytes:
    port, token = place.split("/")
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{token}", headers={"Origin": origin})
    with urllib.request.urlopen(request, timeout=5) as answer:
        found: bytes = answer.read()
    return found


def left(place: str) -> None:
    """A page that is closed while it asks: the connection is reset under the server."""
    port, token = place.split("/")
    gone = socket.create_connection(("127.0.0.1", int(port)), timeout=5)
    gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    gone.sendall(f"GET /{token} HTTP/1.1\r\n".encode())
    gone.close()


def test_the_page_has_the_document_once_and_nobody_else(capfd: pytest.CaptureFixture[str]) -> None:
    """Another origin and a wrong token are refused; a page that went away prints nothing and leaves the offer open."""
    ends: list[object] = []

    def page(place: str) -> None:
        left(place)
        for other, origin in ((place, "http://evil.example"), (f"{place.split('/')[0]}/guess", ORIGIN)):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                asked(other, origin)
        ends.append(asked(place, ORIGIN))

    threads: list[threading.Thread] = []

    def opened(place: str) -> None:
        threads.append(threading.Thread(target=page, args=(place,)))
        threads[0].start()

    assert handoff.offer(DOCUMENT, ORIGIN, opened, patience=20)
    threads[0].join(timeout=10)
    assert ends == [b'{"connections": ["secret"]}']
    assert capfd.readouterr().err == ""


def test_an_offer_that_nobody_takes_ends() -> None:
    assert not handoff.offer(DOCUMENT, ORIGIN, lambda _: None, patience=0.2)
