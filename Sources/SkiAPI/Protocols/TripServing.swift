public import SkiBase
public import SkiGraph

/// The trips of the acting user, their members and invitations.
///
/// A trip to which the acting user does not belong is `.notFound`, as an unknown one.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol TripServing: Sendable {
  /// Returns the trips of the acting user, the earliest first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func list(as user: UserID) async throws -> [OwnTrip]

  /// Returns a trip of the acting user.
  /// - Throws: `SkiError` with code `.notFound` for one the user does not belong to, `.unavailable` when the store can't be
  ///   read now.
  func get(_ trip: TripID, as user: UserID) async throws -> Trip

  /// Returns the members of a trip whom the acting user may know of, in the order of joining, the user among them.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.unavailable` when the store can't
  ///   be read now.
  /// - Complexity: O(*n*) in the members; one query besides that of the permission.
  func members(of trip: TripID, as user: UserID) async throws -> [TripMember]

  /// Creates a trip with the acting user as its only member and host.
  /// - Parameters:
  ///   - name: The name, 1 to 80 characters.
  ///   - zone: The zone of its days, an IANA name.
  ///   - areas: The source ids of its ski areas, at most 20.
  ///   - from: The first moment.
  ///   - until: The end, after now and at most 400 days after the first moment.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a value that is not allowed, `.notFound` for a
  ///   removed user, `.unavailable` when the store can't be written now.
  func create(
    name: String, zone: String, areas: [SourceID], from: UniversalTime, until: UniversalTime, as user: UserID
  ) async throws -> Trip

  /// Changes a trip.
  /// - Returns: The trip after the change.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.notPermitted` for one the user does
  ///   not host, `.conflict` for one that is over, `.invalidArgument` or `.limitExceeded` for a value that is not allowed,
  ///   `.unavailable` when the store can't be written now or the change can't be confirmed.
  @discardableResult
  func patch(_ patch: TripPatch, of trip: TripID, as user: UserID) async throws -> Trip

  /// Ends a trip now; its members may still read its past.
  /// - Throws: `SkiError` as ``patch(_:of:as:)``.
  func end(_ trip: TripID, as user: UserID) async throws

  /// Chooses the present one of the acting user's trips, or none with nil.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.conflict` for one that is over,
  ///   `.unavailable` when the store can't be written now.
  func choose(_ trip: TripID?, as user: UserID) async throws

  /// Takes the acting user from a trip; a trip that has ended is removed with its last member.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.conflict` for the last host of one
  ///   that is not over, `.unavailable` when the store can't be written now or the end can't be confirmed.
  func leave(_ trip: TripID, as user: UserID) async throws

  /// Removes another member from a trip; invitations made before don't admit them again.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, and for a person whom the user may
  ///   not know of; `.notPermitted` for a trip the user does not host; `.invalidArgument` for the user's own identifier;
  ///   `.unavailable` when the store can't be written now or the end can't be confirmed.
  func remove(_ person: UserID, from trip: TripID, as user: UserID) async throws

  /// Gives a member another role, themselves among them.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, and for a person whom the user may
  ///   not know of; `.notPermitted` for a trip the user does not host; `.conflict` for a trip that is over, and for the last
  ///   host; `.unavailable` when the store can't be written now or the change can't be confirmed.
  func setRole(_ role: TripRole, of person: UserID, in trip: TripID, as user: UserID) async throws

  /// Makes an invitation.
  /// - Parameters:
  ///   - trip: The trip, hosted by the user.
  ///   - role: The role of those who join by it.
  ///   - uses: The number of people who may join by it, 1 to 1,000.
  ///   - expires: The end, after now and not after the trip's.
  ///   - user: The acting user.
  /// - Returns: The invitation, and the secret for the link, of which only a hash is stored.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.notPermitted` for one the user does
  ///   not host, `.conflict` for one that is over, `.invalidArgument` for other uses or another end, `.limitExceeded` beyond
  ///   100 invitations, `.unavailable` when the store can't be written now.
  func invite(to trip: TripID, as role: TripRole, uses: Int, expires: UniversalTime, by user: UserID)
    async throws -> (invitation: Invitation, secret: LinkSecret)

  /// Returns the invitations to a trip that admit people now, in the order of their ends.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.notPermitted` for one the user does
  ///   not host, `.unavailable` when the store can't be read now.
  func invitations(to trip: TripID, as user: UserID) async throws -> [Invitation]

  /// Revokes an invitation; it admits no one afterwards.
  /// - Throws: `SkiError` with code `.notFound` for an unknown one and one to a trip the user does not belong to,
  ///   `.notPermitted` for a trip the user does not host, `.unavailable` when the store can't be written now.
  func revoke(_ invitation: InvitationID, as user: UserID) async throws

  /// Returns the trip to which a link invites the acting user, without a change.
  /// - Throws: `SkiError` with code `.notFound` for a link that is unknown, expired, used up or revoked, or does not admit the
  ///   user; `.unavailable` when the store can't be read now.
  func preview(_ secret: LinkSecret, as user: UserID) async throws -> InvitationPreview

  /// Lets the acting user join the trip of a link; a member stays one, with the same role, and uses nothing up.
  /// - Throws: `SkiError` with code `.notFound` as ``preview(_:as:)`` and for a removed user, `.limitExceeded` for a full trip
  ///   or a user with too many trips, `.unavailable` when the store can't be written now or the change can't be confirmed.
  @discardableResult
  func join(_ secret: LinkSecret, as user: UserID) async throws -> Trip
}
