package import SkiBase
package import SkiGraph

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
  package let words: [LiftWord]
  /// The words whose states the report has, by their lifts.
  package let standing: [SourceID: LiftWord]
  /// The time at which the report changes by the passing of time alone; nil when it does not.
  package let changesAt: UniversalTime?
  /// The time from which on the report is the current one.
  let madeFor: UniversalTime

  init(
    id: String, report: StatusReport, feeds: [FeedState], words: [LiftWord],
    standing: [SourceID: LiftWord] = [:], madeFor: UniversalTime, changesAt: UniversalTime?
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
