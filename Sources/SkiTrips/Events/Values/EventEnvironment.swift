public import SkiGeo
public import SkiSharing

/// All that events need from other services: live sharing, routes, and the outbox.
public struct EventEnvironment: Sendable {
  /// Returns the people near a member of a trip, among those who share their position with them; places stay inside.
  public var near: @Sendable (UserID, TripID) async throws -> Set<UserID>
  /// The search for meeting places; nil where it is not offered.
  public var suggester: (any MeetingSuggester)?
  /// Returns the time at which a person must leave; nil when it is not known.
  public var leaveBy: @Sendable (LeaveByRequest) async throws -> UniversalTime?
  /// The work that follows changes in their transactions.
  public var follower: EventFollower

  /// Creates an environment; by default no one is near, nothing is suggested, and nothing follows.
  public init(
    near: @escaping @Sendable (UserID, TripID) async throws -> Set<UserID> = { _, _ in [] },
    suggester: (any MeetingSuggester)? = nil,
    leaveBy: @escaping @Sendable (LeaveByRequest) async throws -> UniversalTime? = { _ in nil },
    follower: EventFollower = .none
  ) {
    (self.near, self.suggester) = (near, suggester)
    (self.leaveBy, self.follower) = (leaveBy, follower)
  }
}
