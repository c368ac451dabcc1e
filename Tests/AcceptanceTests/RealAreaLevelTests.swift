import Foundation
import SkiBase
import SkiBuild
import SkiGraph
import SkiTestSupport
import Testing

/// Every mapped bridge, tunnel and layer of the real areas: no join across levels, and every end joined.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaLevelTests {
  /// The number of runs with a level, of their crossings with runs on other levels, and of their ends shared
  /// with other runs.
  private static let figures: [String: [Int]] = [
    "andorra": [2, 2, 4], "andorra-2023": [2, 2, 4], "us/alyeska": [1, 2, 2],
  ]

  @Test(arguments: RealArea.names)
  func `runs on other levels are not joined where they cross and are joined at their ends`(name: String)
    async throws
  {
    let area = try RealArea.named(name)
    let (data, _) = try await SkiReader(input: SkiInput(runs: [area.runs.path], lifts: [area.lifts.path]))
      .read()
    let (builder, _) = try MapMaking.builder(of: data, elevation: try MapMaking.elevation(of: area))
    let plan = LevelPlan(data.runs.filter { $0.status == .operating }, builder)
    var (crossings, ends) = (0, 0)
    for run in plan.leveled {
      for (other, place) in plan.crossings(of: run) {
        crossings += 1
        #expect(!plan.meet(run, other, near: place), "\(name): \(run) and \(other) at \(place)")
      }
      for (other, place) in plan.continuations(of: run) {
        ends += 1
        #expect(
          plan.meet(run, other, near: place), "\(name): \(run) does not lead on to \(other) at \(place)")
      }
    }
    print("levels, \(name): \(plan.leveled.count) runs, \(crossings) crossings, \(ends) continuations")
    #expect([plan.leveled.count, crossings, ends] == Self.figures[name] ?? [0, 0, 0])
  }
}

/// The lines of runs by id on a plane, and the nodes of the graph made of them.
private struct LevelPlan {
  private var lines: [String: [[SIMD2<Double>]]] = [:]
  private var levels: [String: Int] = [:]
  private var nodes: [String: Set<BuilderNodeIndex>] = [:]
  private let places: [SIMD2<Double>]
  private let scale: LocalScale

  init(_ runs: [Run], _ builder: RoutingGraphBuilder) {
    let scale = LocalScale(latitude: builder.nodes.first?.coordinate.latitude ?? 0)
    func flat(_ place: Coordinate) -> SIMD2<Double> {
      SIMD2(place.longitude * scale.metresPerDegreeLongitude, place.latitude * scale.metresPerDegreeLatitude)
    }
    self.scale = scale
    places = builder.nodes.map { flat($0.coordinate) }
    for run in runs {
      guard case .lines(let parts) = run.geometry else { continue }
      lines[run.id.rawValue, default: []] += parts.map { $0.coordinates.map(flat) }
      levels[run.id.rawValue] = run.level.effectiveLayer
    }
    for link in builder.links where link.kind == .run {
      guard let feature = link.feature.map({ builder.features[$0.position].facts }) else { continue }
      nodes[feature.id.rawValue, default: []].formUnion([link.tail, link.head])
    }
  }

  /// The ids of the runs above or below the ground, in order.
  var leveled: [String] { levels.filter { $0.value != 0 }.keys.sorted() }

  /// Returns whether two runs have a node in common within 3 m of a place.
  func meet(_ a: String, _ b: String, near place: SIMD2<Double>) -> Bool {
    let common = nodes[a, default: []].intersection(nodes[b, default: []])
    return common.contains { distance(places[$0.position], place) <= 3 }
  }

  /// Returns the places where a run crosses others on other levels, farther than 1 m from its ends.
  func crossings(of run: String) -> [(String, SIMD2<Double>)] {
    var found: [(String, SIMD2<Double>)] = []
    for (other, others) in lines.sorted(by: { $0.key < $1.key }) where levels[other] != levels[run] {
      for line in lines[run] ?? [] {
        for otherLine in others {
          for (a, b) in zip(line, line.dropFirst()) {
            for (c, d) in zip(otherLine, otherLine.dropFirst()) {
              guard let point = crossing(a, b, c, d), distance(point, line[0]) > 1,
                distance(point, line[line.count - 1]) > 1
              else { continue }
              found.append((other, point))
            }
          }
        }
      }
    }
    return found
  }

  /// Returns the runs that have a vertex at an end of a run.
  func continuations(of run: String) -> [(String, SIMD2<Double>)] {
    (lines[run] ?? []).flatMap { [$0[0], $0[$0.count - 1]] }.flatMap { end in
      lines.filter { $0.key != run && $0.value.joined().contains { distance($0, end) < 0.05 } }
        .keys.sorted().map { ($0, end) }
    }
  }

  private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let d = a - b
    return (d.x * d.x + d.y * d.y).squareRoot()
  }

  private func crossing(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) -> SIMD2<Double>? {
    let (u, v, w) = (b - a, d - c, c - a)
    let cross = u.x * v.y - u.y * v.x
    guard abs(cross) > 1e-9 else { return nil }
    let (s, t) = ((w.x * v.y - w.y * v.x) / cross, (w.x * u.y - w.y * u.x) / cross)
    return (0...1).contains(s) && (0...1).contains(t) ? a + u * s : nil
  }
}
