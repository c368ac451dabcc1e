"""An issuer of OpenID Connect for tests: a key of openssl, its key set, and tokens as they should and should not be."""

import base64
import hashlib
import hmac
import json
import pathlib
import shutil
import subprocess
import time

from .process import encoded

PROGRAM = shutil.which("openssl")


class Issuer:
    """An issuer with one RSA key; use it with a folder."""

    def __init__(self, folder, issuer="https://issuer.example", client="ski-client", key="k1"):
        self.issuer, self.client, self.key = issuer, client, key
        self.file = pathlib.Path(folder) / f"{key}.pem"
        subprocess.run([PROGRAM, "genrsa", "-out", self.file, "2048"], check=True, capture_output=True)
        self.key_set = pathlib.Path(folder) / f"{key}.jwks.json"
        self.key_set.write_text(json.dumps({"keys": [self.public()]}))

    def public(self):
        """The public key as a member of a key set."""
        shown = subprocess.run([PROGRAM, "rsa", "-in", self.file, "-noout", "-modulus"], check=True, capture_output=True, text=True)
        modulus = bytes.fromhex(shown.stdout.strip().partition("=")[2])
        return {"kty": "RSA", "kid": self.key, "alg": "RS256", "use": "sig", "n": encoded(modulus), "e": encoded(b"\x01\x00\x01")}

    def configuration(self, provider="telegram"):
        """The member `openID` of a server's file of trips."""
        return {"provider": provider, "issuer": self.issuer, "client": self.client, "keys": str(self.key_set)}

    def token(self, nonce, header=(), sign=None, **claims):
        """A token; claims replace or, being None, remove those of a valid one."""
        now = int(time.time())
        members = {"iss": self.issuer, "aud": self.client, "sub": "subject-1", "nonce": nonce, "iat": now, "exp": now + 300,
                   "name": "Ida", **claims}
        head = {"alg": "RS256", "typ": "JWT", "kid": self.key, **dict(header)}
        parts = [{name: value for name, value in part.items() if value is not None} for part in (head, members)]
        text = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        return f"{text}.{encoded((sign or self.signature)(text.encode()))}"

    def signature(self, data):
        """The RS256 signature of some bytes."""
        done = subprocess.run([PROGRAM, "dgst", "-sha256", "-sign", self.file], input=data, check=True, capture_output=True)
        return done.stdout

    def signature_by_public_key(self, data):
        """The HS256 signature by the public key as text, which a careless verifier takes for the secret."""
        public = subprocess.run([PROGRAM, "rsa", "-in", self.file, "-pubout"], check=True, capture_output=True)
        return hmac.new(public.stdout, data, hashlib.sha256).digest()


def claims(token):
    """The claims of a token, without a check."""
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def telegram(bot_token, **fields):
    """Returns what Telegram's widget hands to a page, signed for a bot; fields replace or, being None, remove those of a valid login."""
    values = {"id": "4711001", "first_name": "Tilda", "username": "tilda", "auth_date": str(int(time.time())), **fields}
    values = {name: value for name, value in values.items() if value is not None}
    text = "\n".join(f"{name}={values[name]}" for name in sorted(values))
    return {**values, "hash": hmac.new(hashlib.sha256(bot_token.encode()).digest(), text.encode(), hashlib.sha256).hexdigest()}
