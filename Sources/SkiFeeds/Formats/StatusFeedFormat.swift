public import SkiGeo
import SkiImport

/// SkiRoute's own status in JSON; see Data/Formats/status.md.
public struct StatusFeedFormat: FeedFormat {
  /// Creates the format.
  public init() {}

  /// The name by which readings are kept: status.
  public var name: String { "status" }

  /// The media types that are asked for.
  public var accepts: String { "application/json" }

  /// Returns whether a media type is JSON.
  public func reads(mediaType: String) -> Bool {
    mediaType == "application/json" || mediaType == "text/json"
      || mediaType.hasPrefix("application/") && mediaType.hasSuffix("+json")
  }

  /// Reads a status; see ``FeedFormat/read(_:from:now:)``.
  public func read(_ bytes: [UInt8], from feed: FeedName, now: UniversalTime) throws -> FeedReading {
    var reader = StatusReader(now: now)
    reader.greatestFeatureCount = FeedReading.greatestEntryCount
    let reading = try reader.read(bytes, path: feed.text)
    var problems = FeedProblems()
    for problem in reading.problems { problems.add(problem) }
    return FeedReading(report: reading.report, problems: problems)
  }
}
