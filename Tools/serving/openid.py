"""An issuer of OpenID Connect for tests: keys of openssl, its key set, and tokens as they should and should not be."""

import base64
import hashlib
import hmac
import json
import pathlib
import shutil
import subprocess
import tempfile
import time

from .process import encoded

PROGRAM = shutil.which("openssl")


def run(*words, data=None):
    """The output of openssl."""
    return subprocess.run([PROGRAM, *words], input=data, check=True, capture_output=True).stdout


class Issuer:
    """An issuer with one key of an algorithm, RS256, ES256 or EdDSA; use it with a folder."""

    MAKE = {"RS256": ("genrsa", "2048"), "ES256": ("ecparam", "-name", "prime256v1", "-genkey", "-noout"),
            "EdDSA": ("genpkey", "-algorithm", "ed25519")}

    def __init__(self, folder, issuer="https://issuer.example", client="ski-client", key="k1", algorithm="RS256"):
        self.issuer, self.client, self.key, self.algorithm = issuer, client, key, algorithm
        self.file = pathlib.Path(folder) / f"{key}.pem"
        self.file.write_bytes(run(*self.MAKE[algorithm]))
        self.key_set = pathlib.Path(folder) / f"{key}.jwks.json"
        self.key_set.write_text(json.dumps({"keys": [self.public()]}))

    def public(self):
        """The public key as a member of a key set."""
        about = {"kid": self.key, "alg": self.algorithm, "use": "sig"}
        if self.algorithm == "RS256":
            modulus = bytes.fromhex(run("rsa", "-in", self.file, "-noout", "-modulus").decode().strip().partition("=")[2])
            return {"kty": "RSA", "n": encoded(modulus), "e": encoded(b"\x01\x00\x01"), **about}
        point = run("pkey", "-in", self.file, "-pubout", "-outform", "DER")  # ends with the coordinates
        if self.algorithm == "EdDSA":
            return {"kty": "OKP", "crv": "Ed25519", "x": encoded(point[-32:]), **about}
        return {"kty": "EC", "crv": "P-256", "x": encoded(point[-64:-32]), "y": encoded(point[-32:]), **about}

    def configuration(self, provider="telegram", **members):
        """The member `openID` of a server's file of trips."""
        return {"provider": provider, "issuer": self.issuer, "client": self.client, "keys": str(self.key_set), **members}

    def token(self, nonce, header=(), sign=None, **claims):
        """A token; claims replace or, being None, remove those of a valid one."""
        now = int(time.time())
        members = {"iss": self.issuer, "aud": self.client, "sub": "subject-1", "id": 4711009, "nonce": nonce, "iat": now, "exp": now + 300,
                   "name": "Ida", **claims}
        head = {"alg": self.algorithm, "typ": "JWT", "kid": self.key, **dict(header)}
        parts = [{name: value for name, value in part.items() if value is not None} for part in (head, members)]
        text = ".".join(encoded(json.dumps(part).encode()) for part in parts)
        return f"{text}.{encoded((sign or self.signature)(text.encode()))}"

    def signature(self, data):
        """The signature of some bytes by the key."""
        if self.algorithm == "EdDSA":
            with tempfile.NamedTemporaryFile() as file:  # openssl can't sign its standard input so
                pathlib.Path(file.name).write_bytes(data)
                return run("pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", file.name)
        signature = run("dgst", "-sha256", "-sign", self.file, data=data)
        return signature if self.algorithm == "RS256" else pair(signature)

    def signature_by_public_key(self, data):
        """The HS256 signature by the public key as text, which a careless verifier takes for the secret."""
        return hmac.new(run("pkey", "-in", self.file, "-pubout"), data, hashlib.sha256).digest()


def pair(signature):
    """The two numbers of an ECDSA signature in DER, one after the other, each of 32 bytes."""
    size = signature[3]
    numbers = signature[4:4 + size], signature[6 + size:]
    return b"".join(int.from_bytes(number).to_bytes(32) for number in numbers)


def twin(token):
    """The token with the other valid ECDSA signature of the same content by P-256."""
    text, _, signature = token.rpartition(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    return f"{text}.{encoded(raw[:32] + (order - int.from_bytes(raw[32:])).to_bytes(32))}"


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
