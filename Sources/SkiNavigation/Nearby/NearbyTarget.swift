import SkiBase
import SkiGraph
import SkiRouting

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
