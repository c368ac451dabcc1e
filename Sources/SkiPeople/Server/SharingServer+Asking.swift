import SkiAPI
import SkiBase

extension SharingServer {
  /// Refuses those who may not see an open trip, and travellers who ask for all people.
  func admit(_ viewer: Viewer, to trip: TripID, showing: LocationsShown) throws {
    guard let feed = feeds[trip], feed.admits(viewer, now: storeTime.now) else {
      throw SkiError.unknownTrip(trip)
    }
    if showing == .all, let user = viewer.user, feed.roster?.hosts.contains(user) != true {
      throw SkiError(
        .notPermitted, "user \(user) is not a host of trip \(trip), and can't see all; ask for those near")
    }
  }

  /// Returns the positions in an open trip that a viewer may see now, after their audit records are durable.
  func locations(in trip: TripID, as viewer: Viewer, showing: LocationsShown) async throws -> [SharedLocation]
  {
    try await audited { now in
      try admit(viewer, to: trip, showing: showing)
      guard let feed = feeds[trip] else { throw SkiError.unknownTrip(trip) }
      return feed.seen(by: viewer, showing: showing, now: now)
    } as: {
      viewer.auditName
    }
  }

  /// Returns the positions of some people in an open trip that a viewer may see now, after their audit records are durable;
  /// a position that the viewer may not see is not noted.
  func locations(of people: Set<UserID>, in trip: TripID, as viewer: Viewer) async throws -> [SharedLocation]
  {
    try await audited { now in
      guard let feed = feeds[trip], feed.admits(viewer, now: now) else { throw SkiError.unknownTrip(trip) }
      return people.reduce(into: [:]) { found, person in
        found[person] = feed.location(of: person, for: viewer, now: now)
      }
    } as: {
      viewer.auditName
    }
  }

  /// Returns the last position of a member in an open trip, for that member; nil when there is none or it has expired.
  func ownLocation(of user: UserID, in trip: TripID) throws -> ExactLocation? {
    let now = storeTime.now
    guard let feed = feeds[trip], feed.admits(.member(user), now: now) else {
      throw SkiError.unknownTrip(trip)
    }
    guard let row = feed.rows[user], !row.isObsolete(now: now.milliseconds) else { return nil }
    return row.position?.exact
  }

  /// Returns the position of one person in an open trip; a refusal is noted in the person's audit.
  func location(of user: UserID, in trip: TripID, as viewer: Viewer) async throws -> SharedLocation {
    guard let feed = feeds[trip], feed.admits(viewer, now: storeTime.now) else {
      throw SkiError.unknownTrip(trip)
    }
    let found = try await audited { now in
      feeds[trip]?.location(of: user, for: viewer, now: now).map { [user: $0] } ?? [:]
    } as: {
      viewer.auditName
    }
    if let location = found.first { return location }
    if feed.roster?.members.contains(user) == true { refuse(user, viewer, trip) }
    throw SkiError(.notFound, "user \(user) shows no position that you may see; ask them to share it")
  }

  private func refuse(_ user: UserID, _ viewer: Viewer, _ trip: TripID) {
    audit.refuse(
      AuditCount.Key(
        owner: user, viewer: viewer.auditName, trip: trip, grant: nil,
        hour: storeTime.now.milliseconds / 3_600_000))
  }

  /// Returns positions that a question finds during the lease, after their audit records are durable.
  private func audited(
    _ question: (UniversalTime) throws -> [UserID: TripPermissions.Shown], as viewer: () -> String
  ) async throws -> [SharedLocation] {
    for _ in 0..<3 {
      if clock.monotonicMilliseconds() >= lease.end { try await renew() }
      let now = storeTime.now
      let found = try question(now)
      let keys = found.map { owner, shown in
        AuditCount.Key(
          owner: owner, viewer: viewer(), trip: shown.access.trip, grant: shown.access.grant,
          hour: now.milliseconds / 3_600_000)
      }
      // All are asked, so that all records that are missing are stored at once.
      let isDurable = keys.map { audit.mayDeliver($0) }.allSatisfy(\.self)
      if isDurable, clock.monotonicMilliseconds() < lease.end { return found.values.map(\.location) }
      await flushAudit()
    }
    throw SkiError(.unavailable, "the store of live positions is away; try again later")
  }
}
