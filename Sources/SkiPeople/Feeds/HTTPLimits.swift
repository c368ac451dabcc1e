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
