import CKernels
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Compares searches of the segment index, with each instruction set of the machine, with all distances.
struct SegmentIndexTests {
  private typealias Ends = (FixedCoordinate, FixedCoordinate)

  /// A visitor that keeps all it visits, and may lower its bound to the nearest segment.
  private struct Visits: SegmentVisitor {
    let plane: LocalPlane
    var boundMetres: Double
    let isLowering: Bool
    var segments: [Int] = []
    var ends: [Ends] = []

    mutating func visit(
      _ segment: Int, _ start: FixedCoordinate, _ end: FixedCoordinate, where isWanted: (LinkIndex) -> Bool
    ) {
      segments.append(segment)
      ends.append((start, end))
      if isLowering { boundMetres = min(boundMetres, SnapHit(segment, start, end, plane).distanceMetres) }
    }
  }

  /// Segments of up to some 300 m within 10 km; some without length.
  private func segments(_ count: Int, _ random: inout SeededGenerator) -> [Ends] {
    func offset(_ range: Int32) -> Int32 { .random(in: -range...range, using: &random) }
    let all = (0..<count).map { _ in
      let start = FixedCoordinate(
        latitudeE7: 460_000_000 + offset(450_000), longitudeE7: 70_000_000 + offset(650_000))
      guard Int.random(in: 0..<20, using: &random) > 0 else { return (start, start) }
      let end = FixedCoordinate(
        latitudeE7: start.latitudeE7 + offset(20_000), longitudeE7: start.longitudeE7 + offset(30_000))
      return (start, end)
    }
    return all.sorted { hilbertKey($0.0) < hilbertKey($1.0) }
  }

  private func index(_ segments: [Ends], instructionSet: Int32) -> SegmentIndex {
    var bounds = TreeBox(segments[0].0)
    for (start, end) in segments {
      bounds.formUnion(TreeBox(start))
      bounds.formUnion(TreeBox(end))
    }
    return SegmentIndex(count: segments.count, bounds: bounds, instructionSet: instructionSet) {
      segments[$0]
    }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 256, 257, 3000, 5000], 0...processor_instruction_set())
  func `a search visits every segment within its bound once, and the nearest`(
    count: Int, instructionSet: Int32
  ) {
    let seed = UInt64(count)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let segments = segments(count, &random)
    let index = index(segments, instructionSet: instructionSet)
    for _ in 0..<60 {
      let place = Coordinate(
        latitude: 46 + .random(in: -0.05...0.05, using: &random),
        longitude: 7 + .random(in: -0.07...0.07, using: &random))
      let (plane, fixed) = (LocalPlane(at: place), FixedCoordinate(place))
      let distances = segments.indices.map {
        SnapHit($0, segments[$0].0, segments[$0].1, plane).distanceMetres
      }
      for bound in [0, 150, 2000, 1e7, .infinity] {
        var all = Visits(plane: plane, boundMetres: bound, isLowering: false)
        index.search(from: fixed, plane.scale, &all) { _ in true }
        let visited = Set(all.segments)
        // The lanes beyond the last segment repeat it.
        #expect(visited.subtracting([count - 1]).count == all.segments.count { $0 < count - 1 })
        #expect(segments.indices.allSatisfy { distances[$0] > bound || visited.contains($0) })
        #expect(zip(all.segments, all.ends).allSatisfy { segments[$0] == $1 && index.ends($0) == $1 })
        var nearest = Visits(plane: plane, boundMetres: bound, isLowering: true)
        index.search(from: fixed, plane.scale, &nearest) { _ in true }
        let least = distances.min() ?? .infinity
        #expect(nearest.boundMetres == min(bound, least))
        #expect(nearest.segments.count <= all.segments.count)
      }
    }
  }

  @Test func `a search for the nearest of thousands of segments visits few`() {
    print("seed 3")
    var random = SeededGenerator(seed: 3)
    let segments = segments(5000, &random)
    for instructionSet in 0...processor_instruction_set() {
      let index = index(segments, instructionSet: instructionSet)
      var visits = 0
      for _ in 0..<200 {
        let (start, _) = segments[Int.random(in: segments.indices, using: &random)]
        let plane = LocalPlane(at: start.coordinate)
        var nearest = Visits(plane: plane, boundMetres: 2000, isLowering: true)
        index.search(from: start, plane.scale, &nearest) { _ in true }
        visits += nearest.segments.count
      }
      #expect(visits < 200 * 12)
    }
  }
}
