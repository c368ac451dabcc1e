"""Serves archives of tiles to a browser on this machine, with the page that shows them."""

import http.server
import json
import pathlib
import re

from . import style
from .archive import TILE_LIMIT, Broken, unpacked

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "Data" / "Page"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".json": "application/json", ".pbf": "application/x-protobuf", ".png": "image/png"}
TILE = re.compile(r"^/(vector|heights)/(\d{1,2})/(\d{1,8})/(\d{1,8})\.(?:pbf|png)$")


def make(archives, library, port=0):
    """A server of archives by role (`vector`, `heights`); it listens on this machine alone."""

    class Handler(Answers):
        pass

    Handler.archives, Handler.library = archives, pathlib.Path(library)
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)


class Answers(http.server.BaseHTTPRequestHandler):
    archives = {}
    library = HERE
    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds a connection may say nothing

    def do_GET(self):
        # A page of another name must not read what is served here, though its name leads to this machine (DNS rebinding).
        if self.headers.get_all("Host") not in self._hosts():
            self.close_connection = True
            return self._send(421, ".json", b'{"error": "not the host that is served"}')
        path = self.path.split("?")[0]
        tile = TILE.match(path)
        try:
            if tile:
                return self._tile(tile[1], *map(int, tile.groups()[1:]))
            return self._document(path)
        except Broken as error:
            return self._send(500, ".json", json.dumps({"error": str(error)}).encode())
        except (BrokenPipeError, ConnectionResetError):
            return None

    def _document(self, path):
        roles = "|".join(self.archives)
        if path in ("/", "/index.html"):
            return self._send(200, ".html", (HERE / "page.html").read_bytes())
        if path == "/glyphs.js":
            return self._send(200, ".js", (PAGE / "glyphs.js").read_bytes())
        if path in ("/maplibre-gl.js", "/maplibre-gl.css"):
            return self._send(200, pathlib.Path(path).suffix, (self.library / path[1:]).read_bytes())
        if found := re.match(r"^/style-(light|dark)\.json$", path):
            heights = f"{self._base()}/heights.json" if "heights" in self.archives else None
            made = style.style(found[1], f"{self._base()}/vector.json", heights)
            made["glyphs"] = "glyphs://{fontstack}/{range}"
            held = {layer["id"] for layer in self.archives["vector"].metadata.get("vector_layers", [])}
            made["layers"] = [layer for layer in made["layers"] if layer.get("source-layer", None) in held | {None}]
            return self._json(made)
        if roles and (found := re.match(rf"^/({roles})\.json$", path)):
            return self._json(self._tile_json(found[1]))
        if path == "/about.json":
            archive = self.archives["vector"]
            return self._json({"name": archive.metadata.get("name", archive.path.name), "bounds": archive.bounds})
        return self._send(404, ".json", b'{"error": "nothing is there"}')

    def _hosts(self):
        port = self.server.server_address[1]
        return [[f"{name}:{port}"] for name in ("127.0.0.1", "localhost")]

    def _base(self):
        return f"http://{self.headers['Host']}"

    def _tile_json(self, role):
        archive = self.archives[role]
        made = {"tilejson": "3.0.0", "tiles": [f"{self._base()}/{role}/{{z}}/{{x}}/{{y}}.{archive.format}"],
                "minzoom": archive.zooms[0], "maxzoom": archive.zooms[1], "bounds": archive.bounds,
                "attribution": archive.metadata.get("attribution", style.ATTRIBUTION),
                "vector_layers": archive.metadata.get("vector_layers", [])}
        if archive.format == "png":
            made |= {"encoding": archive.metadata.get("encoding", "terrarium"),
                     "tileSize": int(archive.metadata.get("tile_size", 512))}
        return made

    def _tile(self, role, zoom, column, row):
        archive = self.archives.get(role)
        if not archive or zoom > 26 or max(column, row) >> zoom:
            return self._send(404, ".json", b'{"error": "no such tile"}')
        found = archive.tile(zoom, column, row)
        if not found:
            return self._send(204, f".{archive.format}", b"")
        content, packed = found
        if packed and "gzip" not in self.headers.get("Accept-Encoding", ""):
            content, packed = unpacked(content, TILE_LIMIT, archive.path), False
        return self._send(200, f".{archive.format}", content, packed)

    def _json(self, made):
        return self._send(200, ".json", json.dumps(made).encode())

    def _send(self, status, suffix, content, packed=False):
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words):
        """Says nothing of answers that were asked for."""
