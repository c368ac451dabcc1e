package import SkiBase
import SkiGraph

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
