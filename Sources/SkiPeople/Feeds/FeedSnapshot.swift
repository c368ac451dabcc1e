import SkiAPI
import SkiBase
import SkiGraph

/// The last good reading of a feed with what decides whether it counts.
struct FeedSnapshot: Sendable {
  /// The age in seconds beyond which what the feed says counts for nothing.
  var maximumAgeSeconds: Double
  var state: FeedState
  /// The last good reading; nil before the first one.
  var reading: FeedReading?
  /// The states, each with the time since which the feed says so.
  var since: StateHistory
  /// The number of requests answered so far, by which servers agree on who asks next.
  var attempts: Int64 = 0
  /// The identity of the reading among those of the feed.
  var documents: Int64 = 0
}

/// The state of each lift of a feed, with the time of the first observation in a row that says so.
struct StateHistory: Sendable, Hashable, Codable {
  /// A state since a time.
  struct Entry: Sendable, Hashable, Codable {
    var state: String
    var sinceMilliseconds: Int64
  }

  private(set) var entries: [String: Entry] = [:]

  /// Returns the time since which a feature has its state; nil when it was never observed.
  func since(_ key: FeatureStatus.Key) -> UniversalTime? {
    entries[Self.text(key)].map { UniversalTime(milliseconds: $0.sinceMilliseconds) }
  }

  /// Returns the history after a report: a state that is repeated keeps its time.
  /// - Complexity: O(*n*) in the entries of the report.
  func adding(_ report: StatusReport) -> StateHistory {
    var next = StateHistory()
    for status in report.features where status.state != .scheduled {
      guard let observed = status.observedAt else { continue }
      let (key, state) = (Self.text(status.key), status.state.rawValue)
      let known = entries[key].flatMap { $0.state == state ? $0 : nil }
      next.entries[key] = known ?? Entry(state: state, sinceMilliseconds: observed.milliseconds)
    }
    return next
  }

  private static func text(_ key: FeatureStatus.Key) -> String {
    switch key {
    case .id(let id): "i" + id.rawValue
    case .name(let name): "n" + name.lowercased()
    }
  }
}
