"""An issuer of tokens: its keys, and a server on loopback that publishes them."""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

ISSUER, AUDIENCE = "https://login.example.org", "quarterdeck.example.org"
PRIVATE: dict[str, Any] = {
    "EdDSA": ed25519.Ed25519PrivateKey.generate(),
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "RS256": rsa.generate_private_key(public_exponent=65537, key_size=2048),
}


def public(algorithm, kid, private=None, **more):
    """A key as a key set has it."""
    key = (private or PRIVATE[algorithm]).public_key()
    made = jwt.get_algorithm_by_name(algorithm).to_jwk(key, as_dict=True)
    return {**made, "kid": kid, **more}


def token(algorithm, kid, private=None, **claims):
    said = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": 4_000_000_000, **claims}
    said = {name: claim for name, claim in said.items() if claim is not None}
    return jwt.encode(said, private or PRIVATE[algorithm], algorithm=algorithm, headers={"kid": kid})


class Published:
    """What an issuer publishes, and how often it was asked for."""

    def __init__(self, *keys):
        self.keys = list(keys)
        self.asked = 0
        self.status = 200
        self.body = None
        self.location = None

    def answer(self):
        self.asked += 1
        body = json.dumps({"keys": self.keys}).encode() if self.body is None else self.body
        return self.status, body


@contextmanager
def publishing(published):
    """The address of a server that publishes it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            status, body = published.answer()
            self.send_response(status)
            if published.location is not None:
                self.send_header("Location", published.location)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            """Nothing on the screen."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/keys"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
