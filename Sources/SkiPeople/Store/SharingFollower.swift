package import SkiAPI

/// The work of live sharing that follows a committed change of people: it returns when no server shows what it must not.
///
/// Grants and stored positions end in the transaction of the change; this waits for the servers that hold copies.
package struct SharingFollower: Sendable {
  /// Follows a member who left a trip or was removed.
  package var memberLeft: @Sendable (UserID, TripID) async throws -> Void
  /// Follows a change of members, roles or the end of a trip.
  package var membershipChanged: @Sendable (TripID) async throws -> Void
  /// Follows the end of a trip.
  package var tripEnded: @Sendable (TripID) async throws -> Void
  /// Erases all of and about a removed user; it may be called again for one it has erased.
  package var userRemoved: @Sendable (UserID) async throws -> Void

  /// Returns what live sharing stores of a user; nil where there is none.
  package var export: @Sendable (UserID) async throws -> SharingExport?

  /// Creates the work from its functions; nothing is exported by default.
  package init(
    memberLeft: @escaping @Sendable (UserID, TripID) async throws -> Void,
    membershipChanged: @escaping @Sendable (TripID) async throws -> Void,
    tripEnded: @escaping @Sendable (TripID) async throws -> Void,
    userRemoved: @escaping @Sendable (UserID) async throws -> Void,
    export: @escaping @Sendable (UserID) async throws -> SharingExport? = { _ in nil }
  ) {
    (self.memberLeft, self.membershipChanged) = (memberLeft, membershipChanged)
    (self.tripEnded, self.userRemoved, self.export) = (tripEnded, userRemoved, export)
  }

  /// No work, for installations without live sharing.
  package static let none = SharingFollower(
    memberLeft: { _, _ in }, membershipChanged: { _ in }, tripEnded: { _ in }, userRemoved: { _ in })

  /// The work of the services of live sharing in this process.
  package static func shares(_ shares: ShareRepository) -> SharingFollower {
    SharingFollower(
      memberLeft: { user, trip in
        try await shares.stopSharing(as: user, in: trip)
        try await shares.membershipChanged(in: trip)
      },
      membershipChanged: { try await shares.membershipChanged(in: $0) },
      tripEnded: { try await shares.tripEnded($0) },
      userRemoved: { _ = try await shares.erase($0) }, export: { try await shares.export(of: $0) })
  }
}
