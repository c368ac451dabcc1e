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

extension FeedReading {
  /// Returns whether the document comes from before a known one: something that both observed was observed earlier, and
  /// nothing later.
  ///
  /// A server of copies that lags behind may deliver such a document, in which a lift that was closed meanwhile is open.
  /// - Parameters:
  ///   - known: The known reading.
  ///   - latest: The latest time that it can name truly; later ones are not compared.
  /// - Complexity: O(*n*) in the entries.
  func isOlder(than known: FeedReading, upTo latest: UniversalTime) -> Bool {
    let before = known.observations.filter { $0.value <= latest }
    var isOlder = false
    for (key, time) in observations {
      guard let other = before[key] else { continue }
      if time > other { return false }
      isOlder = isOlder || time < other
    }
    return isOlder
  }

  /// The newest observation of each lift and run.
  private var observations: [FeatureStatus.Key: UniversalTime] {
    report.features.reduce(into: [:]) { times, status in
      guard let time = status.observedAt else { return }
      times[status.key] = max(time, times[status.key] ?? time)
    }
  }
}

/// The name of a feed, by which it is kept and told of; chosen by who runs the server.
package struct FeedName: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The name.
  package let text: String

  /// Creates a name.
  /// - Throws: ``SkiError`` with code `.invalidArgument` unless the text has 1 to 64 letters, digits, `-`, `_` and `.` of
  ///   ASCII.
  package init(_ text: String) throws {
    let isName = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
    try SkiError.require(
      (1...64).contains(text.utf8.count) && isName,
      "name of a feed has \(text.utf8.count) bytes or characters other than A–Z, a–z, 0–9, -, _ and .; give 1 to 64 of these"
    )
    self.text = text
  }

  /// The name.
  package var description: String { text }

  /// Returns whether the first name is the lesser one, by bytes.
  package static func < (a: FeedName, b: FeedName) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

/// SkiRoute's own status in JSON; see Data/Formats/status.md.
package struct StatusFeedFormat: FeedFormat {
  /// Creates the format.
  package init() {}

  /// The name by which readings are kept: status.
  package var name: String { "status" }

  /// The media types that are asked for.
  package var accepts: String { "application/json" }

  /// Returns whether a media type is JSON.
  package func reads(mediaType: String) -> Bool {
    mediaType == "application/json" || mediaType == "text/json"
      || mediaType.hasPrefix("application/") && mediaType.hasSuffix("+json")
  }

  /// Reads a status; see ``FeedFormat/read(_:from:now:)``.
  package func read(_ bytes: [UInt8], from feed: FeedName, now: UniversalTime) throws -> FeedReading {
    var reader = StatusReader(now: now)
    reader.greatestFeatureCount = FeedReading.greatestEntryCount
    let reading = try reader.read(bytes, path: feed.text)
    var problems = FeedProblems()
    for problem in reading.problems { problems.add(problem) }
    return FeedReading(report: reading.report, problems: problems)
  }
}
