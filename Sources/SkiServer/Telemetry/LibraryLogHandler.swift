import Logging

/// A log of the errors of the HTTP library, without the metadata that it sets for each request.
struct LibraryLogHandler: LogHandler {
  private let base: Logger
  /// Nothing: the library sets an identifier that our own lines don't have.
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level = .error

  /// Creates a log before another one.
  init(_ base: Logger) { self.base = base }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    base.log(level: event.level, event.message, metadata: event.metadata)
  }
}
