"""A service on loopback that says which databases a question may go to, as assistants ask for it."""

import contextlib
import http.server
import json
import threading


class AssistantService:
    """Answers each GET with ``answer``: an object, or a function of the handler that writes the response itself. Keeps what it was shown."""

    def __init__(self, answer=None):
        self.answer = answer
        self.requests = []
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                server.requests.append({"path": self.path, "headers": dict(self.headers)})
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    server.answer(self) if callable(server.answer) else self.respond(json.dumps(server.answer).encode())

            def respond(self, body, status=200, **fields):
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                for name, value in fields.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/sources"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
