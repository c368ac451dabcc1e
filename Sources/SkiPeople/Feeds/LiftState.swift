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
  package var word: LiftReport?

  /// Creates a state from its parts.
  package init(
    state: OperatingState, waitMilliseconds: Int?, source: Source, observed: UniversalTime?,
    word: LiftReport? = nil
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

/// The status of lifts and runs at one time: the report, and where it comes from.
///
/// A value: whoever reads it reads one state of all feeds and words.
package struct LiftStatus: Sendable {
  /// The identity of the report: equal for equal rows of the store at times between the same changes.
  package let id: String
  /// The report, as questions take it.
  package let report: StatusReport
  /// The feeds, in their order.
  package let feeds: [FeedState]
  /// The words that hold, by id of their lift.
  package let words: [LiftReport]
  /// The words whose states the report has, by their lifts.
  package let standing: [SourceID: LiftReport]
  /// The time at which the report changes by the passing of time alone; nil when it does not.
  package let changesAt: UniversalTime?
  /// The time from which on the report is the current one.
  let madeFor: UniversalTime

  init(
    id: String, report: StatusReport, feeds: [FeedState], words: [LiftReport],
    standing: [SourceID: LiftReport] = [:], madeFor: UniversalTime, changesAt: UniversalTime?
  ) {
    (self.id, self.report, self.feeds, self.words) = (id, report, feeds, words)
    (self.standing, self.madeFor, self.changesAt) = (standing, madeFor, changesAt)
  }
}

/// The state of a feed.
package struct FeedState: Sendable, Hashable {
  /// The name of the feed.
  package let feed: FeedName
  /// The time the last good document was received; nil before the first one.
  package let readAt: UniversalTime?
  /// The entries of it that were left out.
  package let problems: FeedProblems
  /// The requests so far.
  package let history: RefreshHistory
  /// The code of the last failure; nil after a success.
  package let failure: SkiError.Code?
  /// The version of the last good document.
  package let version: FeedVersion?

  /// The time since the feed last said that its document is current, in seconds; nil when it never did.
  package func ageSeconds(at now: UniversalTime) -> Double? {
    history.lastSuccess.map { now.secondsSince1970 - $0.secondsSince1970 }
  }
}

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
