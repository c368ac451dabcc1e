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

/// The times and sizes beyond which a request fails.
package struct HTTPLimits: Sendable, Hashable {
  /// The time for the connection, TLS included, in milliseconds.
  package var connectMilliseconds: Int64
  /// The time until the head of the response is complete, in milliseconds, for each of several redirected requests.
  package var headMilliseconds: Int64
  /// The time for all of it, redirects included, in milliseconds.
  package var wholeMilliseconds: Int64
  /// The greatest size of the head in bytes.
  package var headBytes: Int64
  /// The greatest size of the body in bytes, as sent and as decompressed.
  package var bodyBytes: Int64
  /// The greatest number of redirects.
  package var redirects: Int

  /// Creates limits: 5 s for the connection, 10 s for the head, 30 s for all, 64 KiB, 16 MiB and 3 redirects by default.
  /// - Precondition: Times are 1 ms to a day, sizes 0 to 1 GiB, redirects 0 or more.
  package init(
    connectMilliseconds: Int64 = 5000, headMilliseconds: Int64 = 10_000, wholeMilliseconds: Int64 = 30_000,
    headBytes: Int64 = 64 << 10, bodyBytes: Int64 = 16 << 20, redirects: Int = 3
  ) {
    for time in [connectMilliseconds, headMilliseconds, wholeMilliseconds] {
      precondition(
        (1...86_400_000).contains(time), "times of requests must be 1 to 86,400,000 ms, got \(time)")
    }
    for size in [headBytes, bodyBytes] {
      precondition((0...(1 << 30)).contains(size), "sizes of responses must be 0 to 1 GiB, got \(size)")
    }
    precondition(redirects >= 0, "redirects must be 0 or more, got \(redirects)")
    self.connectMilliseconds = connectMilliseconds
    self.headMilliseconds = headMilliseconds
    self.wholeMilliseconds = wholeMilliseconds
    self.headBytes = headBytes
    self.bodyBytes = bodyBytes
    self.redirects = redirects
  }
}
