import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// A lift of three sections with through cabins, in each direction of the compass.
@Suite struct ThroughRideTests {
  /// The sections lie on a line; cabins pass between them.
  private static func graph(north: Int32, east: Int32) throws -> (RoutingGraph, cabins: [GraphPoint]) {
    var builder = RoutingGraphBuilder()
    let places = (Int32(0)..<4).map { number in
      GraphPoint(
        position: FixedCoordinate(
          latitudeE7: 460_000_000 + north * number * 50_000, longitudeE7: 70_000_000 + east * number * 50_000),
        elevationCentimetres: nil)
    }
    // Beside each middle station lies the node of the cabins that pass it.
    let cabins = places[1...2].map { place in
      GraphPoint(
        position: FixedCoordinate(
          latitudeE7: place.position.latitudeE7 + 10, longitudeE7: place.position.longitudeE7 + 10),
        elevationCentimetres: nil)
    }
    let stops = places.map { builder.addNode($0) }
    let aboard = cabins.map { builder.addNode($0) }
    for section in 0..<3 {
      var lift = GraphFeature(
        kind: .lift, id: SourceID("lift/\(section)"), start: places[section], end: places[section + 1])
      lift.liftKind = .gondola
      let feature = builder.addFeature(lift, from: stops[section], to: stops[section + 1])
      let tails = [stops[section]] + (section > 0 ? [aboard[section - 1]] : [])
      let heads = [stops[section + 1]] + (section < 2 ? [aboard[section]] : [])
      for tail in tails {
        for head in heads {
          var flags: LinkFlags = []
          if aboard.contains(tail) { flags.insert(.staysOn) }
          if aboard.contains(head) { flags.insert(.goesOn) }
          let line = [builder.nodes[tail.position], builder.nodes[head.position]]
          builder.links.append(
            BuilderLink(
              kind: .lift, feature: feature, tail: tail, head: head, allowsForward: true,
              allowsBackward: false, flags: flags, endOffsetCentimetres: 60_000, points: line,
              distancesCentimetres: [0, 60_000]))
        }
      }
    }
    return (try builder.build(), cabins)
  }

  @Test(
    arguments: [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] as [(Int32, Int32)])
  func `the duration of a ride through stations counts from boarding at the first station`(
    north: Int32, east: Int32
  ) throws {
    let (graph, cabins) = try Self.graph(north: north, east: east)
    let model = CostModel(graph: graph, profile: .anyGrade)
    let rides = ThroughRides(model: model).rides
    var longest: UInt32 = 0
    for (number, cabin) in cabins.enumerated() {
      let node = try #require(
        (0..<graph.nodeCount).map { NodeIndex($0) }.first { graph.point($0).position == cabin.position })
      let times = (0..<graph.edgeCount).compactMap { position -> UInt32? in
        let edge = EdgeIndex(position)
        let flags = graph.link(graph.link(of: edge)).flags
        guard graph.head(edge) == node, flags.contains(.staysOn) == (number > 0) else { return nil }
        return model.liftMilliseconds(graph.link(of: edge)).map { $0.wait + $0.ride }
      }
      longest += try #require(times.first)
      #expect(rides[node]?.milliseconds == longest, "cabin \(number)")
      #expect(rides[node].map { graph.feature($0.boarded).id.rawValue } == "lift/0")
    }
    #expect(rides.count == 2)
  }
}
