import SkiAPI
import SkiBase

/// A request over HTTP as a transport sends it.
///
/// It has no description, since its fields and its address may hold secrets.
public struct ClientRequest: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The method, such as `GET`.
  public var method: String
  /// The absolute address, percent-encoded.
  public var address: String
  /// The header fields, by lower-case names.
  public var fields: [String: String]
  /// The body; nil for none.
  public var body: [UInt8]?

  /// Creates a request from its parts.
  public init(method: String, address: String, fields: [String: String] = [:], body: [UInt8]? = nil) {
    (self.method, self.address) = (method, address)
    (self.fields, self.body) = (fields, body)
  }

  /// A text without the address and the fields.
  public var description: String { "\(method) request" }
  /// A text without the address and the fields.
  public var debugDescription: String { description }
}

/// The reply to a request, with its whole body.
public struct ClientReply: Sendable, Hashable {
  /// The status of HTTP.
  public var status: Int
  /// The header fields, by lower-case names.
  public var fields: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Creates a reply from its parts.
  public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// The greatest size of a body, in bytes.
  public static let greatestByteCount = 16 << 20
}

/// The reply to a request whose body comes piece by piece, until the server ends it.
public struct ClientStreamReply: Sendable {
  /// The status of HTTP.
  public var status: Int
  /// The header fields, by lower-case names.
  public var fields: [String: String]
  /// The pieces of the body.
  public var pieces: BytePieces

  /// Creates a reply from its parts.
  public init(status: Int, fields: [String: String] = [:], pieces: BytePieces) {
    (self.status, self.fields, self.pieces) = (status, fields, pieces)
  }
}

/// The pieces of a body as they come; one task may iterate.
public struct BytePieces: AsyncSequence, Sendable {
  /// Some bytes of the body, at least one.
  public typealias Element = [UInt8]

  private let receive: @Sendable () async throws -> [UInt8]?
  private let end: @Sendable () -> Void

  /// Creates a sequence.
  /// - Parameters:
  ///   - receive: Returns the next bytes; nil at the end. It throws `SkiError`.
  ///   - end: Ends the transfer; called any number of times.
  public init(
    _ receive: @escaping @Sendable () async throws -> [UInt8]?, end: @escaping @Sendable () -> Void = {}
  ) {
    (self.receive, self.end) = (receive, end)
  }

  /// Returns the next bytes as soon as there are any; nil at the end.
  /// - Throws: `SkiError` with code `.unavailable` when the connection broke, `.timedOut` when nothing came for too long.
  public func next() async throws -> [UInt8]? { try await receive() }

  /// Ends the transfer.
  public func cancel() { end() }

  /// Creates an iterator.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<[UInt8], any Error> { Iterator(pieces: self) }

  /// The iterator of the pieces.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let pieces: BytePieces

    /// Returns the next bytes; see ``BytePieces/next()``.
    /// - Throws: `SkiError`, as that.
    mutating func next() async throws -> [UInt8]? { try await pieces.next() }
  }
}

extension ClientReply {
  /// Returns the reply when its status is one of success.
  /// - Throws: `SkiError` of the problem document, or of the status without one.
  func requireSuccess() throws(SkiError) -> ClientReply {
    guard !(200...299).contains(status) else { return self }
    throw problem
  }

  /// Returns the document of the body.
  /// - Throws: `SkiError` with code `.malformedData` for another body.
  func document(_ noun: String) throws -> DocumentReader { try DocumentReader(tree(noun), of: noun) }

  /// Returns the value of the body.
  /// - Throws: `SkiError` with code `.malformedData` for another body.
  func tree(_ noun: String) throws -> JSONTree {
    do {
      return try JSONTree.read(body, doubts: .refused)
    } catch {
      throw SkiError(
        .malformedData,
        "the server's \(noun) of \(body.count) bytes is no JSON at byte \(error.position); check the server's address"
      )
    }
  }

  /// The error of a reply without success.
  private var problem: SkiError {
    let tree = problemTree
    let code = tree.flatMap { Self.text("code", of: $0) }.flatMap(SkiError.Code.init(rawValue:))
    let detail =
      tree.flatMap { Self.text("detail", of: $0) }
      ?? "the server answers with status \(status); try again later"
    return SkiError(
      code ?? Self.code(of: status), detail.shortened(toScalars: Self.greatestDetailCount),
      subject: tree.flatMap { Self.text("subject", of: $0) })
  }

  /// The problem document; nil for another body.
  private var problemTree: JSONTree? {
    guard fields["content-type"]?.hasPrefix("application/problem+json") == true else { return nil }
    return try? JSONTree.read(body, doubts: .refused)
  }

  /// The greatest number of characters of a problem's detail that is kept.
  private static let greatestDetailCount = 1000

  private static func text(_ name: String, of tree: JSONTree) -> String? {
    guard case .string(let text)? = tree.member(name) else { return nil }
    return text
  }

  /// Returns the kind of failure of a status.
  static func code(of status: Int) -> SkiError.Code {
    switch status {
    case 300...399: .notPermitted
    case 400, 422: .invalidArgument
    case 401, 403: .notPermitted
    case 404, 410: .notFound
    case 408, 504: .timedOut
    case 409, 412: .conflict
    case 413, 431: .limitExceeded
    case 415: .unsupportedFormat
    case 429: .rateLimited
    case 502, 503: .unavailable
    case 400...499: .invalidArgument
    case 500...599: .internalInconsistency
    default: .malformedData
    }
  }
}

/// The reading of a server's documents.
enum ServerDocument {
  /// Returns a value of a document.
  /// - Throws: `SkiError` with code `.malformedData` for a document that lacks what the contract promises.
  static func read<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SkiError {
      throw SkiError(
        .malformedData, "the server's answer can't be read: \(error.message)", subject: error.subject)
    }
  }
}
