"""The bill of materials as SPDX 2.3 JSON."""

import datetime
import hashlib
import json
import re
import uuid

ROOT = "SPDXRef-SkiRoute"


def _id(purl):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", purl.split("?")[0].removeprefix("pkg:"))


def _package(part):
    made = {
        "SPDXID": _id(part.purl), "name": part.name, "versionInfo": part.version, "downloadLocation": part.source,
        "filesAnalyzed": False, "licenseConcluded": part.licence, "licenseDeclared": part.licence,
        "copyrightText": "NOASSERTION", "supplier": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.purl}],
    }
    return made | ({"comment": part.comment} if part.comment else {})


def document(parts, commit, seconds):
    """The document as text: of a commit, made at a time in seconds since 1970."""
    own = {
        "SPDXID": ROOT, "name": "SkiRoute", "versionInfo": commit, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "NOASSERTION",
        "supplier": "NOASSERTION", "primaryPackagePurpose": "APPLICATION",
    }
    parts = sorted(parts, key=lambda part: part.purl)
    packages = [own] + [_package(part) for part in parts]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": ROOT}] + [
        {"spdxElementId": _id(part.purl), "relationshipType": part.relation, "relatedSpdxElement": ROOT} for part in parts]
    content = json.dumps([packages, relations, seconds], sort_keys=True).encode()
    made = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"SkiRoute-{commit}",
        "documentNamespace": uuid.UUID(bytes=hashlib.sha256(content).digest()[:16], version=4).urn,
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: SkiRoute-make-sbom"],
        },
        "packages": packages, "relationships": relations,
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"
