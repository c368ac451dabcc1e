package import SkiAPI
package import SkiBase

/// All that events need from other services: live sharing, routes, and the outbox.
package struct EventEnvironment: Sendable {
  /// Returns the people near a member of a trip, among those who share their position with them; places stay inside.
  package var near: @Sendable (UserID, TripID) async throws -> Set<UserID>
  /// The search for meeting places; nil where it is not offered.
  package var suggester: (any MeetingSuggester)?
  /// Returns the time at which a person must leave; nil when it is not known.
  package var leaveBy: @Sendable (LeaveByRequest) async throws -> UniversalTime?
  /// The work that follows changes in their transactions.
  package var follower: EventFollower

  /// Creates an environment; by default no one is near, nothing is suggested, and nothing follows.
  package init(
    near: @escaping @Sendable (UserID, TripID) async throws -> Set<UserID> = { _, _ in [] },
    suggester: (any MeetingSuggester)? = nil,
    leaveBy: @escaping @Sendable (LeaveByRequest) async throws -> UniversalTime? = { _ in nil },
    follower: EventFollower = .none
  ) {
    (self.near, self.suggester) = (near, suggester)
    (self.leaveBy, self.follower) = (leaveBy, follower)
  }
}
