/// The bounds of what clients may cost the server.
package struct ServerLimits: Sendable {
  /// The greatest length of a request's target in bytes.
  package var targetBytes = 4 << 10
  /// The greatest size of all header fields of a request in bytes.
  package var headBytes = 16 << 10
  /// The greatest size of a JSON body in bytes.
  package var jsonBytes = 64 << 10
  /// The greatest nesting depth of a JSON body.
  package var jsonDepth = 16
  /// The greatest size of a recording in bytes.
  package var recordingBytes = 16 << 20
  /// The greatest number of points of a recording.
  package var recordingPoints = 200_000
  /// The greatest number of connections.
  package var connections = 4096
  /// The greatest number of connections from one address.
  package var connectionsPerAddress = 64
  /// The greatest number of streams of events.
  package var streams = 2048
  /// The time until a quick question is answered, waiting included.
  package var quickTimeout = Duration.seconds(2)
  /// The time until a long question is answered, waiting included.
  package var longTimeout = Duration.seconds(20)
  /// The greatest number of waiting quick questions.
  package var quickWaiting = 512
  /// The greatest number of waiting long questions.
  package var longWaiting = 32
  /// The time in seconds after which a connection without a request is closed.
  package var idleSeconds = 15
  /// The time in seconds within which a body must arrive.
  package var bodySeconds = 30
  /// The time in seconds after which a client that takes no bytes is disconnected.
  package var stalledSeconds = 10
  /// The bytes a connection may have waiting to be sent before its writer is suspended.
  package var outboundBytes = 32 << 10
  /// The bytes that the system may hold for a connection.
  package var socketBytes = 64 << 10
  /// The requests that a client may make in a second on average; nil for any number.
  package var requestsPerSecond: Double? = 100
  /// The requests that a client may make at once.
  package var burst = 500.0

  /// Creates the default limits.
  package init() {}
}
