package import SkiAPI
package import SkiBase

/// The positions of one trip at one moment, as its viewers may see them.
///
/// Members who host see the same of a person as all other hosts do, other members the same as all other members, unless
/// a grant of the person names people, or the person has a block. These positions are made once for each of the two roles;
/// those of owners who name people or have blocks, and those for holders of links, for each viewer. The own position is never among them.
package struct TripView {
  /// The people with a row in ascending order; positions in the view are those in this list.
  package let owners: [UserID]
  private let numbers: [UserID: Int]
  private let permissions: TripPermissions
  private let now: UniversalTime
  /// The owners with grants that name people, or with blocks.
  private let naming: [Int]
  private var roles: [Role: Layer] = [:]

  /// The viewers who see the same, apart from people named in grants.
  private enum Role: Hashable {
    case member
    case host
  }

  /// The positions shown to one role or viewer.
  private struct Layer {
    let shown: [TripPermissions.Shown?]
    let places: PlacedPeople

    init(_ shown: [TripPermissions.Shown?]) {
      self.shown = shown
      places = PlacedPeople(shown.map { $0?.location })
    }
  }

  /// Creates a view. Complexity: O(*n* log *n*) in the people.
  package init(_ permissions: TripPermissions, now: UniversalTime) {
    (self.permissions, self.now) = (permissions, now)
    owners = permissions.rows.keys.sorted()
    numbers = Dictionary(uniqueKeysWithValues: zip(owners, owners.indices))
    let blocked = permissions.roster?.blockedMembers ?? []
    naming = owners.indices.filter { [owners] number in
      blocked.contains(owners[number])
        || permissions.grants[owners[number]]?.contains { grant in
          if case .people = grant.audience { true } else { false }
        } ?? false
    }
  }

  /// Returns the number of a person in the view; nil for one without a row.
  package func number(of owner: UserID) -> Int? { numbers[owner] }

  /// Returns the positions that a viewer may see, by the numbers of the people in ascending order.
  /// - Parameters:
  ///   - people: The people considered when all are shown; all when nil.
  /// - Complexity: O(*k* log *k*) in the people within the distance, and O(*n*) for the first viewer of a role.
  package mutating func seen(
    by viewer: Viewer, showing: LocationsShown, among people: Set<UserID>? = nil
  ) -> [(number: Int, shown: TripPermissions.Shown)] {
    switch showing {
    case .all:
      let candidates = people.map { $0.compactMap { numbers[$0] }.sorted() } ?? Array(owners.indices)
      return withLayer(of: viewer) { layer, own in
        candidates.compactMap { number in number == own ? nil : layer.shown[number].map { (number, $0) } }
      }
    case .near(let metres, let most):
      guard let origin = permissions.ownCoordinate(of: viewer) else { return [] }
      return nearest(to: origin, metres, most, for: viewer)
    case .around(let place, let metres, let most): return nearest(to: place, metres, most, for: viewer)
    }
  }

  private mutating func nearest(
    to origin: Coordinate, _ metres: Double, _ most: Int, for viewer: Viewer
  ) -> [(number: Int, shown: TripPermissions.Shown)] {
    withLayer(of: viewer) { layer, own in
      layer.places.nearest(to: origin, withinMetres: metres, most: most, without: own).sorted()
        .compactMap { number in layer.shown[number].map { (number, $0) } }
    }
  }

  /// Returns the numbers of those nearest to a coordinate whom a viewer may see, the nearest first, by the coordinates
  /// that the viewer may know.
  package mutating func near(
    _ origin: Coordinate, withinMetres metres: Double, most: Int, for viewer: Viewer
  ) -> [Int] {
    withLayer(of: viewer) { layer, own in
      layer.places.nearest(to: origin, withinMetres: metres, most: most, without: own)
    }
  }

  // MARK: Layers

  /// Calls a function with the positions for a viewer, and the viewer's own number.
  private mutating func withLayer<Result>(
    of viewer: Viewer, _ body: (Layer, _ own: Int?) -> Result
  ) -> Result {
    let own = viewer.user.flatMap { numbers[$0] }
    guard let role = role(of: viewer) else {
      return body(Layer(owners.map { permissions.common($0, for: viewer, now: now) }), own)
    }
    if roles[role] == nil { roles[role] = commonLayer(of: viewer) }
    guard let common = roles[role], !naming.isEmpty else { return body(roles[role] ?? Layer([]), own) }
    var shown = common.shown
    for number in naming { shown[number] = permissions.common(owners[number], for: viewer, now: now) }
    return body(Layer(shown), own)
  }

  private func role(of viewer: Viewer) -> Role? {
    guard let user = viewer.user, let roster = permissions.roster, roster.members.contains(user) else {
      return nil
    }
    return roster.hosts.contains(user) ? .host : .member
  }

  /// Returns the positions shown to all viewers of a viewer's role: without those of owners who name people.
  private func commonLayer(of viewer: Viewer) -> Layer {
    var shown = owners.map { permissions.common($0, for: viewer, now: now) }
    for number in naming { shown[number] = nil }
    return Layer(shown)
  }
}

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
