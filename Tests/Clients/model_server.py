"""A server on loopback that speaks chat completions (OpenAI) and messages (Anthropic), with replies that a test writes."""

import contextlib
import http.server
import json
import threading


class ModelServer:
    """Gives its scripted replies one after the other; the last one is given again. Keeps what it was asked.

    A reply is a text that the model writes, or a function of the handler that writes the response itself."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.requests = []
        self.headers = []
        self.lock = threading.Lock()
        self.released = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with server.lock:
                    server.requests.append(body)
                    server.headers.append(dict(self.headers))
                    reply = server.replies.pop(0) if len(server.replies) > 1 else server.replies[0]
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    reply(self) if callable(reply) else self.write_reply(reply)

            def write_reply(self, text):
                pieces = [text[i : i + 7] for i in range(0, len(text), 7)] or [""]
                if self.path.endswith("/v1/messages"):
                    events = [{"type": "message_start"}]
                    events += [{"type": "content_block_delta", "delta": {"type": "text_delta", "text": piece}} for piece in pieces]
                    events += [{"type": "message_stop"}]
                    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
                else:
                    lines = [f"data: {json.dumps({'choices': [{'delta': {'content': piece}, 'finish_reason': None}]})}\n\n" for piece in pieces]
                    lines += ['data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n', "data: [DONE]\n\n"]
                self.respond("".join(lines).encode(), "text/event-stream")

            def respond(self, body, kind="application/json", status=200, **fields):
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                for name, value in fields.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def script(self, *replies):
        with self.lock:
            self.replies, self.requests, self.headers = list(replies), [], []

    def said(self):
        """Everything that the server was told, as text."""
        return json.dumps(self.requests)

    def close(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()


def statement(sql, **more):
    """What a good model writes."""
    return json.dumps({"sql": sql, "interpretation": "as the model reads it", "assumptions": ["none"], "confidence": 0.9, **more})
