public import SkiGeo
public import SkiModel

/// The state of one lift or run, and who said it.
public struct LiftState: Sendable, Hashable {
  /// The kinds of sources; raw values are those of every output format.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// A feed.
    case feed
    /// A host of a trip, who is not named.
    case host
    /// The map alone: its opening hours apply.
    case map
  }

  /// The state.
  public var state: OperatingState
  /// The waiting time in milliseconds; nil when it is unknown.
  public var waitMilliseconds: Int?
  /// The source.
  public var source: Source
  /// The time at which it was said; nil for hours, which hold for the day.
  public var observed: UniversalTime?

  /// Creates a state from its parts.
  public init(state: OperatingState, waitMilliseconds: Int?, source: Source, observed: UniversalTime?) {
    (self.state, self.waitMilliseconds) = (state, waitMilliseconds)
    (self.source, self.observed) = (source, observed)
  }
}

extension LiftStatus {
  /// Returns the state of a lift or run of which the report says something; nil for others.
  /// - Complexity: O(*n*) in the entries of the report.
  public func state(of lift: SourceID) -> LiftState? {
    guard let entry = report.features.last(where: { $0.key == .id(lift) }) else { return nil }
    let word = entry.source == StatusMerge.wordSource ? words.first { $0.lift == lift } : nil
    // The entry of a word is renewed while it holds, which is not when it was said.
    return LiftState(
      state: entry.state, waitMilliseconds: entry.waitMilliseconds, source: word == nil ? .feed : .host,
      observed: word?.saidAt ?? entry.observedAt)
  }
}

extension LiftStatusRepository {
  /// Returns the state of a lift or run now, never the person who said it.
  /// - Throws: `SkiError` with code `.notFound` for an id that neither the map nor the report has.
  /// - Complexity: As ``LiftStatus/state(of:)``.
  public func currentState(of lift: SourceID) throws -> LiftState {
    if let state = current.state(of: lift) { return state }
    guard isOnMap(lift) else {
      throw SkiError(.notFound, "no lift or run of that id is known; take an id of the map's source")
    }
    return LiftState(state: .scheduled, waitMilliseconds: nil, source: .map, observed: nil)
  }
}
