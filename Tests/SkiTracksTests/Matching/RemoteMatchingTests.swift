import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@Suite struct RemoteMatchingTests {
  /// The same world with the antimeridian through its middle.
  private static func overAntimeridian(_ builder: RoutingGraphBuilder, by east: Int32) -> RoutingGraphBuilder
  {
    func moved(_ point: GraphPoint) -> GraphPoint {
      var point = point
      let longitude = Int64(point.position.longitudeE7) + Int64(east)
      point.position.longitudeE7 = Int32(longitude > 1_800_000_000 ? longitude - 3_600_000_000 : longitude)
      return point
    }
    var copy = builder
    copy.nodes = builder.nodes.map(moved)
    for index in copy.links.indices { copy.links[index].points = builder.links[index].points.map(moved) }
    for index in copy.features.indices {
      copy.features[index].facts.start = moved(builder.features[index].facts.start)
      copy.features[index].facts.end = moved(builder.features[index].facts.end)
    }
    return copy
  }

  @Test func `a track across the antimeridian is matched like any other`() throws {
    for seed in UInt64(0)..<20 {
      let world = try RandomWorld(seed: seed)
      guard world.graph.edgeCount > 0 else { continue }
      let east: Int32 = 1_729_870_000
      let far = try Self.overAntimeridian(world.builder, by: east).build()
      let fixes = RandomFixes.make(world.graph, seed: seed, count: 100)
      let moved = fixes.map { fix in
        var fix = fix
        let longitude = fix.coordinate.longitude + Double(east) / 1e7
        fix.coordinate.longitude = longitude > 180 ? longitude - 360 : longitude
        return fix
      }
      let here = try TrackMatcher(index: MatchIndex(graph: world.graph)).match(fixes)
      let there = try TrackMatcher(index: MatchIndex(graph: far)).match(moved)
      // Edges are numbered otherwise there, so states and distances are compared.
      let same = zip(here.fixes, there.fixes).count { one, other in
        (one.place == nil) == (other.place == nil)
          && abs((one.distanceMetres ?? 0) - (other.distanceMetres ?? 0)) < 1
      }
      #expect(Double(same) >= 0.97 * Double(fixes.count), "seed \(seed)")
    }
  }

  @Test func `a track far from every region is off the map`() throws {
    let world = try DrawnWorld("A-----B", [.run("AB", .easy)])
    let fixes = (0..<20).map {
      LocationFix(
        Coordinate(latitude: -33, longitude: 151), time: UniversalTime(secondsSince1970: Double($0)))
    }
    let track = try TrackMatcher(index: MatchIndex(graph: world.graph)).match(fixes)
    #expect(track.passages.isEmpty)
    #expect(track.fixes.allSatisfy { $0.state == .offMap && $0.coordinate == $0.fix.coordinate })
  }
}
