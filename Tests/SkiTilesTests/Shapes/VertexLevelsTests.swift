import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct VertexLevelsTests {
  /// The Douglas-Peucker algorithm with a tolerance (Douglas & Peucker 1973).
  private static func simplified(_ places: [SIMD2<Double>], _ range: ClosedRange<Int>, tolerance: Double)
    -> Set<
      Int
    >
  {
    guard range.count > 2 else { return Set(range) }
    let (a, b) = (places[range.lowerBound], places[range.upperBound])
    let distances = range.map { index -> Double in
      let (along, offset) = (b - a, places[index] - a)
      let squared = (along * along).sum()
      let share = squared > 0 ? max(0, min(1, (along * offset).sum() / squared)) : 0
      let rest = offset - along * share
      return (rest * rest).sum().squareRoot()
    }
    let inner = distances.dropFirst().dropLast()
    guard let largest = inner.max(), largest >= tolerance, let at = inner.firstIndex(of: largest) else {
      return [range.lowerBound, range.upperBound]
    }
    let middle = range.lowerBound + at
    return simplified(places, range.lowerBound...middle, tolerance: tolerance)
      .union(simplified(places, middle...range.upperBound, tolerance: tolerance))
  }

  private static func levelled(_ places: [SIMD2<Double>]) -> ShapePoints {
    var points = ShapePoints()
    for place in places {
      points.xs.append(Int32(place.x))
      points.ys.append(Int32(place.y))
      points.levels.append(0)
    }
    VertexLevels.set(&points, 0..<points.count)
    return points
  }

  @Test(arguments: 1...30) func `each threshold keeps the vertices of the Douglas-Peucker algorithm`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var place = SIMD2(0.0, 0.0)
    let places = (0..<Int(3 + generator.next() % 120)).map { _ in
      place += SIMD2(Double(generator.next() % 4000) - 1500, Double(generator.next() % 4000) - 2000)
      return SIMD2(place.x.rounded(), place.y.rounded())
    }
    let points = Self.levelled(places)
    for power in 0...14 {
      let tolerance = Double(1 << power)
      let fast = Set(points.levels.indices.filter { points.levels[$0] >= UInt8(power + 1) })
      #expect(
        fast == Self.simplified(places, 0...(places.count - 1), tolerance: tolerance),
        "seed \(seed), tolerance \(tolerance)")
    }
  }

  @Test func `a zigzag of 100,000 vertices gets levels`() {
    // Each split at the farthest vertex removes one end only, the worst case of the recursion.
    let places = (0..<100_000).map { (index: Int) -> SIMD2<Double> in
      let x = index.isMultiple(of: 2) ? index : -index
      return SIMD2(Double(x), Double(index / 2))
    }
    let points = Self.levelled(places)
    #expect(points.levels[0] == VertexLevels.always && points.levels[99_999] == VertexLevels.always)
    #expect(points.levels.dropFirst().dropLast().allSatisfy { $0 < VertexLevels.always })
  }

  @Test func `the ends of a closed line are always kept, and its farthest vertex by its distance`() {
    let points = Self.levelled([SIMD2(0, 0), SIMD2(1000, 0), SIMD2(1000, 1000), SIMD2(0, 0)])
    #expect(points.levels[0] == VertexLevels.always && points.levels[3] == VertexLevels.always)
    #expect(points.levels[2] >= VertexLevels.level(squared: 1_000_000))
  }

  @Test func `a level is one more than the integral binary logarithm of the distance`() {
    for (distance, level) in [(0, 0), (0.9, 0), (1, 1), (1.9, 1), (2, 2), (3.9, 2), (4, 3), (1e300, 33)] {
      #expect(VertexLevels.level(squared: distance * distance) == UInt8(level), "distance \(distance)")
    }
  }
}
