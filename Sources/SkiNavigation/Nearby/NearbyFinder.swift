import SkiGeo
import SkiGraph
package import SkiRouting
import SkiTracks

/// Maintains a list of lifts, runs, huts and people near a traveller in one region, by travel time.
///
/// Report events (``move(to:)``, ``set(_:of:)``, ``setFavourites(_:)`` …) and fetch the changes with ``refresh()``. One
/// search computes the times to all nodes; it is repeated when the traveller moved to another edge or far enough along
/// the same. Movements of other people cost a look-up each.
///
/// Not `Sendable`: for use by one task.
package final class NearbyFinder {
  /// The list of the last ``refresh()``.
  package private(set) var list = NearbyList()
  /// The number of searches made.
  package private(set) var searchCount = 0

  private let session: RouteSession
  private var profile: SkierProfile
  private var options: NearbyOptions
  private var favourites: Set<NearbyID> = []
  private var targets: [NearbyTarget]
  private var origin: Origin?
  /// The positions of people.
  private var people: [TravellerID: NearbyPosition] = [:]
  /// The people whose positions are newer than the ranking.
  private var changed: Set<TravellerID> = []
  private var isAllOld = true
  private var ranking: NearbyRanking

  /// The position of the traveller, with the results of its search.
  private struct Origin {
    var spot: NearbyPosition
    var access: NetworkAccess?
    var times: NodeTimes?
    /// The lift or run of the traveller.
    var feature: FeatureIndex?
  }

  /// Creates a finder for a region; the list is empty until the traveller has a position.
  /// - Complexity: That of ``RoutingGraph/places(ofKinds:)``.
  package init(
    router: Router, profile: SkierProfile = SkierProfile(), options: NearbyOptions = NearbyOptions()
  ) {
    session = RouteSession(router)
    self.profile = profile
    self.options = options
    targets = NearbyTarget.all(session: session, profile: profile, options: options)
    ranking = NearbyRanking(options: options)
  }

  // MARK: Events

  /// Sets the position of the traveller; nil when it is unknown.
  /// - Complexity: O(1); ``refresh()`` searches.
  package func move(to spot: NearbyPosition?) {
    guard let spot else {
      isAllOld = isAllOld || origin != nil
      origin = nil
      return
    }
    if let before = origin?.spot, before.place?.edge == spot.place?.edge,
      before.place?.region == spot.place?.region,
      before.coordinate.distanceMetres(to: spot.coordinate) < options.leastMoveMetres
    {
      return
    }
    origin = Origin(spot: spot)
    isAllOld = true
  }

  /// Sets the position of another person; nil when they left. Complexity: O(1).
  package func set(_ spot: NearbyPosition?, of traveller: TravellerID) {
    guard people[traveller] != spot else { return }
    people[traveller] = spot
    changed.insert(traveller)
  }

  /// Applies an update of a stream of travellers. Complexity: O(1).
  package func take(_ update: TravellerUpdate) {
    set(update.position.map(NearbyPosition.init), of: update.traveller)
  }

  /// Sets the favourites of the traveller. Complexity: O(1).
  package func setFavourites(_ favourites: Set<NearbyID>) {
    guard self.favourites != favourites else { return }
    self.favourites = favourites
    isAllOld = true
  }

  /// Changes the traveller's profile or the options of the list. Complexity: That of creating a finder.
  package func change(profile: SkierProfile? = nil, options: NearbyOptions? = nil) {
    let (before, listed) = (self.profile, self.options)
    self.profile = profile ?? before
    self.options = options ?? listed
    guard self.profile != before || self.options != listed else { return }
    targets = NearbyTarget.all(session: session, profile: self.profile, options: self.options)
    origin = origin.map { Origin(spot: $0.spot) }
    isAllOld = true
  }

  // MARK: The list

  /// Updates the list and returns the changes.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``; the list is
  ///   then unchanged, and the next call updates it.
  /// - Complexity: O((*n* + *m*) log *m*) when the traveller moved, else O(log *k*) for each person who did, in items
  ///   *k*, and O(length of the list).
  package func refresh() throws -> NearbyChanges {
    if isAllOld { try rankAll() } else { rankChanged() }
    isAllOld = false
    changed = []
    let fresh = NearbyList(ranking.first(options.limit))
    let changes = list.changes(to: fresh)
    list = fresh
    return changes
  }

  private func rankAll() throws {
    try search()
    guard let origin else {
      ranking = NearbyRanking(options: options)
      return
    }
    let places = targets.map { entry(of: $0, from: origin) }
    ranking = NearbyRanking(
      places + people.map { entry(of: $0.key, at: $0.value, from: origin) }, options: options)
  }

  private func rankChanged() {
    guard let origin else { return }
    for traveller in changed {
      let fresh = people[traveller].map { entry(of: traveller, at: $0, from: origin) }
      ranking.set(fresh, for: .person(traveller))
    }
  }

  /// Searches from the traveller's position, unless the times are known.
  private func search() throws {
    guard let spot = origin?.spot, origin?.times == nil else { return }
    let access = access(from: spot)
    origin?.feature = here(spot).flatMap { session.router.graph.feature(ofEdge: $0.edge) }
    origin?.access = access
    origin?.times = try access.map { try session.times(from: $0, profile: profile) }
    searchCount += 1
  }

  private func access(from spot: NearbyPosition) -> NetworkAccess? {
    if let place = here(spot) {
      return session.access(on: place.edge, atCentimetres: place.centimetresAlong, profile: profile)
    }
    return try? session.access(.coordinate(spot.coordinate), as: .start, profile: profile)
  }

  /// Returns the place on an edge of this region's graph; nil for any other.
  private func here(_ spot: NearbyPosition) -> EdgePlace? {
    let graph = session.router.graph
    guard let place = spot.place, place.region == graph.region, place.edge.position < graph.edgeCount
    else { return nil }
    return place
  }

  // MARK: Entries

  private func entry(of target: NearbyTarget, from origin: Origin) -> NearbyEntry {
    let isOn = origin.feature.map(target.place.features.contains) ?? false
    return NearbyEntry(
      id: target.id, kind: target.kind, place: target.place,
      milliseconds: isOn ? 0 : milliseconds(to: target.access, from: origin),
      metres: isOn ? 0 : target.metres(from: origin.spot.coordinate),
      isFavourite: favourites.contains(target.id))
  }

  private func milliseconds(to access: NearbyTarget.Access, from origin: Origin) -> UInt32? {
    guard let times = origin.times, let start = origin.access else { return nil }
    switch access {
    case .nodes(let ends): return times.least(to: ends)
    case .spot(let end):
      return end.flatMap { session.milliseconds(from: start, to: $0, times: times, profile: profile) }
    }
  }

  private func entry(of traveller: TravellerID, at spot: NearbyPosition, from origin: Origin) -> NearbyEntry {
    NearbyEntry(
      id: .person(traveller), kind: .person, place: nil,
      milliseconds: milliseconds(to: access(to: spot), from: origin),
      metres: straightLineMetres(spot.coordinate, origin.spot.coordinate),
      isFavourite: favourites.contains(.person(traveller)))
  }

  /// Returns the access to a person: the end of their edge, the nearer one when they wait; off the map their position.
  private func access(to spot: NearbyPosition) -> NearbyTarget.Access {
    let graph = session.router.graph
    if let place = here(spot) {
      let node = spot.isWaiting ? graph.nearestEnd(of: place) : graph.head(place.edge)
      return .nodes([SearchEnd(node: node)])
    }
    guard spot.place == nil else { return .spot(nil) }
    return .spot(try? session.access(.coordinate(spot.coordinate), as: .destination, profile: profile))
  }
}
