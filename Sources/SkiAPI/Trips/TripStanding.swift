package import SkiBase

/// The part of a member in a trip, with the state of the trip: the basis of all permissions in trips.
package struct TripStanding: Sendable, Hashable {
  /// The trip.
  package let trip: TripID
  /// The member.
  package let user: UserID
  /// The member's role.
  package let role: TripRole
  /// The first moment and the end by the hosts' plan.
  package let window: TimeWindow
  /// The zone of the trip's days.
  package let zone: TimeZoneName
  /// The time at which a host ended the trip; nil while none did.
  package let ended: UniversalTime?

  /// Returns whether the trip is over, by plan or by a host.
  package func isOver(at now: UniversalTime) -> Bool { ended != nil || window.until <= now }

  /// Refuses a change in a trip that is over.
  /// - Throws: `SkiError` with code `.conflict`.
  package func requireOpen(at now: UniversalTime) throws(SkiError) {
    guard !isOver(at: now) else {
      throw SkiError(.conflict, "the trip is over; choose another, or create one")
    }
  }

  /// Refuses a member who is no host.
  /// - Throws: `SkiError` with code `.notPermitted`.
  package func requireHost() throws(SkiError) {
    guard role == .host else {
      throw SkiError(.notPermitted, "only hosts of the trip may do this; ask one of them")
    }
  }

  package init(
    trip: TripID, user: UserID, role: TripRole, window: TimeWindow, zone: TimeZoneName, ended: UniversalTime?
  ) {
    self.trip = trip
    self.user = user
    self.role = role
    self.window = window
    self.zone = zone
    self.ended = ended
  }
}
