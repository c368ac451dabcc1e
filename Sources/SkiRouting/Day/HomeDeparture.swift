public import SkiBase
public import SkiGraph

/// The latest departure from a place that still gets home, with the last route.
public struct HomeDeparture: Hashable, Sendable {
  /// The latest departure that gets home before lifts and runs close.
  public var latest: LatestDeparture
  /// The latest departure with which every run is left before it closes; nil when nothing closes, or no departure is
  /// in time.
  public var beforeClosing: DayTime?
  /// The last route; without a departure when ``latest`` is any time, and without steps when none was found.
  public var lastRoute: Route
}

/// A lift, station or hut with the latest departure for home.
public struct HomePlace: Hashable, Sendable {
  /// The numbers and the name, see ``Signposted/label``.
  public var name: String
  /// The type of the feature: lift (its upper end), station or hut.
  public var kind: FeatureKind
  /// The region of the feature.
  package var region: RegionIndex
  /// The feature.
  package var feature: FeatureIndex
  /// The point of its node in the network.
  public var point: GraphPoint
  /// The latest departure; nil when no route leads home.
  public var latest: LatestDeparture?
  /// The latest departure with which every run is left before it closes; nil when nothing closes, or no route leads
  /// home.
  public var beforeClosing: DayTime?
}

extension DaySession {
  /// Returns the latest departure from the start of a request to its destination, or the reason why no route leads
  /// there.
  /// - Throws: As ``route(_:departing:home:)``.
  package func home(_ request: RouteRequest, departing departure: DayTime) throws -> Answer<HomeDeparture> {
    let (profile, snap) = (request.profile, request.snapLimitMetres)
    if case .noAnswer(let reason) = try resolve(request) { return .noAnswer(reason) }
    return try latestDepartures(to: request.to, profile: profile, snapLimitMetres: snap).flatMap {
      departures in
      guard
        let latest = try latestDeparture(
          from: request.from, in: departures, profile: profile, snapLimitMetres: snap)
      else { return .noAnswer(try missingRouteHome(request)) }
      let beforeClosing = try departureBeforeClosing(
        from: request.from, in: departures, profile: profile, snapLimitMetres: snap)
      let leaving = latest.time ?? beforeClosing ?? departure
      var route =
        try route(request, departing: leaving).value ?? Route(steps: [], region: router.graph.region)
      // Without a latest departure the time of the route has no meaning.
      if latest == .anyTime { route.departure = nil }
      return .answer(HomeDeparture(latest: latest, beforeClosing: beforeClosing, lastRoute: route))
    }
  }

  /// Returns the reason why no route leads home: the limits that prevent it at any time, or else that it is too late.
  private func missingRouteHome(_ request: RouteRequest) throws -> NoAnswer {
    try missingRoute(
      from: request.from, backTo: request.to, profile: request.profile,
      snapLimitMetres: request.snapLimitMetres)?.reason ?? NoAnswer(.tooLate)
  }

  /// Returns the named lifts, stations and huts by latest departure, those without a way home last; of several with one
  /// kind and label the first in graph order.
  /// - Complexity: O(*f* log *f*) in features.
  package func homePlaces(_ departures: LatestDepartures) -> [HomePlace] {
    let graph = router.graph
    var names: Set<String> = []
    let places = (0..<graph.featureCount).compactMap { position -> HomePlace? in
      let feature = graph.feature(FeatureIndex(position))
      guard feature.kind == .lift || feature.kind == .station || feature.kind == .hut,
        let name = feature.label,
        let node = feature.kind == .lift ? feature.endNode : feature.startNode,
        names.insert("\(feature.kind) \(name)").inserted
      else { return nil }
      return HomePlace(
        name: name, kind: feature.kind, region: graph.region, feature: FeatureIndex(position),
        point: graph.point(node),
        latest: departures[node], beforeClosing: departures.beforeClosing(node))
    }
    return places.sorted { (Self.rank($0), $0.name) < (Self.rank($1), $1.name) }
  }

  private static func rank(_ place: HomePlace) -> Int {
    switch place.latest {
    case .until(let time)?: time.milliseconds
    case nil: .max
    default: .max - 1
    }
  }
}
