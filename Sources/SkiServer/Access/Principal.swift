package import SkiAPI
package import SkiBase
import SkiPeople

/// An authenticated user, with the trips that the credential names.
package struct Principal: Sendable, Hashable {
  /// The part of a user in a trip.
  package struct Place: Sendable, Hashable {
    /// Indicates whether the user hosts the trip.
    package var isHost: Bool
    /// The end of the trip.
    package var until: UniversalTime

    package init(isHost: Bool, until: UniversalTime) { (self.isHost, self.until) = (isHost, until) }
  }

  /// The user.
  package var user: UserID
  /// The trips.
  package var trips: [TripID: Place]
  /// The time at which the credential expires.
  package var expiresAt: UniversalTime
  /// The session whose end is the end of the credential; nil for credentials of other services.
  package var session: SessionID?

  /// Creates a user with trips.
  package init(
    user: UserID, trips: [TripID: Place], expiresAt: UniversalTime, session: SessionID? = nil
  ) {
    (self.user, self.trips, self.expiresAt, self.session) = (user, trips, expiresAt, session)
  }
}

/// A service that recognises users by their credentials.
package protocol Authenticator: Sendable {
  /// Returns the user of a bearer token; nil for one that is invalid, expired or of an unknown issuer.
  func principal(of token: String) async -> Principal?
}
