import SkiBase
import SkiGraph
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Forks of straight runs at every angle against a second implementation of the rule of ``ForkFinder``.
@Suite struct ForkAngleTests {
  /// A place some metres from the fork, by its bearing.
  private static func point(_ bearing: Double, _ metres: Double, height: Double = 1000) -> GraphPoint {
    let scale = LocalScale(latitude: 46)
    let (north, east) = (cos(bearing * .pi / 180) * metres, sin(bearing * .pi / 180) * metres)
    return GraphPoint(
      position: FixedCoordinate(
        Coordinate(
          latitude: 46 + north / scale.metresPerDegreeLatitude,
          longitude: 7 + east / scale.metresPerDegreeLongitude)),
      elevationCentimetres: Int32(height * 100))
  }

  /// Returns the fork of a route from the south to the bearing `own` with a run to `other` that rises by `rise` metres.
  private static func fork(own: Double, other: Double, name: String?, rise: Double = -20) throws -> Fork? {
    var builder = RoutingGraphBuilder()
    let height = 1000.0
    let places = [
      point(180, 300, height: height + 60), point(0, 0, height: height), point(own, 300, height: height - 60),
      point(other, 300, height: height + rise * 6),
    ]
    let nodes = places.map { builder.addNode($0) }
    for (number, ends) in [(0, [0, 1]), (0, [1, 2]), (1, [1, 3])] {
      if number == builder.features.count {
        let run = GraphFeature(
          kind: .run, id: SourceID("run/\(number)"), name: number == 0 ? "Main" : name,
          start: places[ends[0]], end: places[ends[1]])
        builder.addFeature(run, from: nodes[ends[0]], to: nodes[ends[1]])
      }
      builder.links.append(
        BuilderLink(
          kind: .run, feature: BuilderFeatureIndex(number), tail: nodes[ends[0]], head: nodes[ends[1]],
          allowsForward: true, allowsBackward: false, difficulty: .easy, flags: .hasElevation,
          points: [
            places[ends[0]], GraphPoint.between(places[ends[0]], places[ends[1]], 1.0 / 6), places[ends[1]],
          ],
          distancesCentimetres: [0, 5000, 30_000]))
    }
    let graph = try builder.build()
    let ends = [places[0], places[2]].map { RouteEndpoint.coordinate($0.coordinate) }
    let result = try Router(graph: graph).route(
      RouteRequest.fastest(from: ends[0], to: ends[1], profile: .anyGrade))
    guard case .answer(let route) = result else { return nil }
    return Directions(route, graph: graph).instructions.lazy.compactMap { instruction -> Fork? in
      if case .keep(let fork) = instruction.kind { fork } else { nil }
    }.first
  }

  /// Returns whether the rule makes a fork of two bearings.
  private static func isAmbiguous(own: Double, other: Double, isNamed: Bool) -> Bool {
    let parting = abs(other - own)
    guard abs(other) <= 110, parting >= 12 else { return false }
    if isNamed { return parting < 60 || abs(other) - abs(own) <= 30 }
    return abs(other) - abs(own) <= 15
  }

  @Test func `a keep instruction is given exactly where another run could be mistaken for the route`() throws
  {
    var (announced, omitted) = (0, 0)
    for own in stride(from: -88.5, through: 90, by: 17) {
      for other in stride(from: -171.0, through: 171, by: 9) {
        for name in ["Other", nil] {
          let isNear =
            [110, -110].contains { abs(other - $0) < 2 } || abs(abs(other - own) - 12) < 1
            || abs(abs(other - own) - 60) < 1
            || [15, 30].contains { abs(abs(other) - abs(own) - $0) < 1 }
          if isNear { continue }
          let fork = try Self.fork(own: own, other: other, name: name)
          let truth = Self.isAmbiguous(own: own, other: other, isNamed: name != nil)
          #expect((fork != nil) == truth, "own \(own)°, other \(other)°, \(name ?? "nameless")")
          if let fork { #expect(fork.side == (other > own ? .left : .right), "own \(own)°, other \(other)°") }
          if truth { announced += 1 } else { omitted += 1 }
        }
      }
    }
    #expect(announced > 100 && omitted > 100, "\(announced) announced, \(omitted) not")
  }

  @Test func `a run that rises by more than 2 m over its first 50 m makes no fork`() throws {
    for (rise, isReported) in [(-5.0, true), (0, true), (1.5, true), (2.5, false), (3.5, false), (9, false)] {
      let fork = try Self.fork(own: 0, other: 40, name: "Other", rise: rise)
      #expect((fork != nil) == isReported, "\(rise) m")
    }
  }
}
