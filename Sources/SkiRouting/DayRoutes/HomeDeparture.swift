public import SkiGeo
public import SkiGraph
import SkiModel

/// Until when one may leave a place and still get home.
///
/// A value.
public struct HomeDeparture: Hashable, Sendable {
  /// Until when.
  public var latest: LatestDeparture
  /// Until when every run on the way is left before it closes; nil where nothing closes.
  public var beforeClosing: DayTime?
  /// The last route there; without a departure where one may leave at any time. Without steps where none was found.
  public var lastRoute: Route
}

/// A lift, station or hut with until when one may leave it for home.
///
/// A value.
public struct HomePlace: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Lift, station or hut; of a lift its upper end is meant.
  public var kind: FeatureKind
  /// The feature it is, and its region.
  package var region: RegionIndex
  package var feature: FeatureIndex
  /// Where it is.
  public var point: GraphPoint
  /// Until when; nil where nothing leads home.
  public var latest: LatestDeparture?
  /// Until when every run on the way is left before it closes; nil where nothing closes.
  public var beforeClosing: DayTime?
}

extension DaySession {
  /// Returns until when one may leave the start of a request to be at its end; or why nothing leads there.
  /// - Throws: As ``route(_:departing:home:)``.
  package func home(_ request: RouteRequest, departing departure: DayTime) throws -> Answer<HomeDeparture> {
    let (profile, snap) = (request.profile, request.snapLimitMetres)
    if case .noAnswer(let reason) = try resolve(request) { return .noAnswer(reason) }
    return try latestDepartures(to: request.to, profile: profile, snapLimitMetres: snap).flatMap {
      departures in
      guard
        let latest = try latestDeparture(
          from: request.from, in: departures, profile: profile, snapLimitMetres: snap)
      else { return .noAnswer(try wayHome(request)) }
      let beforeClosing = try departureBeforeClosing(
        from: request.from, in: departures, profile: profile, snapLimitMetres: snap)
      let leaving = latest.time ?? beforeClosing ?? departure
      var route =
        try route(request, departing: leaving).value ?? Route(steps: [], region: router.graph.region)
      // Where there is no last moment, no hour means anything.
      if latest == .anyTime { route.departure = nil }
      return .answer(HomeDeparture(latest: latest, beforeClosing: beforeClosing, lastRoute: route))
    }
  }

  /// Returns why nothing leads home: what is missing at every hour, else that it is too late.
  private func wayHome(_ request: RouteRequest) throws -> NoAnswer {
    try missingWay(
      from: request.from, backTo: request.to, profile: request.profile,
      snapLimitMetres: request.snapLimitMetres)?.reason ?? NoAnswer(.tooLate)
  }

  /// Returns the named lifts, stations and huts, those to be left first before the others, those without a way home last.
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
