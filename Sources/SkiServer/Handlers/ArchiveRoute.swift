import HTTPTypes
import Hummingbird
import NIOCore
import SkiBase

/// The route of whole archives, of which clients read single ranges.
///
/// **Source:** RFC 9110, section 14, "Range Requests".
struct ArchiveRoute: Sendable {
  let core: ServerCore

  private static let pieceBytes = 64 << 10

  var routes: [HTTPRoute] {
    let content = HTTPRoute.Content(["application/vnd.pmtiles"], schema: Schema.binary, "PMTiles, version 3")
    return [
      HTTPRoute(
        "archive", .get, "/archives/{set}.pmtiles", "Returns an archive of tiles, or a range of its bytes.",
        access: .open, cost: 0.2,
        parameters: [
          .init("set", in: .path, isRequired: true, "The name of the archive.", schema: Schema.text),
          .init("Range", in: .header, "A single range: bytes=0-16383.", schema: Schema.text),
          .init("If-Range", in: .header, "The entity tag of the bytes read before.", schema: Schema.text),
        ], results: [.init(200, "The archive", content), .init(206, "The range", content)], isCacheable: true,
        respond: respond)
    ]
  }

  private func respond(_ request: ServerRequest) async throws -> Response {
    try request.requireNames(in: [])
    guard let name = request.parameters["set"],
      let archive = request.served.map.tileSets[name] as? ArchiveTiles
    else { throw SkiError.unknownResource("archive") }
    let size = archive.file.byteCount
    let content = "\(archive.tag)-\(size)"
    if let unchanged = try Response.unchanged(content, for: request) { return unchanged }
    let tag = "\"\(content)\""
    var headers: HTTPFields = [
      .contentType: "application/vnd.pmtiles", .eTag: tag, .acceptRanges: "bytes", .cacheControl: "no-cache",
    ]
    let isCurrent = request.headers[.ifRange].map { $0 == tag } ?? true
    guard isCurrent, let field = request.headers[.range], let range = ByteRange.parse(field) else {
      return Response(status: .ok, headers: headers, body: body(archive.file, 0..<size))
    }
    guard let bytes = range.bytes(of: size) else {
      throw Problem(
        .rangeNotSatisfiable, code: "rangeNotSatisfiable",
        "the range lies outside of \(size) bytes; ask for one within",
        fields: [.contentRange: "bytes */\(size)"])
    }
    headers[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(size)"
    return Response(status: .partialContent, headers: headers, body: body(archive.file, bytes))
  }

  /// Returns a body that reads the file piece by piece, as the client takes it.
  private func body(_ file: RandomAccessFile, _ range: Range<Int>) -> ResponseBody {
    let core = core
    return ResponseBody(contentLength: range.count) { writer in
      var start = range.lowerBound
      while start < range.upperBound {
        let (at, count) = (start, min(Self.pieceBytes, range.upperBound - start))
        let bytes = try await core.files.run(timeout: core.limits.quickTimeout) {
          var bytes = [UInt8](repeating: 0, count: count)
          try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: at) }
          return bytes
        }
        try await writer.write(ByteBuffer(bytes: bytes))
        start += count
      }
      try await writer.finish(nil)
    }
  }
}

/// A single range of bytes as a client asks for it.
enum ByteRange: Hashable {
  /// From a byte to another one or the end.
  case from(Int, through: Int?)
  /// The last bytes.
  case last(Int)

  /// Returns the range of a header field; nil for other units, several ranges and invalid text, which are ignored.
  static func parse(_ field: String) -> ByteRange? {
    guard field.hasPrefix("bytes="), !field.contains(",") else { return nil }
    let sides = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    func number(_ text: Substring) -> Int? {
      text.utf8.allSatisfy { (48...57).contains($0) } && !text.isEmpty ? Int(text) : nil
    }
    switch (number(sides[0]), number(sides[1]), sides[1].isEmpty, sides[0].isEmpty) {
    case (let first?, let last?, _, _): return last >= first ? .from(first, through: last) : nil
    case (let first?, nil, true, _): return .from(first, through: nil)
    case (nil, let count?, _, true): return .last(count)
    default: return nil
    }
  }

  /// Returns the bytes of content of a size; nil when there are none.
  func bytes(of size: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      guard first < size else { return nil }
      return first..<(last.map { min($0, size - 1) + 1 } ?? size)
    case .last(let count):
      guard count > 0, size > 0 else { return nil }
      return max(0, size - count)..<size
    }
  }
}
