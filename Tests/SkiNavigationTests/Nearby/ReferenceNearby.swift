import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import SkiTracks

@testable import SkiNavigation

/// The slow reference of the nearby list, one query for each entry; never to be optimised.
struct ReferenceNearby {
  let graph: RoutingGraph
  let options: NearbyOptions
  let favourites: Set<NearbyID>
  let here: NearbyPosition
  private let reference: ReferenceRouting
  private let costs: EdgeCosts
  /// The start on the network, and the rest of a lift ride before it.
  private let starts: [NetworkSnap]
  private let restMilliseconds: Int

  init(
    graph: RoutingGraph, profile: SkierProfile, options: NearbyOptions, favourites: Set<NearbyID>,
    here: NearbyPosition
  ) {
    (self.graph, self.options, self.favourites, self.here) = (graph, options, favourites, here)
    reference = ReferenceRouting(graph: graph, profile: profile)
    let model = CostModel(graph: graph, profile: profile)
    costs = model.edgeCosts()
    guard let place = here.place else {
      (starts, restMilliseconds) = (reference.places(.coordinate(here.coordinate)), 0)
      return
    }
    let index = graph.link(of: place.edge)
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    let along = min(length, UInt32((place.metresAlong * 100).rounded()))
    if link.kind == .lift {
      let share = length > 0 ? Double(length - along) / Double(length) : 0
      restMilliseconds = Int(Double(model.liftMilliseconds(index)?.ride ?? 0) * share)
      starts = reference.places(.node(graph.head(place.edge)))
      return
    }
    restMilliseconds = 0
    starts = [
      NetworkSnap(
        .onLink(index, offsetCentimetres: graph.isReversed(place.edge) ? length - along : along),
        point: graph.point(link.head), distanceMetres: 0)
    ]
  }

  func list(_ people: [TravellerID: NearbyPosition]) -> [Line] {
    var all: [(line: Line, kind: Int, name: String)] = []
    for index in 0..<graph.featureCount {
      let feature = graph.feature(FeatureIndex(index))
      guard let kind = NearbyKind(rawValue: feature.kind.rawValue), options.kinds.contains(kind),
        kind != .run || feature.name != nil || options.listsNamelessRuns
      else { continue }
      let line = line(FeatureIndex(index), feature)
      all.append((line, NearbyKind.allCases.firstIndex(of: kind) ?? 0, "\(100_000 + index)"))
    }
    if options.kinds.contains(.person) {
      for (traveller, spot) in people {
        let line = Line(
          id: .person(traveller), milliseconds: milliseconds(to: spot),
          metres: spot.coordinate.distanceMetres(to: here.coordinate),
          isFavourite: favourites.contains(.person(traveller)))
        all.append((line, NearbyKind.allCases.count, traveller.rawValue))
      }
    }
    let listed = all.filter { isListed($0.line) }.sorted { key($0) < key($1) }
    return listed.prefix(options.limit).map(\.line)
  }

  private func key(_ entry: (line: Line, kind: Int, name: String)) -> (Int, Int, Double, Int, String) {
    let line = entry.line
    let isLate = line.isFavourite && options.pinsFavourites ? 0 : 1
    guard let milliseconds = line.milliseconds else {
      return (isLate, 1, line.metres, entry.kind, entry.name)
    }
    let distance = options.measure == .minutes ? Double(milliseconds) : line.metres
    return (isLate, 0, distance, entry.kind, entry.name)
  }

  private func isListed(_ line: Line) -> Bool {
    if line.isFavourite && options.pinsFavourites { return true }
    if line.metres > options.greatestMetres ?? .infinity { return false }
    guard let milliseconds = line.milliseconds else { return options.unreachable == .last }
    return Double(milliseconds) <= (options.greatestMinutes ?? .infinity) * 60_000
  }

  private func line(_ index: FeatureIndex, _ feature: GraphFeature) -> Line {
    let isFavourite = favourites.contains(.place(index))
    if feature.kind == .hut {
      let metres = feature.start.coordinate.distanceMetres(to: here.coordinate)
      return Line(
        id: .place(index), milliseconds: milliseconds(to: .coordinate(feature.start.coordinate)),
        metres: metres,
        isFavourite: isFavourite)
    }
    let links = graph.links(of: index).map { LinkIndex($0) }
    if let place = here.place, links.contains(graph.link(of: place.edge)) {
      return Line(id: .place(index), milliseconds: 0, metres: 0, isFavourite: isFavourite)
    }
    let edges = links.flatMap {
      [graph.edge(of: $0, reversed: false), graph.edge(of: $0, reversed: true)].compactMap(\.self)
    }
    let metres = edges.map { graph.point(graph.tail($0)).coordinate.distanceMetres(to: here.coordinate) }
    let times = edges.filter { costs[$0] != nil }.compactMap { milliseconds(toNode: graph.tail($0)) }
    return Line(
      id: .place(index), milliseconds: times.min(), metres: metres.min() ?? .infinity,
      isFavourite: isFavourite)
  }

  private func milliseconds(toNode node: NodeIndex) -> Int? { milliseconds(to: .node(node)) }

  private func milliseconds(to spot: NearbyPosition) -> Int? {
    guard let place = spot.place else { return milliseconds(to: .coordinate(spot.coordinate)) }
    let (tail, head) = (graph.tail(place.edge), graph.head(place.edge))
    guard spot.isWaiting else { return milliseconds(toNode: head) }
    let length = graph.link(graph.link(of: place.edge)).distancesCentimetres.last ?? 0
    return milliseconds(toNode: UInt32(place.metresAlong * 100) < length / 2 ? tail : head)
  }

  private func milliseconds(to end: RouteEndpoint) -> Int? {
    reference.milliseconds(from: starts, to: reference.places(end)).map { $0 + restMilliseconds }
  }
}
