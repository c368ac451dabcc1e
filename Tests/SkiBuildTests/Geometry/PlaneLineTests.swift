import SkiBase
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Searches along lines compared with every segment, and answers about two lines compared with GEOS.
struct PlaneLineTests {
  /// Returns a random walk; on whole metres in half of the cases, so that lines share vertices, touch and overlap.
  private static func line(_ random: inout SeededGenerator) -> PlaneLine {
    let isWhole = Bool.random(using: &random)
    let count = Int.random(in: 2...60, using: &random)
    let step = Double.random(in: 1...30, using: &random)
    func metres(_ range: ClosedRange<Double>) -> Double {
      let value = Double.random(in: range, using: &random)
      return isWhole ? value.rounded() : value
    }
    var at = PlanePoint(x: metres(-60...60), y: metres(-60...60))
    var points = [at]
    for _ in 1..<count {
      at = PlanePoint(x: at.x + metres(-step...step), y: at.y + metres(-step...step))
      points.append(at)
    }
    return PlaneLine(points)
  }

  /// Returns the first of the nearest places by a comparison of all segments.
  private static func nearest(_ line: PlaneLine, to point: PlanePoint) -> PlaneLine.NearestPlace {
    var best = PlaneLine.NearestPlace(
      segment: 0, fraction: 0, distanceMetres: point.distanceMetres(to: line.points[0]))
    for segment in 0..<line.segmentCount {
      let (a, b) = (line.points[segment], line.points[segment + 1])
      let fraction = point.nearestFraction(from: a, to: b)
      let metres = point.distanceMetres(to: a.towards(b, fraction))
      if metres < best.distanceMetres {
        best = PlaneLine.NearestPlace(segment: segment, fraction: fraction, distanceMetres: metres)
      }
    }
    return best
  }

  @Test(arguments: 1...60)
  func `the nearest place is that of a search through all segments, and nil beyond the limit`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<40 {
      let line = Self.line(&random)
      let point =
        Bool.random(using: &random)
        ? line.points[Int.random(in: line.points.indices, using: &random)]
        : PlanePoint(
          x: Double.random(in: -150...150, using: &random), y: Double.random(in: -150...150, using: &random))
      let expected = Self.nearest(line, to: point)
      #expect(line.nearest(to: point) == expected, "seed \(seed): \(point)")
      #expect(line.nearest(to: point, within: expected.distanceMetres) == expected, "seed \(seed): \(point)")
      #expect(
        line.nearest(to: point, within: expected.distanceMetres - 1e-3) == nil, "seed \(seed): \(point)")
    }
  }

  @Test(arguments: 1...60)
  func `two lines are near each other, cross and meet as GEOS finds`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let geos = try GEOSContext()
    var unsure = 0
    for _ in 0..<40 {
      let (a, b) = (Self.line(&random), Self.line(&random))
      let (first, second) = (try geos.line(a.points), try geos.line(b.points))
      let reach = Double.random(in: 0...20, using: &random)
      if let isWithin = a.isWithin(reach, of: b) {
        #expect(try isWithin == first.isWithin(reach, of: second), "seed \(seed)")
      }
      let doesMeet = try first.intersects(second)
      if let own = a.intersects(b) { #expect(own == doesMeet, "seed \(seed)") } else { unsure += 1 }
      guard let common = a.commonPoints(with: b) else { continue }
      let parts = try first.intersection(second).parts()
      let crossings = common.crossings.compactMap { geos.crossing($0.0, $0.1) }
      guard crossings.count == common.crossings.count else { continue }  // near an end
      // Two segments that cross at their common vertex have two crossings, which differ by rounding; GEOS joins them.
      let (own, expected) = (common.vertices + crossings, parts.flatMap { $0 })
      #expect(own.allSatisfy { Self.holds(expected, $0) }, "seed \(seed)")
      #expect(expected.allSatisfy { Self.holds(own, $0) }, "seed \(seed)")
    }
    #expect(unsure < 30, "seed \(seed): \(unsure) answers unsure")
  }

  /// Returns whether one of some points lies within a nanometre of another one.
  private static func holds(_ points: [PlanePoint], _ point: PlanePoint) -> Bool {
    points.contains { $0.distanceMetres(to: point) < 1e-9 }
  }

  @Test(arguments: 1...40)
  func `the stretches beside another line hold all that lies in its buffer`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let geos = try GEOSContext()
    for _ in 0..<20 {
      let (a, b) = (Self.line(&random), Self.line(&random))
      let metres = Double.random(in: 1...15, using: &random)
      let ranges = a.stretches(within: metres, of: b)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "seed \(seed)")
      let near = try geos.line(b.points).buffer(metres)
      for segment in 0..<a.segmentCount {
        for step in 0...8 {
          let position = Double(segment) + Double(step) / 8
          let point = a.points[segment].towards(a.points[segment + 1], Double(step) / 8)
          guard try near.covers(geos.point(point)) else { continue }
          #expect(
            ranges.contains { $0.lowerBound - 1e-6 <= position && position <= $0.upperBound + 1e-6 },
            "seed \(seed): \(position)")
        }
      }
    }
  }
}
