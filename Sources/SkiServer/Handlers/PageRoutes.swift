import HTTPTypes
import Hummingbird
import SkiBase

/// The files of the web map, read into memory when the server starts.
package struct PageFiles: Sendable {
  /// A file.
  struct File: Sendable {
    let bytes: [UInt8]
    let contentType: String
    let tag: String

    init(_ bytes: [UInt8], contentType: String) {
      (self.bytes, self.contentType) = (bytes, contentType)
      tag = String(FNVHash(bytes).value, radix: 16)
    }
  }

  /// The files by the path under which they are served.
  let files: [String: File]

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml; charset=utf-8", "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "pbf": "application/x-protobuf", "webmanifest": "application/manifest+json",
  ]
  private static let limitBytes = 32 << 20
  private static let fileLimit = 500

  /// Creates a page without files, whose start says how to get them.
  package init() { files = [:] }

  /// Reads the files of a folder and of its direct subfolders.
  ///
  /// Files with other endings than those of pages, and hidden ones, are left out.
  /// - Parameters:
  ///   - folder: The folder.
  ///   - prefix: The path under which they are served.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such folder, `.limitExceeded` for more than 32 MiB
  ///   or 500 files, `.inputOutput` when reading fails.
  package init(folder: String, prefix: String) throws {
    var files: [String: File] = [:]
    var total = 0
    func read(_ folder: String, _ prefix: String, depth: Int) throws {
      guard let listing = FolderListing.entries(of: folder, named: { !$0.hasPrefix(".") }) else {
        throw SkiError(.missingInput, "folder can't be listed; name the folder of the page", subject: folder)
      }
      for entry in listing where !entry.isFolder {
        let name = entry.name
        guard let ending = name.split(separator: ".").last, let type = Self.types[String(ending)] else {
          continue
        }
        let bytes = try readFile("\(folder)/\(name)", as: "a file of the page", atMostBytes: Self.limitBytes)
        total += bytes.count
        guard total <= Self.limitBytes, files.count < Self.fileLimit else {
          throw SkiError(
            .limitExceeded,
            "the page has more than \(Self.limitBytes) bytes or \(Self.fileLimit) files; name Data/Page",
            subject: folder)
        }
        files["\(prefix)/\(name)"] = File(bytes, contentType: type)
      }
      guard depth < 2 else { return }
      for entry in listing where entry.isFolder {
        try read("\(folder)/\(entry.name)", "\(prefix)/\(entry.name)", depth: depth + 1)
      }
    }
    try read(folder, prefix, depth: 0)
    self.files = files
  }

  /// Creates the module of the operations of routes, the one file of the page that is in no folder.
  init(operations routes: [HTTPRoute]) {
    let module = File(
      Array(PageOperations.text(of: routes).utf8), contentType: "text/javascript; charset=utf-8")
    files = [Self.operations: module]
  }

  /// The path of the module of operations.
  static let operations = "/page/api.js"

  /// Creates the files of several pages; of two for a path, that of the later page is served.
  package init(merging pages: [PageFiles]) {
    files = pages.reduce(into: [:]) { $0.merge($1.files) { $1 } }
  }
}

/// The routes of the web map.
struct PageRoutes: Sendable {
  let page: PageFiles

  /// The policy of the page: nothing from other hosts, no inline scripts.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    + "worker-src 'self' blob:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  var routes: [HTTPRoute] {
    let result = HTTPRoute.Result(
      200, "The file",
      .init(
        [
          "text/html", "text/javascript", "text/css", "application/json", "image/svg+xml", "image/png",
          "text/plain", "application/x-protobuf", "application/manifest+json",
        ], schema: { _, type in type == "application/json" ? Schema.object : Schema.binary }, "The file"))
    func route(_ name: String, _ path: PathTemplate, _ summary: String, prefix: String) -> HTTPRoute {
      let file = HTTPRoute.Parameter(
        "file", in: .path, isRequired: true, "The path of the file.", schema: Schema.text)
      return HTTPRoute(
        name, .get, path, summary, access: .open, cost: 0.05,
        parameters: path.parameters.isEmpty ? [] : [file],
        results: [result], isCacheable: true
      ) { request in
        try respond(prefix + (request.parameters["file"] ?? "index.html"), request)
      }
    }
    return [
      route("start", "/", "Returns the web map.", prefix: "/page/"),
      route("pageFile", "/page/{file...}", "Returns a file of the web map.", prefix: "/page/"),
      route("libraryFile", "/library/{file...}", "Returns a file of MapLibre GL.", prefix: "/page/library/"),
      route("styleFile", "/styles/{file...}", "Returns a map style.", prefix: "/styles/"),
    ]
  }

  private func respond(_ path: String, _ request: ServerRequest) throws -> Response {
    // Addresses of the page are relative to the server's root.
    guard request.parameters["file"] != "index.html" else {
      return Response(status: .permanentRedirect, headers: [.location: "../"])
    }
    guard let file = page.files[path] else {
      if path == "/page/index.html" { return Self.instructions() }
      throw SkiError(.notFound, "there is no such file; the web map is at /")
    }
    var response = Response(
      status: .ok, headers: [.contentType: file.contentType, .cacheControl: "no-cache"],
      body: Response.body(file.bytes))
    response.headers[.contentSecurityPolicy] = Self.policy
    return try response.tagged(file.tag, for: request)
  }

  private static func instructions() -> Response {
    let text = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>SkiRoute</title>
      <p>The server answers; its web map is not installed. Run <code>Tools/setup --page</code>, and start the server
      with <code>--page Data/Page</code>. The interface is described in <a href="/openapi.json">/openapi.json</a>.

      """
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
        .contentSecurityPolicy: "default-src 'none'",
      ], body: Response.body(Array(text.utf8)))
  }
}
