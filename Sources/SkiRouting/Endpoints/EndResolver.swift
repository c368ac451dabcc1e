import SkiBase
import SkiGraph

/// A resolver that snaps the ends of a request to the network.
struct EndResolver {
  let graph: RoutingGraph
  let request: RouteRequest

  /// The distance up to which a coordinate may be on a feature, in metres.
  static let onFeatureMetres = 10.0
  /// The distance up to which positions beyond the nearest count, in metres: with the default snap limit all within it.
  static let reachMetres = RouteRequest.defaultSnapLimitMetres
  /// The search radius for the nearest feature beyond the snap limit, in metres.
  static let searchMetres = 20_000.0
  /// The maximum snap limit, in metres.
  static let greatestLimitMetres = 100_000.0

  /// Checks the coordinates and the snap limit of a request.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, see ``RouteSession/route(_:)``.
  static func check(_ request: RouteRequest) throws(SkiError) {
    try SkiError.require(
      request.snapLimitMetres.isFinite && request.snapLimitMetres >= 0,
      "snap limit must be 0 m or more, got \(request.snapLimitMetres)")
    for case .coordinate(let place) in [request.from, request.to] where !place.isValid {
      throw SkiError(
        .invalidArgument,
        "\(place.latitude),\(place.longitude) is not on the Earth; give latitude,longitude in degrees")
    }
  }

  /// Resolves a single end.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, see ``RouteSession/route(_:)``.
  static func resolve(
    _ place: RouteEndpoint, as end: RouteEnd, in graph: RoutingGraph, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws(SkiError) -> Answer<ResolvedEnd> {
    let request = RouteRequest(from: place, to: place, profile: profile, snapLimitMetres: snapLimitMetres)
    return try EndResolver(graph: graph, request: request).resolve(end)
  }

  /// Resolves one end of the request.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, see ``RouteSession/route(_:)``.
  func resolve(_ end: RouteEnd) throws(SkiError) -> Answer<ResolvedEnd> {
    try Self.check(request)
    switch end == .start ? request.from : request.to {
    case .node(let node):
      try SkiError.require(
        node.position < graph.nodeCount,
        "node \(node.rawValue) is not on this map of \(graph.nodeCount) nodes")
      return .answer(ResolvedEnd(node: node, graph: graph))
    case .coordinate(let coordinate):
      return resolve(coordinate, end)
    case .place(let place): return try resolve(place, end)
    }
  }

  private func resolve(_ coordinate: Coordinate, _ end: RouteEnd) -> Answer<ResolvedEnd> {
    if let resolved = resolve(coordinate) { return .answer(resolved) }
    var reason = NoAnswer(isNearSnowCovered(coordinate) ? .onlySnowCovered : .notNearAnything)
    reason.end = end
    if reason.reason == .onlySnowCovered { return .noAnswer(reason) }
    reason.nearestMetres =
      snaps(coordinate, withinMetres: Self.searchMetres, count: 1).first?.distanceMetres
    return .noAnswer(reason)
  }

  /// Returns whether a valid coordinate is near paths that are snow-covered and may not be walked.
  private func isNearSnowCovered(_ coordinate: Coordinate) -> Bool {
    if request.profile.allowsSnowCovered { return false }
    var walker = request
    walker.profile.allowsSnowCovered = true
    return EndResolver(graph: graph, request: walker).resolve(coordinate) != nil
  }

  /// Returns a valid coordinate on the network; nil when it is beyond the snap limit.
  func resolve(_ coordinate: Coordinate) -> ResolvedEnd? {
    let all = graph.positions(
      near: coordinate, withinMetres: min(request.snapLimitMetres, Self.greatestLimitMetres),
      beyondNearestMetres: Self.reachMetres, where: isWanted)
    return all.isEmpty ? nil : ResolvedEnd(coordinate: coordinate, snaps: all, graph: graph)
  }

  /// Returns the nearest positions on runs, streets and stations; ski tours, hikes and itineraries only when the
  /// profile allows them.
  func snaps(_ coordinate: Coordinate, withinMetres metres: Double, count: Int) -> [NetworkSnap] {
    graph.snaps(near: coordinate, withinMetres: metres, limit: count, where: isWanted)
  }

  private func isWanted(_ link: LinkIndex) -> Bool {
    request.profile.optsIn(to: LinkFlags(rawValue: graph.storage.linkFlags[link.position]))
  }

  private func resolve(_ place: Place, _ end: RouteEnd) throws(SkiError) -> Answer<ResolvedEnd> {
    try SkiError.require(
      place.feature.position < graph.featureCount,
      "place \(place.name ?? "without a name") is not of this map; search for it again")
    if let node = place.node, node.position < graph.nodeCount {
      return .answer(ResolvedEnd(node: node, graph: graph))
    }
    let twins = place.features.filter { $0.position < graph.featureCount }.map(graph.feature)
    let nodes = twins.compactMap { $0.start == place.point ? $0.startNode : $0.endNode ?? $0.startNode }
    if let node = nodes.first { return .answer(ResolvedEnd(node: node, graph: graph)) }
    let feature = graph.feature(place.feature)
    let name = place.label ?? feature.label
    let isSpot = place.kind != .lift && place.kind != .run
    if isSpot, feature.status == .operating || feature.status == .unknown {
      // A hut stands beside the runs and is snapped like a coordinate.
      let answer = resolve(place.point.coordinate, end)
      guard case .noAnswer(var reason) = answer else { return answer }
      reason.placeName = name
      return .noAnswer(reason)
    }
    var reason = NoAnswer(.placeNotInNetwork)
    reason.end = end
    reason.placeName = name
    reason.placeStatus = feature.status
    reason.nearby = NearbyFeatures.around(place.point.coordinate, in: graph)
    return .noAnswer(reason)
  }
}

/// The search for lifts and runs of the network near a place, as suggestions.
enum NearbyFeatures {
  static let reachMetres = 2000.0
  static let liftCount = 3
  static let runCount = 2

  /// Returns the nearest named lifts, then the nearest named runs, that are part of the network.
  /// - Complexity: O(*f* log *f*) in the features of the region.
  static func around(_ place: Coordinate, in graph: RoutingGraph) -> [NearbyFeature] {
    var found: [NearbyFeature] = []
    for index in 0..<graph.featureCount {
      let kind = FeatureKind(code: graph.kindCode(of: index))
      guard kind == .lift || kind == .run else { continue }
      let feature = graph.feature(FeatureIndex(index))
      guard let name = feature.name, feature.startNode != nil || feature.endNode != nil,
        feature.status == .operating || feature.status == .unknown, feature.access.restriction() == nil
      else { continue }
      let distance = min(
        place.distanceMetres(to: feature.start.coordinate), place.distanceMetres(to: feature.end.coordinate))
      guard distance <= reachMetres else { continue }
      found.append(
        NearbyFeature(
          kind: feature.kind, liftKind: kind == .lift ? feature.liftKind : nil, id: feature.id, name: name,
          distanceMetres: distance))
    }
    found.sort { ($0.distanceMetres, $0.id.rawValue) < ($1.distanceMetres, $1.id.rawValue) }
    return distinct(found, .lift, liftCount) + distinct(found, .run, runCount)
  }

  private static func distinct(_ found: [NearbyFeature], _ kind: FeatureKind, _ count: Int) -> [NearbyFeature]
  {
    Array(found.filter { $0.kind == kind }.uniqued(on: \.name).prefix(count))
  }
}
