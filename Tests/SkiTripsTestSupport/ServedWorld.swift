package import SkiAPI
package import SkiBase
import SkiGraph
import SkiPeople

/// The services of one server or store as a suite uses them, by their protocols alone.
package struct ServedWorld: Sendable {
  /// The acting user.
  package var users: any UserServing
  /// Sessions.
  package var sessions: any SessionServing
  /// Trips, members and invitations.
  package var trips: any TripServing
  /// Friends and blocks.
  package var friends: any FriendServing
  /// Favourites.
  package var favourites: any FavouritesServing
  /// The itinerary.
  package var events: any EventServing
  /// Chats.
  package var chats: any ChatServing
  /// Notices.
  package var notices: any NoticeServing
  /// Recorded days.
  package var days: any DayServing
  /// Challenges.
  package var challenges: any ChallengeServing
  /// Recordings for the days, and the work on them.
  package var recordings: ServedRecordings
  /// Begins a session of the person of a name; the same name is the same person.
  package var begin: @Sendable (_ name: String) async throws -> SessionTokens
  /// Returns the time of the services, in whole seconds.
  package var now: @Sendable () -> UniversalTime
  private let names = Locked(0)
  private let mornings = Locked(0)

  /// Creates a world from its parts.
  package init(
    users: any UserServing, sessions: any SessionServing, trips: any TripServing, friends: any FriendServing,
    favourites: any FavouritesServing, events: any EventServing, chats: any ChatServing,
    notices: any NoticeServing, days: any DayServing, challenges: any ChallengeServing,
    recordings: ServedRecordings, begin: @escaping @Sendable (_ name: String) async throws -> SessionTokens,
    now: @escaping @Sendable () -> UniversalTime
  ) {
    (self.users, self.sessions, self.trips, self.friends) = (users, sessions, trips, friends)
    (self.favourites, self.events, self.chats) = (favourites, events, chats)
    (self.notices, self.days, self.challenges) = (notices, days, challenges)
    (self.recordings, self.begin, self.now) = (recordings, begin, now)
  }

  /// Returns a new user, who is logged in.
  package func logIn(_ name: String) async throws -> UserID { try await begin(newName(name)).user }

  /// Returns a name that no other call returns.
  package func newName(_ name: String) -> String { "\(name) \(Self.next(names))" }

  /// Returns the morning of a past day, another for each call, so that no two recordings have the same times.
  package func newMorning() -> UniversalTime {
    let day = (now().secondsSince1970 / 86_400).rounded(.down) - Double(Self.next(mornings))
    return UniversalTime(secondsSince1970: day * 86_400 + 8 * 3600)
  }

  private static func next(_ count: Locked<Int>) -> Int {
    count.withLock { count -> Int in
      count += 1
      return count
    }
  }

  /// Returns a moment some hours from now.
  package func hours(_ hours: Double) -> UniversalTime { now().advanced(bySeconds: hours * 3600) }

  /// Creates a trip that goes on for a week, with a host and travellers; it began an hour ago unless another time is given.
  package func trip(host: UserID, _ members: UserID..., since start: Double = -1) async throws -> TripID {
    let trip = try await trips.create(
      name: "Ski week", zone: "Europe/Zurich", areas: [SourceID("area-1")], from: hours(start),
      until: hours(168), as: host)
    guard !members.isEmpty else { return trip.id }
    let link = try await trips.invite(to: trip.id, uses: members.count, expires: hours(1), by: host)
    for member in members { try await trips.join(link.secret, as: member) }
    return trip.id
  }

  /// Returns the values of an event of an hour.
  package func draft(
    _ name: String = "Lunch", in start: Double = 1, for audience: EventAudience = .trip, seats: Int? = nil
  ) -> EventDraft {
    EventDraft(
      name: name, start: hours(start), end: hours(start + 1), seats: seats, audience: audience)
  }
}
