public import SkiBase
import SkiGraph
public import SkiRouting
public import SkiTracks

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

/// The position of the traveller or of another person.
///
/// Of another person it is made from what they share with the traveller, never from the position a ``LiveMatcher``
/// returns: distances to it tell where it is.
public struct NearbyPosition: Hashable, Sendable {
  /// The matched place; nil off the map.
  public var place: EdgePlace?
  /// The coordinate.
  public var coordinate: Coordinate
  /// Indicates whether they stand at a boarding place, so that the nearer end of the edge counts.
  public var isWaiting: Bool

  /// Creates a position from its members.
  public init(place: EdgePlace?, coordinate: Coordinate, isWaiting: Bool = false) {
    self.place = place
    self.coordinate = coordinate
    self.isWaiting = isWaiting
  }
}

/// A sorted list of all items that may be listed, with updates of single items.
struct NearbyRanking {
  private let options: NearbyOptions
  private var ranked: [(order: NearbyOrder, entry: NearbyEntry)] = []
  private var orders: [NearbyID: NearbyOrder] = [:]

  /// Sorts items. Complexity: O(*n* log *n*).
  init(_ entries: [NearbyEntry] = [], options: NearbyOptions) {
    self.options = options
    ranked = entries.filter(options.lists).map { (NearbyOrder($0, options), $0) }
      .sorted { $0.order < $1.order }
    for (order, entry) in ranked { orders[entry.id] = order }
  }

  /// Returns the first items. Complexity: O(*k*) in them.
  func first(_ count: Int) -> [NearbyEntry] { ranked.prefix(max(0, count)).map(\.entry) }

  /// Replaces, adds or, with nil, removes an item. Complexity: O(log *n*) for the search, O(*n*) for the insertion.
  mutating func set(_ entry: NearbyEntry?, for id: NearbyID) {
    if let old = orders.removeValue(forKey: id) { ranked.remove(at: position(of: old)) }
    guard let entry, options.lists(entry) else { return }
    let order = NearbyOrder(entry, options)
    ranked.insert((order, entry), at: position(of: order))
    orders[id] = order
  }

  /// Returns the position of the first item not before a key.
  private func position(of order: NearbyOrder) -> Int {
    ranked.partitioningIndex { !($0.order < order) }
  }
}

/// The sort key of a nearby item: pinned favourites first, then reachable items, then by measure.
///
/// A total order, so that the list is deterministic: ties are broken by kind, feature or name.
struct NearbyOrder: Comparable {
  private let isLate: Bool
  private let isUnreachable: Bool
  private let distance: Double
  private let kind: Int
  private let feature: UInt32
  private let name: String

  init(_ entry: NearbyEntry, _ options: NearbyOptions) {
    isLate = !(entry.isFavourite && options.pinsFavourites)
    isUnreachable = !entry.isReachable
    if let milliseconds = entry.milliseconds, options.measure == .minutes {
      distance = Double(milliseconds)
    } else {
      distance = entry.metres
    }
    kind = NearbyKind.allCases.firstIndex(of: entry.kind) ?? 0
    switch entry.id {
    case .place(let index): (feature, name) = (index.rawValue, "")
    case .person(let traveller): (feature, name) = (0, traveller.rawValue)
    }
  }

  static func < (a: NearbyOrder, b: NearbyOrder) -> Bool {
    if a.isLate != b.isLate { return b.isLate }
    if a.isUnreachable != b.isUnreachable { return b.isUnreachable }
    if a.distance != b.distance { return a.distance < b.distance }
    return (a.kind, a.feature, a.name) < (b.kind, b.feature, b.name)
  }
}

extension NearbyOptions {
  /// Returns whether an item is listed, regardless of the greatest number.
  func lists(_ entry: NearbyEntry) -> Bool {
    guard kinds.contains(entry.kind) else { return false }
    if entry.isFavourite && pinsFavourites { return true }
    if let metres = greatestMetres, !(entry.metres <= metres) { return false }
    guard let milliseconds = entry.milliseconds else { return unreachable == .last }
    guard let minutes = greatestMinutes else { return true }
    return Double(milliseconds) <= minutes * 60_000
  }
}

/// A lift, run or hut that may be listed, with the access to it for one profile.
struct NearbyTarget {
  var id: NearbyID { .place(place.feature) }
  let kind: NearbyKind
  let place: Place
  /// The entries, for straight-line distances.
  let points: [Coordinate]
  /// The access to it from the network.
  let access: Access

  enum Access {
    /// The nodes where a piece of the lift or run begins that the profile may use.
    case nodes([SearchEnd])
    /// A position off the network; nil when no edge is near.
    case position(NetworkAccess?)
  }

  /// Returns the lifts, runs and huts of a region that may be listed.
  ///
  /// - Complexity: That of ``RoutingGraph/places(ofKinds:)``, and a snap for each hut.
  static func all(session: RouteSession, profile: SkierProfile, options: NearbyOptions) -> [NearbyTarget] {
    let graph = session.router.graph
    let costs = CostModel(graph: graph, profile: profile).edgeCosts()
    return graph.places(ofKinds: Set(options.kinds.compactMap(\.featureKind))).compactMap { place in
      guard let kind = NearbyKind(place.kind) else { return nil }
      if kind == .run, place.label == nil, !options.listsNamelessRuns { return nil }
      if kind == .hut {
        let access = try? session.access(.place(place), as: .destination, profile: profile)
        return NearbyTarget(
          kind: kind, place: place, points: [place.point.coordinate], access: .position(access))
      }
      return NearbyTarget(kind: kind, place, graph, costs)
    }
  }

  private init(kind: NearbyKind, place: Place, points: [Coordinate], access: Access) {
    (self.kind, self.place, self.points, self.access) = (kind, place, points, access)
  }

  private init(kind: NearbyKind, _ place: Place, _ graph: RoutingGraph, _ costs: EdgeCosts) {
    var (usable, all): (Set<NodeIndex>, Set<NodeIndex>) = ([], [])
    for link in place.features.flatMap({ graph.links(of: $0) }) {
      for reversed in [false, true] {
        guard let edge = graph.edge(of: LinkIndex(link), reversed: reversed) else { continue }
        all.insert(graph.tail(edge))
        if costs[edge] != nil { usable.insert(graph.tail(edge)) }
      }
    }
    let points = all.sorted().map { graph.point($0).coordinate }
    self.init(
      kind: kind, place: place, points: points.isEmpty ? [place.point.coordinate] : points,
      access: .nodes(usable.sorted().map { SearchEnd(node: $0) }))
  }

  /// Returns the straight-line distance to the nearest entry in metres. Complexity: O(points).
  func metres(from place: Coordinate) -> Double {
    points.reduce(.infinity) { min($0, straightLineMetres($1, place)) }
  }
}

/// Returns the distance between two coordinates in metres; infinite when one is invalid, so that all can be sorted.
func straightLineMetres(_ a: Coordinate, _ b: Coordinate) -> Double {
  a.isValid && b.isValid ? a.distanceMetres(to: b) : .infinity
}
