/// A client that requests documents over HTTP.
package protocol HTTPClient: Sendable {
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
package struct HTTPPost: Sendable {
  /// The address.
  package var address: FeedAddress
  /// The header fields by name.
  package var fields: [String: String]
  /// The body.
  package var body: [UInt8]
  /// The limits.
  package var limits: HTTPLimits

  /// Creates a request.
  package init(
    _ address: FeedAddress, fields: [String: String], body: [UInt8], limits: HTTPLimits = HTTPLimits()
  ) {
    self.address = address
    self.fields = fields
    self.body = body
    self.limits = limits
  }
}

/// A request of a document.
package struct HTTPGet: Sendable {
  /// The address of the document.
  package var address: FeedAddress
  /// The media types that are wanted, the value of `Accept`.
  package var accepts: String
  /// The entity tag of the document known, the value of `If-None-Match`; nil when none is.
  package var entityTag: String?
  /// The time the document known was modified, the value of `If-Modified-Since`; nil when none is.
  package var modified: String?
  /// The limits.
  package var limits: HTTPLimits

  /// Creates a request.
  package init(
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
