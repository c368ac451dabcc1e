package import SkiGeo
import SkiModel
package import SkiSharing
package import SkiTrips

/// The services of one server or store as a suite uses them, by their protocols alone.
package struct ServedWorld: Sendable {
  /// Trips, members and invitations.
  package var trips: any TripServing
  /// Friends and blocks.
  package var friends: any FriendServing
  /// The itinerary.
  package var events: any EventServing
  /// Chats.
  package var chats: any ChatServing
  /// Returns a new user of a name, who is logged in.
  package var logIn: @Sendable (_ name: String) async throws -> UserID
  /// Returns the time of the services, in whole seconds.
  package var now: @Sendable () -> UniversalTime

  /// Creates a world from its parts.
  package init(
    trips: any TripServing, friends: any FriendServing, events: any EventServing, chats: any ChatServing,
    logIn: @escaping @Sendable (_ name: String) async throws -> UserID,
    now: @escaping @Sendable () -> UniversalTime
  ) {
    (self.trips, self.friends, self.events, self.chats) = (trips, friends, events, chats)
    (self.logIn, self.now) = (logIn, now)
  }

  /// Returns a moment some hours from now.
  package func hours(_ hours: Double) -> UniversalTime { now().advanced(bySeconds: hours * 3600) }

  /// Creates a trip of a week that began an hour ago, with a host and travellers.
  package func trip(host: UserID, _ members: UserID...) async throws -> TripID {
    let trip = try await trips.create(
      name: "Ski week", zone: "Europe/Zurich", areas: [SourceID("area-1")], from: hours(-1),
      until: hours(168),
      as: host)
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
