package import SkiBase
package import SkiGraph

/// A format of lift news.
package protocol FeedFormat: Sendable {
  /// The name by which readings of the format are kept, as `status`.
  var name: String { get }
  /// The media types that are asked for, the value of `Accept`.
  var accepts: String { get }
  /// Returns whether a media type, in lower case and without parameters, is one of the format.
  func reads(mediaType: String) -> Bool
  /// Reads a document; entries that can't be read are counted, and the others are used.
  /// - Parameters:
  ///   - bytes: The document.
  ///   - feed: The name of the feed, the subject of errors.
  ///   - now: The time the document was received.
  /// - Throws: `SkiError` with code `.malformedData`, `.unsupportedFormat` or `.limitExceeded`.
  func read(_ bytes: [UInt8], from feed: FeedName, now: UniversalTime) throws -> FeedReading
}

/// The contents of a document of a feed.
package struct FeedReading: Sendable, Hashable {
  /// The status of lifts and runs.
  package var report: StatusReport
  /// The entries that were left out.
  package var problems: FeedProblems

  /// Creates a reading.
  package init(report: StatusReport, problems: FeedProblems) {
    (self.report, self.problems) = (report, problems)
  }

  /// The greatest number of entries of a document.
  package static let greatestEntryCount = 50_000

  /// The time of the newest observation; nil when the document has none.
  /// - Complexity: O(*n*) in the entries.
  package var newestObservation: UniversalTime? { report.features.compactMap(\.observedAt).max() }
}

/// The entries of a document that were left out: how many, and the reasons of the first ones.
package struct FeedProblems: Sendable, Hashable {
  /// The number of entries left out.
  package private(set) var count = 0
  /// The reasons of the first ``keptCount``, without control characters.
  package private(set) var texts: [String] = []
  /// The greatest number of reasons kept.
  package static let keptCount = 20

  /// Creates an empty list.
  package init() {}

  /// Adds an entry that was left out, with the reason.
  package mutating func add(_ text: @autoclosure () -> String) {
    count += 1
    if texts.count < Self.keptCount { texts.append(text().shortened(toScalars: 160).terminalSafe()) }
  }
}
