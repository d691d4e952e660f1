"""A line to a server that can be cut."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from support import Server


class Line:
    """A port that passes everything on to the server, until something happens to it."""

    def __init__(self, server: Server, front: socket.socket) -> None:
        host, port = server.uri.split("://")[1].split(":")
        self._far, self._front, self._open = (host, int(port)), front, list[socket.socket]()
        self.uri = f"bolt://127.0.0.1:{front.getsockname()[1]}"  # bolt: routing would tell the way past this line
        self.down, self._deaf, self.opened = False, False, 0

    def cut(self) -> None:
        """Every connection breaks; new ones are taken, unless the line is down."""
        for end in self._open:
            _shut(end)
        self._open.clear()

    def cut_at_the_next_answer(self) -> None:
        """What the server says next does not arrive: the connection breaks instead."""
        self._deaf = True

    def serve(self) -> None:
        """Take connections until the port is closed."""
        while True:
            try:
                near, _ = self._front.accept()
            except OSError:
                return
            if self.down:
                near.close()
                continue
            far = socket.create_connection(self._far)
            self.opened += 1
            self._open += [near, far]
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for ends in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while (data := source.recv(65536)) and not (answers and self._deaf):
                target.sendall(data)
        self._deaf = self._deaf and not answers
        for end in (source, target):
            _shut(end)


def _shut(end: socket.socket) -> None:
    """Both sides learn that it is over; closing alone would not wake who waits for data."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def line_to(server: Server) -> Iterator[Line]:
    """A line to the server, whole at first."""
    with closing(socket.create_server(("127.0.0.1", 0))) as front:
        line = Line(server, front)
        threading.Thread(target=line.serve, daemon=True).start()
        yield line
        line.cut()
        _shut(front)
