import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Measures the error of a guess that knows the runs and lifts of the map, besides the cell.
@Suite struct MapKnowledgeTests {
  /// Points 5 m apart on all runs and lifts of the sample mountain.
  private func points() async throws -> [Coordinate] {
    let map = try await SampleMap.open()
    var points: [Coordinate] = []
    for region in map.regions {
      let graph = try map.graph(region)
      for number in 0..<graph.featureCount {
        let kind = FeatureKind(code: graph.kindCode(of: number))
        guard kind == .run || kind == .lift else { continue }
        for line in graph.lines(of: FeatureIndex(UInt32(number))) {
          for (from, to) in zip(line, line.dropFirst()) { points += between(from, to) }
        }
      }
    }
    return points
  }

  private func between(_ from: Coordinate, _ to: Coordinate) -> [Coordinate] {
    let count = max(1, Int(from.distanceMetres(to: to) / 5))
    return (0..<count).map { step in
      let share = (Double(step) + 0.5) / Double(count)
      return Coordinate(
        latitude: from.latitude + share * (to.latitude - from.latitude),
        longitude: from.longitude + share * (to.longitude - from.longitude))
    }
  }

  @Test(arguments: [125, 250, 500, 1000])
  func `the mean of the runs and lifts in a cell is nearer than its centre, by a known share`(
    _ side: Int
  ) async throws {
    let points = try await points()
    let cells = Dictionary(grouping: points) { GridCell(at: $0).ancestor(sideMetres: side) }
    var (meter, centre) = (ErrorMeter(), ErrorMeter())
    for (cell, places) in cells {
      let spots = places.map(Plane(origin: cell.centre).spot)
      let guess = Spot.mean(spots)
      for spot in spots {
        meter.add(guess, for: spot)
        centre.add(.zero, for: spot)
      }
    }
    print(
      "map, \(side) m: \(meter.share(of: side)) of the side, at the centre \(centre.share(of: side)),",
      "\(meter.count) points in \(cells.count) cells")
    #expect(meter.count >= 10_000)
    #expect(meter.share(of: side) <= centre.share(of: side))
    #expect(meter.share(of: side) > 0.1)
  }
}
