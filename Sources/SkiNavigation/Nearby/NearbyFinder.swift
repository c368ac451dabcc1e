public import SkiBase
import SkiGraph
public import SkiRouting
import SkiTracks

/// Maintains a list of lifts, runs, huts and people near a traveller in one region, by travel time.
///
/// Report events (``move(to:)``, ``set(_:of:)``, ``setFavourites(_:)`` …) and fetch the list with ``update()``. One
/// search computes the times to all nodes; it is repeated when the traveller moved to another edge or far enough along
/// the same. Movements of other people cost a look-up each.
///
/// Not `Sendable`: for use by one task.
public final class NearbyFinder {
  /// The list of the last ``update()``.
  public private(set) var list = NearbyList()
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
    var position: NearbyPosition
    var access: NetworkAccess?
    var times: NodeTimes?
    /// The lift or run of the traveller.
    var feature: FeatureIndex?
  }

  /// Creates a finder for the region around a coordinate, with the closures of this moment; nil where no region is near.
  ///
  /// The list is empty until the traveller has a position.
  /// - Throws: ``SkiError`` with code `.malformedData` for a corrupted region, `.inputOutput` when reading it fails.
  /// - Complexity: The preparation of the region on first use, and a pass over its lifts, runs and huts.
  public convenience init?(
    near coordinate: Coordinate, of router: MapRouter, profile: SkierProfile = SkierProfile(),
    options: NearbyOptions = NearbyOptions()
  ) throws {
    guard let region = try router.region(of: [.coordinate(coordinate)], profile: profile).value else {
      return nil
    }
    self.init(
      router: try router.router(for: region), profile: router.profile(profile, in: region), options: options)
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
  /// - Complexity: O(1); ``update()`` searches.
  public func move(to position: NearbyPosition?) {
    guard let position else {
      isAllOld = isAllOld || origin != nil
      origin = nil
      return
    }
    if let before = origin?.position, before.place?.edge == position.place?.edge,
      before.place?.region == position.place?.region,
      before.coordinate.distanceMetres(to: position.coordinate) < options.leastMoveMetres
    {
      return
    }
    origin = Origin(position: position)
    isAllOld = true
  }

  /// Sets the position of another person as the traveller may know it; nil when they left or share it no longer.
  /// - Complexity: O(1).
  public func set(_ position: NearbyPosition?, of traveller: TravellerID) {
    guard people[traveller] != position else { return }
    people[traveller] = position
    changed.insert(traveller)
  }

  /// Sets the favourites of the traveller. Complexity: O(1).
  public func setFavourites(_ favourites: Set<NearbyID>) {
    guard self.favourites != favourites else { return }
    self.favourites = favourites
    isAllOld = true
  }

  /// Changes the traveller's profile or the options of the list. Complexity: That of creating a finder.
  public func change(profile: SkierProfile? = nil, options: NearbyOptions? = nil) {
    let (before, listed) = (self.profile, self.options)
    self.profile = profile ?? before
    self.options = options ?? listed
    guard self.profile != before || self.options != listed else { return }
    targets = NearbyTarget.all(session: session, profile: self.profile, options: self.options)
    origin = origin.map { Origin(position: $0.position) }
    isAllOld = true
  }

  // MARK: The list

  /// Updates the list and returns it.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``; the list is
  ///   then unchanged, and the next call updates it.
  /// - Complexity: O((*n* + *m*) log *m*) when the traveller moved, else O(log *k*) for each person who did, in items
  ///   *k*, and O(length of the list).
  public func update() throws -> NearbyList {
    _ = try refresh()
    return list
  }

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
    guard let position = origin?.position, origin?.times == nil else { return }
    let access = access(from: position)
    origin?.feature = here(position).flatMap { session.router.graph.feature(ofEdge: $0.edge) }
    origin?.access = access
    origin?.times = try access.map { try session.times(from: $0, profile: profile) }
    searchCount += 1
  }

  private func access(from position: NearbyPosition) -> NetworkAccess? {
    if let place = here(position) {
      return session.access(on: place.edge, atCentimetres: place.centimetresAlong, profile: profile)
    }
    return try? session.access(.coordinate(position.coordinate), as: .start, profile: profile)
  }

  /// Returns the place on an edge of this region's graph; nil for any other.
  private func here(_ position: NearbyPosition) -> EdgePlace? {
    let graph = session.router.graph
    guard let place = position.place, place.region == graph.region, place.edge.position < graph.edgeCount
    else { return nil }
    return place
  }

  // MARK: Entries

  private func entry(of target: NearbyTarget, from origin: Origin) -> NearbyEntry {
    let isOn = origin.feature.map(target.place.features.contains) ?? false
    return NearbyEntry(
      id: target.id, kind: target.kind, place: target.place,
      milliseconds: isOn ? 0 : milliseconds(to: target.access, from: origin),
      metres: isOn ? 0 : target.metres(from: origin.position.coordinate),
      isFavourite: favourites.contains(target.id))
  }

  private func milliseconds(to access: NearbyTarget.Access, from origin: Origin) -> UInt32? {
    guard let times = origin.times, let start = origin.access else { return nil }
    switch access {
    case .nodes(let ends): return times.least(to: ends)
    case .position(let end):
      return end.flatMap { session.milliseconds(from: start, to: $0, times: times, profile: profile) }
    }
  }

  private func entry(of traveller: TravellerID, at position: NearbyPosition, from origin: Origin)
    -> NearbyEntry
  {
    NearbyEntry(
      id: .person(traveller), kind: .person, place: nil,
      milliseconds: milliseconds(to: access(to: position), from: origin),
      metres: straightLineMetres(position.coordinate, origin.position.coordinate),
      isFavourite: favourites.contains(.person(traveller)))
  }

  /// Returns the access to a person: the end of their edge, the nearer one when they wait; off the map their position.
  private func access(to position: NearbyPosition) -> NearbyTarget.Access {
    let graph = session.router.graph
    if let place = here(position) {
      let node = position.isWaiting ? graph.nearestEnd(of: place) : graph.head(place.edge)
      return .nodes([SearchEnd(node: node)])
    }
    guard position.place == nil else { return .position(nil) }
    return .position(
      try? session.access(.coordinate(position.coordinate), as: .destination, profile: profile))
  }
}
