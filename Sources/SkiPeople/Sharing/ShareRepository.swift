public import SkiAPI
public import SkiBase

/// The grants of the current user: who may see me, how precisely, until when.
///
/// The app authenticates the user. Every end returns when no server can hand anything more to a viewer whom it excludes;
/// when that can't be confirmed because the store is away, it throws, and the end may be asked for again. Created by
/// ``SkiEnvironment``.
public final class ShareRepository: Sendable {
  private let server: SharingServer
  private let pipeline: LivePipeline
  private let store: any SharingStore
  private let membership: any TripMembership
  private let quotas: Quotas

  init(
    server: SharingServer, pipeline: LivePipeline, store: any SharingStore, membership: any TripMembership,
    quotas: Quotas
  ) {
    (self.server, self.pipeline, self.store, self.membership) = (server, pipeline, store, membership)
    self.quotas = quotas
  }

  // MARK: Grants

  /// Stores a grant of the current user.
  ///
  /// One with ``SharePrecision/hidden`` is a block, and returns when it is in effect everywhere.
  /// - Parameters:
  ///   - grant: The grant.
  ///   - user: The current user, who must be the owner.
  /// - Throws: ``SkiError`` with code `.notPermitted` for a grant of another owner, `.invalidArgument` for one past the
  ///   trip's end, the wrong way round or with a cell of another size, `.notFound` for an unknown trip or person,
  ///   `.conflict` for an identifier that exists, `.limitExceeded` beyond the quota of grants, `.rateLimited` beyond
  ///   that of a day, `.unavailable` when the store can't be written now.
  public func grant(_ grant: ShareGrant, as user: UserID) async throws {
    guard grant.owner == user else {
      throw SkiError(.notPermitted, "user \(user) can't share the position of \(grant.owner); share your own")
    }
    guard let roster = try await membership.roster(of: grant.trip) else {
      throw SkiError.unknownTrip(grant.trip)
    }
    try grant.check(in: roster)
    let version = try await store.insert(grant, within: quotas)
    if grant.precision == .hidden { try await server.waitUntilApplied(version) }
  }

  /// Ends one grant of the current user; others stay.
  ///
  /// Asked for again after `.unavailable`, it may throw `.notFound`: then the end is in effect everywhere, too.
  /// - Throws: ``SkiError`` with code `.notFound` for a grant that the user does not have, or that has ended,
  ///   `.unavailable` when the store can't be reached now.
  public func revoke(_ id: GrantID, as user: UserID) async throws {
    guard try await store.grants(of: user).contains(where: { $0.id == id }) else {
      try await server.waitUntilAllApplied()
      throw SkiError(.notFound, "grant \(id) is unknown or has ended; list your grants")
    }
    try await server.waitUntilApplied(try await store.end(.grant(id, owner: user)))
  }

  /// Ends all grants of the current user in a trip, or in all trips, and removes the position.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be reached now.
  public func stopSharing(as user: UserID, in trip: TripID? = nil) async throws {
    await pipeline.stop(user, in: trip)
    try await server.waitUntilApplied(try await store.end(.sharing(user, trip)))
  }

  /// Returns the grants of the current user that have not ended, in order of their beginning.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be read now.
  public func grants(of user: UserID) async throws -> [ShareGrant] { try await store.grants(of: user) }

  /// Returns the members who may see the current user in a trip now, with the precision, in ascending order.
  ///
  /// Grants that hold only inside ski areas count as if the user were inside. Holders of links are not members.
  /// - Throws: ``SkiError`` with code `.notFound` for a trip to which the user does not belong, `.unavailable` when the
  ///   store can't be read now.
  public func viewers(of user: UserID, in trip: TripID) async throws -> [(
    viewer: UserID, precision: SharePrecision
  )] {
    guard let roster = try await membership.roster(of: trip), roster.members.contains(user) else {
      throw SkiError.unknownTrip(trip)
    }
    let grants = try await store.grants(of: user).filter { $0.trip == trip }
    let now = server.now
    return roster.members.subtracting([user]).sorted().compactMap { member in
      Access.decide(
        owner: user, grants: grants,
        AccessQuestion(
          viewer: .member(member), roster: roster, now: now, isInSkiArea: true, isCoarseInSkiArea: true)
      )
      .map { (member, $0.precision) }
    }
  }

  // MARK: Trips

  /// Applies a change of a trip's members, hosts or end, which the app has made in its memberships.
  ///
  /// Returns when no server shows anything to those who left, nor of them.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be reached now.
  public func membershipChanged(in trip: TripID) async throws {
    try await server.waitUntilApplied(try await store.touch(trip))
  }

  /// Ends all sharing in a trip: grants, links and positions.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be reached now.
  public func tripEnded(_ trip: TripID) async throws {
    try await server.waitUntilApplied(try await store.end(.trip(trip)))
  }

  // MARK: Links

  /// Creates a link that shows the current user to its holders.
  /// - Parameters:
  ///   - user: The current user.
  ///   - trip: The trip.
  ///   - precision: The precision; not hidden.
  ///   - from: The first moment.
  ///   - until: The end, not later than the trip's.
  /// - Returns: The secret for the link, which is not stored, and the grant, by which the link is revoked.
  /// - Throws: ``SkiError`` as ``grant(_:as:)``.
  public func makeLink(
    as user: UserID, in trip: TripID, precision: SharePrecision, from: UniversalTime, until: UniversalTime
  ) async throws -> (secret: LinkSecret, grant: ShareGrant) {
    try SkiError.require(precision != .hidden, "a link can't hide; give exact, a grid or the area")
    let secret = LinkSecret()
    let grant = ShareGrant(
      owner: user, trip: trip, audience: .link(secret.hash), precision: precision, from: from, until: until)
    try await self.grant(grant, as: user)
    return (secret, grant)
  }

  /// Returns the trip and the viewer of a link.
  /// - Throws: ``SkiError`` with code `.notFound` for a link that is unknown or has ended, `.unavailable` when the store
  ///   can't be read now.
  public func open(_ secret: LinkSecret) async throws -> (trip: TripID, viewer: Viewer) {
    guard let grant = try await store.grant(ofLink: secret.hash) else {
      throw SkiError(.notFound, "the link is unknown or has ended; ask for another")
    }
    return (grant.trip, .link(secret.hash))
  }

  // MARK: Audit and rights

  /// Returns who received positions of the current user, by viewer, grant and hour, and who was refused.
  ///
  /// Counts are of positions put at the disposal of a viewer, and complete within ten seconds.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be read now.
  public func audit(of user: UserID) async throws -> [AuditRecord] {
    try await store.audit(of: user).map(AuditRecord.init)
  }

  /// Returns everything stored of the current user.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be read now.
  public func export(of user: UserID) async throws -> SharingExport {
    SharingExport(user: user, grants: try await grants(of: user), audit: try await audit(of: user))
  }

  /// Erases everything of and about the current user: grants, links, positions, and audit records as owner and viewer.
  ///
  /// Returns when no server can show the user to anybody, and the records are removed. Streams of the user end; the app
  /// removes the user from its trips first, since viewing creates audit records again. What servers hold of the user is
  /// never stored afterwards: they recognise the user by a SHA-256 of the identifier, which is kept for an hour.
  /// - Returns: The numbers of removed records, and where bytes may remain for a while.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be reached now.
  public func erase(_ user: UserID) async throws -> EraseReceipt {
    await pipeline.stop(user, in: nil)
    try await server.waitUntilApplied(try await store.end(.erasure(user)))
    return try await store.erase(user)
  }
}
