package import SkiBase

/// A bound of what people may make, by the name that an operator's configuration uses; see ``Quotas``.
///
/// Names that end in `ADay` count what is made in a day, which begins at 0:00 UTC; what is removed meanwhile counts, too. The
/// others count what there is at one time.
package enum Quota: String, Sendable, Hashable, CaseIterable {
  // Of one person at one time.
  case grants, trips, sessions, friends, blocks, favourites, recordedDays, recordedBytes, openUploads
  // Of one trip at one time.
  case invitations, openEvents, events, challenges
  // Of one person in a day.
  case grantsADay, tripsADay, messagesADay, eventChangesADay, answersADay, friendRequestsADay, liftWordsADay,
    uploadsADay, refreshesADay
  // Of one trip in a day.
  case hostWordsADay

  /// The number that is allowed unless the operator gives another one.
  package var standard: Int {
    switch self {
    case .openUploads: 20
    case .sessions, .challenges, .hostWordsADay: 50
    case .invitations: 100
    case .trips: 200
    case .tripsADay: 250
    case .friendRequestsADay, .eventChangesADay: 300
    case .recordedDays: 400
    case .grants, .grantsADay, .uploadsADay: 500
    case .favourites, .openEvents, .answersADay, .liftWordsADay: 1000
    case .friends, .blocks, .messagesADay, .refreshesADay: 2000
    case .events: 20_000
    case .recordedBytes: 4 << 30
    }
  }

  /// Indicates whether what is made in a day is counted.
  package var isOfADay: Bool { rawValue.hasSuffix("ADay") }

  /// The words for what is counted, in the plural.
  package var noun: String {
    switch self {
    case .grants: "grants of one person"
    case .trips: "trips of one person"
    case .sessions: "sessions of one person"
    case .friends: "friends and requests of one person"
    case .blocks: "blocks of one person"
    case .favourites: "favourites of one person"
    case .recordedDays: "recorded days of one person"
    case .recordedBytes: "bytes of recordings of one person"
    case .openUploads: "open upload permissions of one person"
    case .invitations: "invitations to a trip"
    case .openEvents: "events of a trip that are not over"
    case .events: "events of a trip"
    case .challenges: "challenges of a trip"
    case .grantsADay: "new grants"
    case .tripsADay: "new trips"
    case .messagesADay: "messages"
    case .eventChangesADay: "new, changed and cancelled events"
    case .answersADay: "answers to events"
    case .friendRequestsADay: "requests for friendship"
    case .liftWordsADay: "words on lifts"
    case .uploadsADay: "uploads of recordings"
    case .refreshesADay: "refreshed sessions"
    case .hostWordsADay: "words of hosts to a trip"
    }
  }
}

/// The numbers of what people may make: those of ``Quota/standard``, or an operator's. A value; `Sendable`.
package struct Quotas: Sendable, Hashable {
  /// The numbers by default.
  package static let standard = Quotas()

  /// The numbers that an operator may give.
  package static let range = 1...(1 << 40)

  private var given: [Quota: Int] = [:]

  /// Creates the numbers by default.
  package init() {}

  /// The greatest number of something.
  package subscript(quota: Quota) -> Int {
    get { given[quota] ?? quota.standard }
    set { given[quota] = newValue }
  }

  /// Refuses more of something than is allowed.
  /// - Parameters:
  ///   - count: The number with what is to be made.
  ///   - quota: The bound.
  /// - Throws: ``SkiError`` with code `.rateLimited` beyond a number of a day, `.limitExceeded` beyond another one.
  package func require(_ count: Int, of quota: Quota) throws(SkiError) {
    guard count > self[quota] else { return }
    guard quota.isOfADay else {
      throw SkiError(
        .limitExceeded,
        "\(count) \(quota.noun) are too many; \(self[quota]) are allowed, so end or remove one before")
    }
    throw SkiError(
      .rateLimited, "more than \(self[quota]) \(quota.noun) in a day are too many; go on after 0:00 UTC")
  }
}

/// The number of what was made on a day, in UTC.
struct DayCount {
  /// The number of days since 1970.
  private var day: Int64 = .min
  private var count = 0

  /// The milliseconds of a day.
  private static let dayMilliseconds: Int64 = 86_400_000

  /// Adds one more, and returns the number of its day; a time before the counted day is one of that day.
  mutating func add(atMilliseconds now: Int64) -> Int {
    if Self.day(of: now) > day { (day, count) = (Self.day(of: now), 0) }
    count += 1
    return count
  }

  /// Returns whether the day is over at a time, so that the number counts for nothing.
  func isOver(atMilliseconds now: Int64) -> Bool { Self.day(of: now) > day }

  private static func day(of milliseconds: Int64) -> Int64 { milliseconds / dayMilliseconds }
}
