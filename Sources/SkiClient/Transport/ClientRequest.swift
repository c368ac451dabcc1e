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
