"""Answers of a server, held against its own description by jsonschema of PyPI.

They are where SKIROUTE_STORES is set, as in a run of all tests: the judges of Tools/setup are required then. Tools that measure times
don't set it.
"""

import gzip
import http.client
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JUDGES = pathlib.Path(os.environ.get("SKIROUTE_JUDGES", ROOT / ".build-judges")).resolve()


def library():
    """The module jsonschema of the judges."""
    sys.path.extend(str(path) for path in JUDGES.glob("lib/python*/site-packages"))
    import jsonschema
    return jsonschema


class Contract:
    """The description of a server."""

    def __init__(self, document, jsonschema):
        self.document, self.jsonschema = document, jsonschema
        self.paths = sorted(((path, self.pattern(path)) for path in document["paths"]), key=lambda entry: entry[0].count("{"))
        self.validators = {}

    @staticmethod
    def pattern(path):
        """A pattern that the paths of a template match."""
        return re.compile("[^/]+".join(map(re.escape, re.split(r"\{[^}]*\}", path))) + "$")

    def schema(self, method, target, status, kind):
        """The schema of an answer; None for one that the description does not have."""
        path = target.split("?")[0]
        for template, pattern in self.paths:
            operation = pattern.match(path) and self.document["paths"][template].get("get" if method == "HEAD" else method.lower())
            if not operation:
                continue
            answer = operation["responses"].get(str(status), {})
            if "$ref" in answer:
                answer = self.document["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
            return answer.get("content", {}).get(kind, {}).get("schema")
        return None

    def check(self, method, target, status, fields, body):
        """Fails for an answer in JSON that its schema does not allow."""
        kind = next((value for name, value in fields.items() if name.lower() == "content-type"), "").split(";")[0]
        if method == "HEAD" or kind not in ("application/json", "application/problem+json"):
            return
        encoding = next((value for name, value in fields.items() if name.lower() == "content-encoding"), None)
        if encoding not in (None, "gzip"):
            return
        body = gzip.decompress(body) if encoding else body
        schema = self.schema(method, target, status, kind)
        if schema is None:
            return
        key = json.dumps(schema)
        if key not in self.validators:
            whole = {**schema, "components": self.document["components"]}
            self.validators[key] = self.jsonschema.Draft202012Validator(whole)
        faults = [f"{fault.json_path}: {fault.message[:200]}" for fault in self.validators[key].iter_errors(json.loads(body))]
        if faults:
            raise AssertionError(f"{method} {target} answers {status} against its schema: " + "; ".join(faults[:3]))


_known = {}


def of(port, kind):
    """The contract of a server at a port, read once for servers of a kind; None where answers are not held against it."""
    if kind in _known or not os.environ.get("SKIROUTE_STORES"):
        return _known.get(kind)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/openapi.json")
        answer = connection.getresponse()
        if answer.status != 200:
            return None
        _known[kind] = Contract(json.loads(answer.read()), library())
    except OSError:
        return None  # a server that a test has stopped or filled
    finally:
        connection.close()
    return _known[kind]
