package import SkiAPI
package import SkiBase
package import SkiGraph

/// The state of one lift or run, and who said it.
package struct LiftState: Sendable, Hashable {
  /// The kinds of sources; raw values are those of every output format.
  package enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// A feed.
    case feed
    /// A host of a trip, whose word counts for its members.
    case host
    /// A person whom the operator appointed for the ski area.
    case area
    /// The map alone: its opening hours apply.
    case map
  }

  /// The state.
  package var state: OperatingState
  /// The waiting time in milliseconds; nil when it is unknown.
  package var waitMilliseconds: Int?
  /// The source.
  package var source: Source
  /// The time at which it was said; nil for hours, which hold for the day.
  package var observed: UniversalTime?
  /// The word that says it; nil for feeds and the map.
  package var word: LiftWord?

  /// Creates a state from its parts.
  package init(
    state: OperatingState, waitMilliseconds: Int?, source: Source, observed: UniversalTime?,
    word: LiftWord? = nil
  ) {
    (self.state, self.waitMilliseconds) = (state, waitMilliseconds)
    (self.source, self.observed, self.word) = (source, observed, word)
  }
}

extension LiftStatus {
  /// Returns the state of a lift or run of which the report says something; nil for others.
  /// - Complexity: O(*n*) in the entries of the report.
  package func state(of lift: SourceID) -> LiftState? {
    guard let entry = report.features.last(where: { $0.key == .id(lift) }) else { return nil }
    guard let word = standing[lift] else {
      return LiftState(
        state: entry.state, waitMilliseconds: entry.waitMilliseconds, source: .feed,
        observed: entry.observedAt)
    }
    let isHosts = if case .trip = word.scope { true } else { false }
    // The entry of a word is renewed while it holds, which is not when it was said.
    return LiftState(
      state: entry.state, waitMilliseconds: entry.waitMilliseconds, source: isHosts ? .host : .area,
      observed: word.saidAt, word: word)
  }
}

extension LiftStatusRepository {
  /// Returns the state of a lift or run now, as the members of some trips see it.
  /// - Throws: `SkiError` with code `.notFound` for an id that neither the map nor the report has.
  /// - Complexity: As ``LiftStatus/state(of:)``.
  package func currentState(of lift: SourceID, in trips: Set<TripID> = []) throws -> LiftState {
    if let state = current(in: trips).state(of: lift) { return state }
    guard isOnMap(lift) else {
      throw SkiError(.notFound, "no lift or run of that id is known; take an id of the map's source")
    }
    return LiftState(state: .scheduled, waitMilliseconds: nil, source: .map, observed: nil)
  }
}
