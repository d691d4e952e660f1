"""A small server that speaks the protocol of OpenAI's chat completions, and misbehaves as told."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What is sent back: the words of the model, or an error's status, after some seconds; cut says that it was not
    done."""

    text: str | None = None
    status: int = 200
    seconds: float = 0.0
    retry_after: str | None = None
    cut: bool = False
    body: str | None = None


@dataclass
class Provider:
    """Where the server is, what it was asked, and what it answers: a function of the prompt and how often it came."""

    answer: Callable[[str, int], Answer]
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def asked(self, word: str) -> int:
        """How many requests held this word."""
        return sum(word in json.dumps(one) for one in self.requests)


@contextlib.contextmanager
def serving(answer: Callable[[str, int], Answer]) -> Iterator[Provider]:
    """The server, for as long as the block lasts."""
    provider = Provider(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            prompt = "\n".join(str(message["content"]) for message in asked["messages"])
            times = sum(prompt == one["prompt"] for one in provider.requests)
            provider.requests.append(
                {**asked, "prompt": prompt, "path": self.path, "key": self.headers["authorization"]}
            )
            reply = provider.answer(prompt, times)
            provider.closing.wait(reply.seconds)
            body = (reply.body if reply.body is not None else json.dumps(_body(asked["model"], reply))).encode()
            with contextlib.suppress(ConnectionError):
                self.send_response(reply.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                if reply.retry_after:
                    self.send_header("retry-after", reply.retry_after)
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    provider.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield provider
    finally:
        provider.closing.set()
        server.shutdown()
        server.server_close()


def _body(model: str, reply: Answer) -> dict[str, Any]:
    if reply.status != 200:
        return {"error": {"message": f"status {reply.status}", "type": "error", "code": None, "param": None}}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": reply.text, "refusal": None},
                "finish_reason": "length" if reply.cut else "stop",
            }
        ],
        "usage": {"prompt_tokens": 50, "completion_tokens": 7, "total_tokens": 57},
    }
