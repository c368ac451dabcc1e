package import SkiAPI
package import SkiBase

/// The data that decide on the positions of one trip: people, grants and the latest rows.
package struct TripPermissions: Sendable {
  /// The trip.
  package let trip: TripID
  /// The people; nil for an unknown trip.
  package var roster: TripRoster?
  /// The grants by owner.
  package var grants: [UserID: [ShareGrant]] = [:]
  /// The latest rows by traveller.
  package var rows: [UserID: LiveRow] = [:]

  package init(trip: TripID) { self.trip = trip }

  /// Takes rows that are later than those known. Complexity: O(*k*) in the rows.
  package mutating func take(_ changes: [LiveRow]) {
    for row in changes {
      if let known = rows[row.user], row.order < known.order { continue }
      rows[row.user] = row.position == nil ? nil : row
    }
  }

  /// A position with the permission by which it is shown, which many listeners hold at once.
  package final class Shown: Sendable {
    package let location: SharedLocation
    package let access: Access

    fileprivate init(_ location: SharedLocation, by access: Access) {
      (self.location, self.access) = (location, access)
    }
  }

  /// Returns the position of a person as a viewer may see it now; nil when there is nothing to see.
  package func location(of owner: UserID, for viewer: Viewer, now: UniversalTime) -> Shown? {
    viewer.user == owner ? nil : common(owner, for: viewer, now: now)
  }

  /// Returns the position of a person as a viewer may see it who is not that person.
  ///
  /// It is the same for all viewers of one role, unless grants of the owner name people; see ``TripView``.
  func common(_ owner: UserID, for viewer: Viewer, now: UniversalTime) -> Shown? {
    guard let roster, let row = rows[owner], let position = row.position,
      let access = Access.decide(
        owner: owner, grants: grants[owner] ?? [],
        AccessQuestion(
          viewer: viewer, roster: roster, now: now, isInSkiArea: position.isInSkiArea,
          isCoarseInSkiArea: position.coarse.shown?.isInSkiArea ?? false)),
      let location = SharedLocation.redacted(row, to: access, now: now)
    else { return nil }
    return Shown(location, by: access)
  }

  /// Returns the viewer's own coordinate in the trip, which is theirs to know.
  func ownCoordinate(of viewer: Viewer) -> Coordinate? {
    viewer.user.flatMap { rows[$0]?.position?.exact.coordinate }
  }
}
