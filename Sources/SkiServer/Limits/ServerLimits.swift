import SkiBase

/// The bounds of what clients may cost the server.
package struct ServerLimits: Sendable {
  /// The greatest length of a request's target in bytes.
  package static let targetBytes = 4 << 10
  /// The greatest size of all header fields of a request in bytes.
  package var headBytes = 16 << 10
  /// The greatest size of a JSON body in bytes.
  package var jsonBytes = 64 << 10
  /// The greatest nesting depth of a JSON body.
  package static let jsonDepth = 16
  /// The greatest size of a recording in bytes.
  package var recordingBytes = 16 << 20
  /// The greatest number of points of a recording.
  package var recordingPoints = 200_000
  /// The greatest number of connections.
  package var connections = 4096
  /// The greatest number of connections beyond ``connections`` while idle ones are being closed for them, or they are refused.
  package static let closingConnections = 8
  /// The greatest number of connections of the port for operators.
  package static let healthConnections = 8
  /// The greatest number of connections of one client: an IPv4 address, or the network of an IPv6 address.
  package var connectionsPerAddress = 64
  /// The number of refusals with which a connection ends.
  package static let refusalsPerConnection = 20
  /// The greatest number of streams of events.
  package var streams = 2048
  /// The time until a quick question is answered, waiting included.
  package var quickTimeout = Duration.seconds(2)
  /// The time until a long question is answered, waiting included.
  package static let longTimeout = Duration.seconds(20)
  /// The greatest number of waiting quick questions.
  package static let quickWaiting = 512
  /// The greatest number of waiting long questions.
  package static let longWaiting = 32
  /// The time in seconds after which a connection without a request is closed.
  package var idleSeconds = 15
  /// The time in seconds within which a body must arrive.
  package static let bodySeconds = 30
  /// The time in seconds after which a client that takes no bytes, or confirms none that were sent, is disconnected.
  package var stalledSeconds = 10
  /// The same time in seconds for a stream of events, whose client resumes it on another connection. Shorter, since a client is noticed
  /// only when the system holds as many bytes as it may.
  package static let streamStalledSeconds = 5
  /// The bytes a connection may have waiting to be sent before its writer is suspended.
  package var outboundBytes = 32 << 10
  /// The bytes that the system may hold for a connection; Linux holds twice as many, with its own records.
  package var socketBytes = 64 << 10
  /// The bytes of a stream of events that may wait to be sent before its writer is suspended: less than a piece of events has.
  package static let streamOutboundBytes = 1 << 10
  /// The bytes that the system may hold for a stream of events.
  package static let streamSocketBytes = 16 << 10
  /// The requests that a client may make in a second on average; nil for any number.
  package var requestsPerSecond: Double? = 100
  /// The requests that a client may make at once.
  package var burst = 500.0

  /// The greatest number of bytes of all bodies that are held at once.
  package var heldBodyBytes = 256 << 20
  /// The greatest number of bytes of labels and tables of one quick search.
  package var quickSearchBytes = 64 << 20
  /// The greatest number of bytes of labels and tables of one long search.
  package var longSearchBytes = WorkLimit.defaultSearchBytes
  /// The greatest number of bytes of compressed texts that are kept.
  package static let compressedBytes = 16 << 20
  /// The bounds of what is cached of one map.
  package var caches = CacheLimits()

  /// The bounds in bytes of what is cached of one map; beyond them the least recently used is removed.
  package struct CacheLimits: Sendable {
    /// The regions of the map.
    package var regionBytes = 256 << 20
    /// The regions prepared for searches, by an estimate.
    package var routerBytes = 512 << 20
    /// The kinds of map.
    package var mapKindBytes = 64 << 20
    /// The regions prepared for tiles.
    package var tileRegionBytes = 128 << 20
    /// The encoded tiles.
    package var tileBytes = 32 << 20
    /// The decoded tiles of the height grid.
    package var heightBytes = 16 << 20

    /// Creates the default bounds.
    package init() {}

    /// The sum.
    package var sumBytes: Int {
      regionBytes + routerBytes + mapKindBytes + tileRegionBytes + tileBytes + heightBytes
    }
  }

  /// The assumed memory of a process before its first request, in bytes: the program, its threads and the allocator's reserve.
  private static let programBytes = 96 << 20
  /// The assumed memory of a recording while it is matched, as a multiple of its bytes.
  private static let matchingFactor = 16

  /// Returns the greatest resident memory of a server in bytes, but for the names of the map and the positions of people: the
  /// caches of two maps while one replaces the other, the searches on all lanes, the recordings that are matched, the bodies
  /// that are held, and what waits to be sent.
  package func residentBytes(cores: Int) -> Int {
    let long = max(1, cores - 1)
    return Self.programBytes + 2 * caches.sumBytes + cores * quickSearchBytes + long * longSearchBytes
      + long * Self.matchingFactor * recordingBytes + heldBodyBytes + Self.compressedBytes
      + connections * (outboundBytes + headBytes)
  }

  /// Creates the default limits.
  package init() {}
}
