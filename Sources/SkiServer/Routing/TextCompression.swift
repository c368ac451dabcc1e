import HTTPTypes
import Hummingbird
import NIOCore
import SkiAnswers
import SkiBase
import SkiSystem
import SkiTiles

/// The compression of texts for clients that take it.
///
/// Answers for one client alone are not compressed: the length of a compressed text that holds a secret beside words of the request
/// tells of the secret (BREACH, CVE-2013-3587). A shared object; `Sendable`.
final class TextCompression: Sendable {
  private let lane: WorkLane
  private let timeout: Duration
  /// The compressed texts of entity tags.
  private let known: Locked<BoundedCache<String, ByteBuffer>>

  /// The size in bytes of the largest text that is sent as it is.
  static let leastBytes = 1024
  /// The levels of gzip for texts that are kept, and for those that are made for one request.
  private static let levels = (kept: 6, single: 1)
  /// The qualities of Brotli, likewise.
  private static let qualities: (kept: Int32, single: Int32) = (5, 1)

  /// Creates the compression of a server.
  /// - Parameters:
  ///   - limits: The bounds of the time that a text may wait and take, and of the bytes that are kept.
  ///   - lane: The lane that compresses.
  init(_ limits: ServerLimits, on lane: WorkLane) {
    (self.lane, timeout) = (lane, limits.quickTimeout)
    known = Locked(BoundedCache(limitBytes: ServerLimits.compressedBytes))
  }

  /// Returns whether content of a media type is text that gets shorter.
  static func isText(_ type: String) -> Bool {
    if type == "application/json" { return true }
    let name = type.prefix { $0 != ";" }.trimmingSpaces().lowercased()
    guard name != ConnectionGuard.eventStream else { return false }
    return name.hasPrefix("text/") || name.hasSuffix("+json") || name.hasSuffix("+xml")
      || ["application/json", "application/x-ndjson", "application/xml"].contains(name)
  }

  /// Adds the field that says on what the choice of a public response depends, and returns the encoding in which it is to be sent.
  /// - Returns: An encoding that the client takes, for a text that is long enough; else nil.
  func encoding(of response: inout Response, for request: HTTPFields) -> TextEncoding? {
    // A short text has one form.
    if response.status != .notModified {
      guard let length = response.body.contentLength, length > Self.leastBytes,
        !response.headers.contains(.contentEncoding), let type = response.headers.first(.contentType),
        Self.isText(type), response.status != .partialContent
      else { return nil }
    }
    response.headers.addVary("Accept-Encoding")
    return response.status == .notModified ? nil : Self.encoding(for: request)
  }

  /// Returns a response in an encoding, or as it is where that can't be had in time.
  func encoded(_ response: Response, by encoding: TextEncoding) async -> Response {
    guard let packed = await packed(response, encoding) else { return response }
    var response = response
    response.headers[.contentEncoding] = encoding.rawValue
    if let tag = response.headers[.eTag], tag.hasSuffix("\"") {
      response.headers[.eTag] = tag.dropLast() + encoding.suffix + "\""
    }
    response.body = Response.body(packed)
    return response
  }

  /// Returns the encoding that a client likes most of those that the server has; nil when it takes none.
  private static func encoding(for request: HTTPFields) -> TextEncoding? {
    let brotli = Brotli.system == nil ? 0 : request.weight(ofEncoding: TextEncoding.brotli.rawValue)
    guard brotli > 0 else { return request.acceptsGzip ? .gzip : nil }
    return brotli >= request.weight(ofEncoding: TextEncoding.gzip.rawValue) ? .brotli : .gzip
  }

  /// Returns compressed bytes.
  private static func packed(
    _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding, isKept: Bool
  ) throws -> [UInt8]? {
    switch encoding {
    case .brotli: Brotli.system?.packed(bytes, quality: isKept ? qualities.kept : qualities.single)
    case .gzip: try Gzip(level: isKept ? levels.kept : levels.single).packed(bytes)
    }
  }

  /// Returns the compressed body of a response; nil where it can't be had in time, and the body is sent as it is.
  private func packed(_ response: Response, _ encoding: TextEncoding) async -> ByteBuffer? {
    let key = response.headers[.eTag].map {
      "\($0) \(encoding.rawValue) \(response.headers[.contentType] ?? "")"
    }
    if let key, let found = known.withLock({ $0.value(of: key) }) { return found }
    let collected = Locked(ByteBuffer())
    guard (try? await response.body.write(BodyCollector(collected))) != nil else { return nil }
    let body = collected.withLock { $0 }
    let isKept = key != nil
    let packed = try? await lane.run(timeout: timeout) {
      try body.withUnsafeReadableBytes {
        try Self.packed($0.bindMemory(to: UInt8.self), encoding, isKept: isKept).map { ByteBuffer(bytes: $0) }
      }
    }
    guard let packed = packed ?? nil else { return nil }
    if let key {
      known.withLock { _ = $0.insert(packed, of: key, bytes: packed.storageCapacity + key.utf8.count) }
    }
    return packed
  }
}

/// A writer that collects a body.
private struct BodyCollector: ResponseBodyWriter {
  let collected: Locked<ByteBuffer>

  init(_ collected: Locked<ByteBuffer>) { self.collected = collected }

  func write(_ buffer: ByteBuffer) async throws {
    collected.withLock { _ = $0.writeImmutableBuffer(buffer) }
  }

  consuming func finish(_: HTTPFields?) async throws {}
}

/// The system's encoder of Brotli, which the server does without where Debian's libbrotli1 is not installed.
///
/// **Source:** RFC 7932, "Brotli Compressed Data Format".
struct Brotli: Sendable {
  /// `BrotliEncoderCompress`: quality, window, mode, input size, input, output size, output; 0 for a failure.
  private typealias Compress =
    @convention(c) (
      Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt8>?
    ) -> Int32

  private let compress: Compress

  /// The encoder; nil where the library is not there.
  static let system = Brotli()

  private static let (window, text): (Int32, Int32) = (18, 1)

  private init?() {
    guard let library = dlopen("libbrotlienc.so.1", RTLD_LAZY | RTLD_LOCAL),
      let function = dlsym(library, "BrotliEncoderCompress")
    else { return nil }
    compress = unsafeBitCast(function, to: Compress.self)
  }

  /// Returns compressed bytes; nil unless they are fewer.
  /// - Parameter quality: The effort, 0 (fast) to 11 (small).
  /// - Complexity: O(bytes).
  func packed(_ bytes: UnsafeBufferPointer<UInt8>, quality: Int32) -> [UInt8]? {
    var count = bytes.count
    var isShorter = false
    let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, filled in
      let status = compress(
        quality, Self.window, Self.text, bytes.count, bytes.baseAddress, &count, target.baseAddress)
      isShorter = status != 0
      filled = isShorter ? count : 0
    }
    return isShorter ? packed : nil
  }
}

/// The encodings in which a text is sent, each with an entity tag of its own.
enum TextEncoding: String, CaseIterable, Sendable {
  case brotli = "br"
  case gzip

  /// The end of the entity tag of content in the encoding.
  var suffix: String { "-\(rawValue)" }
  /// The end of the entity tag of a tile that is stored compressed, for clients that do not take it so.
  static let identity = "-identity"
  /// The ends of the entity tags of the same content.
  fileprivate static let suffixes = ["", identity] + allCases.map(\.suffix)
}

/// The conditions of requests over entity tags.
///
/// A tag of content has a form for each encoding, `"TAG-gzip"`; all of them name the same content.
///
/// **Source:** RFC 9110, section 13, "Conditional Requests".
extension Response {
  /// Returns the response with an entity tag, or 304 when the client has that content.
  /// - Throws: ``Problem`` with status 412 when the request is for other content.
  func tagged(_ tag: String, for request: ServerRequest) throws -> Response {
    if let unchanged = try Self.unchanged(tag, for: request) { return unchanged }
    var response = self
    response.headers[.eTag] = "\"\(tag)\""
    return response
  }

  /// Returns 304 when the client has the content of an entity tag; nil otherwise.
  /// - Throws: ``Problem`` with status 412 when the request is for other content.
  static func unchanged(_ tag: String, for request: ServerRequest) throws -> Response? {
    if let wanted = request.headers[.ifMatch], named(tag, in: wanted, isStrong: true) == nil {
      throw Problem.otherContent
    }
    guard request.headers.contains(.ifNoneMatch) else { return nil }
    guard let known = request.headers[.ifNoneMatch], let name = named(tag, in: known, isStrong: false) else {
      return nil
    }
    return Response(status: .notModified, headers: [.eTag: name, .cacheControl: "no-cache"])
  }

  /// Returns the form of an entity tag that a list names, or the tag itself for any; nil when it names none.
  /// - Parameter isStrong: Indicates that weak tags of the list name nothing.
  private static func named(_ tag: String, in list: String, isStrong: Bool) -> String? {
    let forms = TextEncoding.suffixes.map { "\"\(tag)\($0)\"" }
    for entry in list.split(separator: ",") {
      let entry = entry.trimmingSpaces()
      if entry == "*" { return forms[0] }
      let name = entry.hasPrefix("W/") && !isStrong ? String(entry.dropFirst(2)) : entry
      if forms.contains(name) { return name }
    }
    return nil
  }

  /// Refuses a request for content of an entity tag where the response has none, before anything is changed.
  ///
  /// - Parameter response: The response to a request that reads; nil for one that would change something.
  /// - Throws: ``Problem`` with status 412.
  static func requireNoMatch(_ request: HTTPFields, _ response: Response? = nil) throws {
    guard let wanted = request[.ifMatch], wanted.trimmingSpaces() != "*",
      response?.headers.contains(.eTag) != true
    else { return }
    throw Problem.otherContent
  }
}

extension Problem {
  /// The problem of a request for content of another entity tag.
  fileprivate static var otherContent: Problem {
    Problem(
      .preconditionFailed, code: "preconditionFailed",
      "the content is not that of If-Match; ask without it for the content there is")
  }
}
