package import SkiBase

extension SkiError {
  /// The error for something that does not exist or that the asker may not know of, which are not distinguished.
  ///
  /// The identifier is the asker's own text, at most 128 bytes without control characters.
  package static func unknown(_ id: some Identifier) -> SkiError {
    SkiError(
      .notFound, "\(type(of: id).noun) \(id.rawValue) is unknown; give the identifier of one you may see")
  }

  /// Refuses more of something than a limit.
  /// - Throws: `SkiError` with code `.limitExceeded`.
  package static func requireCount(
    _ count: Int, atMost limit: Int, _ things: @autoclosure () -> String
  ) throws(SkiError) {
    guard count <= limit else {
      throw SkiError(.limitExceeded, "\(count) \(things()) are too many; give at most \(limit)")
    }
  }
}
