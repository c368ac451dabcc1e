package import SkiBase

/// A source of lift news that is asked again and again.
package protocol LiftStatusDataSource: Sendable {
  /// The name of the feed.
  var feed: FeedName { get }
  /// The format of its documents, which reads the last good one again after a restart.
  var format: any FeedFormat { get }
  /// The age in seconds beyond which what the feed says counts for nothing: that of an observation, and the time since the
  /// feed last answered.
  var maximumAgeSeconds: Double { get }
  /// The times at which the feed is asked again.
  var policy: RefreshPolicy { get }
  /// The greatest time an answer takes, in seconds.
  var answerSeconds: Double { get }

  /// Asks for the document.
  /// - Parameter known: The version of the last good reading; nil when there is none.
  /// - Returns: The document, or the failure, whose subject is the feed's name.
  func fetch(knowing known: FeedVersion?) async -> FeedAnswer
}

/// The version of a document, as its server names it.
package struct FeedVersion: Sendable, Hashable {
  /// The entity tag; nil when the server gave none.
  package var entityTag: String?
  /// The time of modification, as the server wrote it; nil when it gave none.
  package var modified: String?

  /// Creates a version; values that are no field of 1 to 512 printable ASCII characters count as none.
  package init(entityTag: String? = nil, modified: String? = nil) {
    self.entityTag = entityTag.flatMap(Self.checked)
    self.modified = modified.flatMap(Self.checked)
  }

  private static func checked(_ text: String) -> String? {
    (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }
}

/// A document of a feed.
package struct FeedDocument: Sendable, Hashable {
  /// The document as it was received, decompressed.
  package var bytes: [UInt8]
  /// Its version.
  package var version: FeedVersion
  /// Its contents.
  package var reading: FeedReading

  /// Creates a document.
  package init(bytes: [UInt8], version: FeedVersion, reading: FeedReading) {
    (self.bytes, self.version, self.reading) = (bytes, version, reading)
  }
}

/// The answer of a feed.
package struct FeedAnswer: Sendable {
  /// The content of an answer.
  package enum Content: Sendable, Hashable {
    /// The known document is still the current one.
    case unchanged
    /// A document, which may be equal to the known one.
    case document(FeedDocument)
  }

  /// The content, or the failure.
  package var content: Result<Content, SkiError>
  /// The wishes for the time of the next request.
  package var hints: RefreshHints

  /// Creates an answer.
  package init(_ content: Result<Content, SkiError>, hints: RefreshHints = RefreshHints()) {
    (self.content, self.hints) = (content, hints)
  }
}
