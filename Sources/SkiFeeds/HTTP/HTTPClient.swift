/// A client that requests documents over HTTP.
public protocol HTTPClient: Sendable {
  /// Requests a document by `GET`, and follows redirects to the same scheme, host and port.
  ///
  /// A response of any status is returned; its body is read where the status is 200.
  /// - Throws: `SkiError`, whose message contains neither address nor fields:
  ///   - `.unavailable`: the server can't be reached;
  ///   - `.timedOut`: a time of the limits is over;
  ///   - `.limitExceeded`: the head or the body is larger than its limit, or there are too many redirects;
  ///   - `.notPermitted`: the certificate is not trusted, or a redirect leads to another server;
  ///   - `.inputOutput`: the connection ended within the response;
  ///   - `.malformedData`: the response violates HTTP or its compression, or a redirect has no target;
  ///   - `.cancelled`: the calling task was cancelled;
  ///   - `.missingInput`: a system library is missing.
  func get(_ request: HTTPGet) async throws -> HTTPReply

  /// Sends a body by `POST`; redirects are not followed.
  /// - Returns: The status of the response, whose body is not read.
  /// - Throws: `SkiError` as ``get(_:)``.
  func post(_ request: HTTPPost) async throws -> Int
}

/// A request that sends a body.
public struct HTTPPost: Sendable {
  /// The address.
  public var address: FeedAddress
  /// The header fields by name.
  public var fields: [String: String]
  /// The body.
  public var body: [UInt8]
  /// The limits.
  public var limits: HTTPLimits

  /// Creates a request.
  public init(
    _ address: FeedAddress, fields: [String: String], body: [UInt8], limits: HTTPLimits = HTTPLimits()
  ) {
    self.address = address
    self.fields = fields
    self.body = body
    self.limits = limits
  }
}

/// A request of a document.
public struct HTTPGet: Sendable {
  /// The address of the document.
  public var address: FeedAddress
  /// The media types that are wanted, the value of `Accept`.
  public var accepts: String
  /// The entity tag of the document known, the value of `If-None-Match`; nil when none is.
  public var entityTag: String?
  /// The time the document known was modified, the value of `If-Modified-Since`; nil when none is.
  public var modified: String?
  /// The limits.
  public var limits: HTTPLimits

  /// Creates a request.
  public init(
    _ address: FeedAddress, accepts: String, entityTag: String? = nil, modified: String? = nil,
    limits: HTTPLimits = HTTPLimits()
  ) {
    self.address = address
    self.accepts = accepts
    self.entityTag = entityTag
    self.modified = modified
    self.limits = limits
  }
}
