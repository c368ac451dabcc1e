import SkiBase
import SkiGraph

/// Splits a matched track at changes of the ski area that cannot have been skied.
///
/// A change is a gap in the fixes after which the traveller is in another area, 2 km away or farther, without a way
/// through the network in the time. A ride by car or bus that was recorded is an unmatched stretch and splits nothing.
struct AreaSplitting {
  /// The least straight distance of a change in metres; neighbouring areas may be walked between.
  private static let leastMetres = 2000.0

  let options: SkiDayOptions
  let graph: (RegionIndex) throws -> RoutingGraph

  /// The measured area of a place; nil for the area of a region that has none there.
  private struct AreaKey: Hashable {
    var region: RegionIndex
    var area: AreaIndex?
  }

  /// Returns the tracks of each area visited, in order of time.
  /// - Complexity: O(*n*) in fixes, and for each gap that of ``GapWaySearch``.
  func tracks(_ track: MatchedTrack) throws -> [MatchedTrack] {
    let edges = try TravelledEdges(track, graph: graph)
    var tracks: [MatchedTrack] = []
    var rest = track
    var position = 1
    while position < rest.fixes.count {
      if try isChange(rest, at: position, edges) {
        let (before, after) = GapBridging(track: rest, edges: edges, options: options).halves(at: position)
        tracks.append(before)
        (rest, position) = (after, 1)
      } else {
        position += 1
      }
    }
    return tracks + [rest]
  }

  private func isChange(_ track: MatchedTrack, at position: Int, _ edges: TravelledEdges) throws(SkiError)
    -> Bool
  {
    let seconds =
      track.fixes[position].fix.time.secondsSince1970 - track.fixes[position - 1].fix.time.secondsSince1970
    guard seconds > options.gapSeconds,
      let before = track.fixes[..<position].last(where: { $0.place != nil }),
      let after = track.fixes[position...].first(where: { $0.place != nil }),
      before.coordinate.distanceMetres(to: after.coordinate) >= Self.leastMetres,
      let start = before.place, let goal = after.place
    else { return false }
    let areas = [start, goal].map { place in
      let graph = edges.graph(place.region)
      let area = edges.edge(place.region, place.edge).feature.flatMap { graph.feature($0).area }
      return AreaKey(region: place.region, area: area)
    }
    guard areas[0] != areas[1] else { return false }
    guard start.region == goal.region else { return true }
    guard areas.allSatisfy({ $0.area != nil }) else { return false }
    var search = GapWaySearch(edges.graph(start.region), options: options)
    return !search.mayReach(
      from: start, to: goal,
      seconds: after.fix.time.secondsSince1970 - before.fix.time.secondsSince1970)
  }
}
