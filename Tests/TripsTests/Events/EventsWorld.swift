import SkiBase
import SkiGraph

@testable import SkiAPI
@testable import SkiPeople

extension TripsWorld {
  /// The events without other services.
  var events: EventService { EventService(store) }

  /// A moment some hours from now.
  func hours(_ hours: Double) -> UniversalTime { clock.now.advanced(bySeconds: hours * 3600) }

  /// Returns the values of an event of an hour.
  func draft(
    _ name: String = "Lunch", in start: Double = 1, for audience: EventAudience = .trip, seats: Int? = nil,
    place: MeetingPoint? = nil
  ) -> EventDraft {
    EventDraft(
      name: name, place: place, start: hours(start), end: hours(start + 1), seats: seats, audience: audience)
  }

  /// Makes friends of two people of a common trip.
  func befriend(_ person: UserID, _ other: UserID) async throws {
    try await friends.ask(other, as: person)
    try await friends.consent(to: person, as: other)
  }
}

extension MeetingPoint {
  /// A hut for tests.
  static let hut = MeetingPoint(
    source: SourceID("node/1"), name: "Hut", coordinate: Coordinate(latitude: 46.9, longitude: 10.5))
}

/// A log of changes that services raise; it fails on demand.
final class HappeningLog<Happening: Sendable>: Sendable {
  private let happenings = Locked<[Happening]>([])
  private let isFailing = Locked(false)

  /// The changes in their order; those of transactions that were undone, too.
  var all: [Happening] { happenings.withLock { $0 } }

  /// Lets all further work fail, or not.
  func setFailing(_ failing: Bool) { isFailing.withLock { $0 = failing } }

  /// Takes a change.
  func add(_ happening: Happening) throws {
    if isFailing.withLock({ $0 }) { throw SkiError(.conflict, "the follower fails; try again") }
    happenings.withLock { $0.append(happening) }
  }
}
