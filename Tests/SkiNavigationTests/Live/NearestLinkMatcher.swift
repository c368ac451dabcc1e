import SkiBase
import SkiGraph

@testable import SkiNavigation
@testable import SkiTracks

/// A matcher of each fix by itself: the nearest link within 60 m, in an allowed direction.
struct NearestLinkMatcher: LiveMatching {
  private var fixCount = 0

  static func makeIndex(_ graph: RoutingGraph) -> RoutingGraph { graph }

  static func makeScratch() {}

  static func begin() -> NearestLinkMatcher { NearestLinkMatcher() }

  mutating func place(_ fix: LocationFix, in graph: RoutingGraph, with _: inout Void) -> MatchedFix? {
    fixCount += 1
    guard
      let snap = graph.snaps(near: fix.coordinate, withinMetres: 60, limit: 20).first(where: {
        $0.link != nil
      }),
      case .onLink(let link, let offset) = snap.position
    else { return MatchedFix(fix, state: .offMap) }
    let forward = graph.edge(of: link, reversed: false)
    guard let edge = forward ?? graph.edge(of: link, reversed: true) else {
      return MatchedFix(fix, state: .offMap)
    }
    let length = graph.link(link).distancesCentimetres.last ?? 0
    let along = forward == nil ? length - offset : offset
    return MatchedFix(
      fix, state: .onRun,
      place: EdgePlace(region: graph.region, edge: edge, metresAlong: Double(along) / 100),
      coordinate: snap.point.coordinate, distanceMetres: snap.distanceMetres,
      confidence: min(1, Double(fixCount) / 10))
  }
}
