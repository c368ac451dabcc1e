import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Elevations that are wrong as a whole are reported once; single faults and real cliffs are not.
struct ElevationGateTests {
  /// Returns ten runs down a slope and four lifts up it, 200 m apart, with heights of vertices where given.
  private func mountain(vertices: ((Double, Double) -> Double)? = nil) -> MetricWorld {
    var world = MetricWorld()
    for column in 0..<10 {
      let x = Double(column) * 200
      let run = [(x, 1000.0), (x + 20, 500), (x, 0)]
      world.run("R\(column)", run, heights: vertices.map { height in run.map { height($0.0, $0.1) } })
      if column < 4 { world.lift("L\(column)", [(x - 10, 0), (x - 10, 1000)]) }
    }
    return world
  }

  private func source(_ height: @escaping @Sendable (Double, Double) -> Double) -> FunctionElevation {
    FunctionElevation { place in
      let (x, y) = MetricWorld.metres(place)
      return height(x, y)
    }
  }

  private func texts(_ built: BuiltWorld, _ code: String) -> [String] {
    built.report.entries.filter { $0.code == code }.flatMap { $0.examples.map(\.detail) }
  }

  @Test func `ground of a usual slope, and one run down a wall, is not wrong`() throws {
    for rise in [0.1, 0.25, 0.4] {
      let built = try mountain().build(source { 2000 + rise * $1 })
      #expect(texts(built, "elevationWrong").isEmpty && texts(built, "elevationDoubtful").isEmpty)
    }
    let wall = try mountain().build(source { 2000 + ($0 > 350 && $0 < 500 ? 3 : 0.2) * $1 })
    #expect(texts(wall, "elevationWrong").isEmpty)
    #expect(texts(wall, "elevationDoubtful").contains { $0.hasPrefix("1 of 10 runs") })
  }

  @Test func `walls along most runs are wrong`() throws {
    let built = try mountain().build(source { 2000 + 3 * $1 + 0 * $0 })
    #expect(texts(built, "elevationWrong").contains { $0.contains("10 of 10 runs") && $0.contains("70°") })
  }

  @Test func `feet are recognised by gradients, by tags, by names and by vertices`() throws {
    let feet = source { (2000 + 0.3 * $1) / 0.3048 }
    for (vertices, tag, name) in [
      (false, false, false), (false, true, false), (false, false, true), (true, false, false),
    ] {
      var world = mountain(vertices: vertices ? { 2000 + 0.3 * $1 } : nil)
      for row in 0..<8 where tag || name {
        let metres = 2000 + 30 * row
        world.data.spots.append(
          Spot(
            id: SourceID("S\(row)"), name: name ? "Station \(metres) m" : nil, kind: .hut,
            coordinate: MetricWorld.place(3000, 100 * Double(row)),
            elevationMetres: tag ? Double(metres) : nil))
      }
      let wrong = texts(try world.build(feet), "elevationWrong")
      #expect(wrong.count == 1 && wrong[0].contains("feet"), "\(vertices), \(tag), \(name): \(wrong)")
      if vertices || tag || name { #expect(wrong.first?.contains("3.3 times") == true) }
    }
  }

  @Test func `a model of another place disagrees with vertices, one of another datum does not`() throws {
    for (shift, isWrong) in [(50.0, false), (-50, false), (400, true), (-400, true)] {
      let built = try mountain { 2000 + 0.2 * $1 }.build(source { 2000 + shift + 0.2 * $1 })
      #expect(texts(built, "elevationWrong").isEmpty != isWrong, "\(shift) m")
    }
  }

  @Test func `elevations that no ground has are wrong, and those missing at most places doubtful`() throws {
    let wrong = try mountain().build(VoidSource { _ in nil })
    #expect(texts(wrong, "elevationWrong").contains { $0.contains("only 0 of") && $0.contains("9000 m") })
    let partly = try mountain().build(VoidSource { $0.x > 300 ? nil : 2000 + 0.2 * $0.y })
    #expect(texts(partly, "elevationWrong").isEmpty)
    #expect(texts(partly, "elevationDoubtful").contains { $0.contains("check their unit") })
  }

  /// A model whose values no ground has are voids of its files.
  private struct VoidSource: ElevationSource {
    let metres: @Sendable ((x: Double, y: Double)) -> Double?
    let names = ["voids"]

    init(_ metres: @escaping @Sendable ((x: Double, y: Double)) -> Double?) { self.metres = metres }

    func elevationMetres(at place: Coordinate) -> Double? { metres(MetricWorld.metres(place)) }
    func resolutionMetres(at place: Coordinate) -> Double? { 10 }
  }

  @Test func `the height that ends a name is read`() {
    let heights: [(String, Double?)] = [
      ("Gipfelstation 2345 m", 2345), ("Bergstation 2.345m", 2345), ("Top 950 m", 950), ("Piste 7 m", nil),
      ("Slalom 20 m", nil), ("2345 m", nil), ("Alpe m", nil), ("A 12.5 m", nil), ("", nil),
      ("Lift 25000 m", nil),
    ]
    for (name, metres) in heights { #expect(ElevationGate.height(in: name) == metres, "\(name)") }
    #expect(ElevationGate.height(in: nil) == nil)
  }
}
