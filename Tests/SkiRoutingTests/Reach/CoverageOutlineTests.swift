import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Outlines of the area around lines, against distances from the lines.
@Suite struct CoverageOutlineTests {
  private static let reach = 60.0
  private static let side = 20.0

  /// The coordinate some metres east and north of the origin.
  private static func place(_ east: Double, _ north: Double) -> Coordinate {
    let scale = LocalScale(latitude: 46)
    return Coordinate(
      latitude: 46 + north / scale.metresPerDegreeLatitude,
      longitude: 7 + east / scale.metresPerDegreeLongitude)
  }

  private static func metres(_ place: Coordinate) -> SIMD2<Double> {
    let scale = LocalScale(latitude: 46)
    return SIMD2(
      (place.longitude - 7) * scale.metresPerDegreeLongitude,
      (place.latitude - 46) * scale.metresPerDegreeLatitude)
  }

  private static func polygons(_ lines: [[Coordinate]], side: Double = side) throws -> [CoverageOutline
    .Polygon]
  {
    CoverageOutline.polygons(try #require(CoverageRaster(lines, reachMetres: reach, sideMetres: side)))
  }

  /// Returns whether a ring goes around a place: a line to the east crosses it an odd number of times.
  private static func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst())
    where (a.latitude > place.latitude) != (b.latitude > place.latitude) {
      let share = (place.latitude - a.latitude) / (b.latitude - a.latitude)
      if place.longitude < a.longitude + (b.longitude - a.longitude) * share { isInside.toggle() }
    }
    return isInside
  }

  private static func contains(_ polygon: CoverageOutline.Polygon, _ place: Coordinate) -> Bool {
    contains(polygon.outer, place) && !polygon.holes.contains { contains($0, place) }
  }

  /// The area of a ring in square metres, positive if counterclockwise.
  private static func area(_ ring: [Coordinate]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { sum, side in
      let (a, b) = (metres(side.0), metres(side.1))
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }

  private static func distance(_ place: Coordinate, _ lines: [[Coordinate]]) -> Double {
    let point = metres(place)
    return lines.reduce(.infinity) { least, line in
      let points = line.map(metres)
      return zip(points, points.dropFirst() + points.suffix(1)).reduce(least) { least, side in
        let direction = side.1 - side.0
        let squared = (direction * direction).sum()
        let share = squared > 0 ? max(0, min(1, ((point - side.0) * direction).sum() / squared)) : 0
        let away = point - side.0 - direction * share
        return min(least, (away * away).sum().squareRoot())
      }
    }
  }

  private static func lines(_ random: inout SeededGenerator) -> [[Coordinate]] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: 1...6, using: &random)).map { _ in
        place(.random(in: 0...1200, using: &random), .random(in: 0...900, using: &random))
      }
    }
  }

  @Test func `the outline contains the lines and the places within the reach, to the size of a cell`() throws
  {
    var random = SeededGenerator(seed: 12)
    var (near, far, holes) = (0, 0, 0)
    for round in 0..<50 {
      let lines = Self.lines(&random)
      let polygons = try Self.polygons(lines)
      holes += polygons.reduce(0) { $0 + $1.holes.count }
      for place in lines.joined() { #expect(polygons.count { Self.contains($0, place) } == 1, "\(round)") }
      for _ in 0..<200 {
        let place = Self.place(
          .random(in: -200...1400, using: &random), .random(in: -200...1100, using: &random))
        let distance = Self.distance(place, lines)
        guard abs(distance - Self.reach) > Self.side else { continue }
        let isNear = distance < Self.reach
        let found = polygons.count { Self.contains($0, place) }
        #expect(found == (isNear ? 1 : 0), "round \(round): \(distance) m from the lines")
        if isNear { near += 1 } else { far += 1 }
      }
    }
    #expect(near > 500 && far > 1000 && holes > 5, "\(near) near, \(far) far, \(holes) holes")
  }

  @Test func `rings are closed, outer ones counterclockwise, and holes clockwise within their own`() throws {
    var random = SeededGenerator(seed: 13)
    for round in 0..<50 {
      for polygon in try Self.polygons(Self.lines(&random)) {
        for ring in [polygon.outer] + polygon.holes {
          #expect(ring.first == ring.last && ring.count > 3, "round \(round)")
        }
        #expect(Self.area(polygon.outer) > 0 && polygon.holes.allSatisfy { Self.area($0) < 0 })
        for hole in polygon.holes {
          #expect(hole.allSatisfy { Self.contains(polygon.outer, $0) }, "round \(round)")
        }
      }
    }
  }

  @Test func `the outline of a straight line has the area of its band and of half a disc at either end`()
    throws
  {
    for end in [Self.place(1000, 0), Self.place(0, 1000), Self.place(600, 800)] {
      let polygons = try Self.polygons([[Self.place(0, 0), end]], side: 3)
      #expect(polygons.count == 1 && polygons.allSatisfy(\.holes.isEmpty))
      let truth = 2 * Self.reach * 1000 + .pi * Self.reach * Self.reach
      let area = Self.area(try #require(polygons.first).outer)
      #expect(abs(area / truth - 1) < 0.03, "\(area)")
    }
  }

  @Test(arguments: [173.0, 172.991, -187])
  func `across the antimeridian the outline is the same, and longitudes stay within 180 degrees`(
    east degrees: Double
  ) throws {
    let lines = [[Self.place(0, 0), Self.place(900, 300)], [Self.place(-700, 100), Self.place(200, 500)]]
    let moved = lines.map { $0.map { Self.turned($0, by: degrees) } }
    let polygons = try Self.polygons(moved)
    let places = polygons.flatMap { [$0.outer] + $0.holes }.flatMap { $0 }
    #expect(places.allSatisfy { $0.isValid })
    #expect(places.contains { $0.longitude < 0 } && places.contains { $0.longitude > 0 })
    let expected = try Self.polygons(lines).flatMap { [$0.outer] + $0.holes }.flatMap { $0 }
    #expect(places.count == expected.count)
    for (place, known) in zip(places, expected) {
      #expect(place.distanceMetres(to: Self.turned(known, by: degrees)) < 0.01)
    }
  }

  private static func turned(_ place: Coordinate, by degrees: Double) -> Coordinate {
    Coordinate(latitude: place.latitude, longitude: normalizedLongitude(place.longitude + degrees))
  }

  private static func square(_ half: Double) -> [Coordinate] {
    let corners: [(Double, Double)] = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return corners.map { place(1000 + $0.0 * half, 1000 + $0.1 * half) }
  }

  @Test func `nested rings are separate polygons, and each hole belongs to the next ring around it`()
    throws
  {
    let lines = [1000.0, 600, 200].map(Self.square)
    let polygons = try Self.polygons(lines).sorted { Self.area($0.outer) > Self.area($1.outer) }
    #expect(polygons.map(\.holes.count) == [1, 1, 1])
    for (polygon, half) in zip(polygons, [1000.0, 600, 200]) {
      let (width, area) = (2 * (half - Self.reach), -Self.area(try #require(polygon.holes.first)))
      #expect(abs(area / (width * width) - 1) < 0.1)
    }
  }

  @Test func `raster cells have the requested size and are larger only for very large extents`() throws {
    let grid = { (east: Double, north: Double) in
      try #require(
        CoverageRaster(
          [[Self.place(0, 0), Self.place(east, north)]], reachMetres: Self.reach, sideMetres: Self.side))
    }
    #expect(try grid(20_000, 20_000).sideMetres == Self.side)
    let wide = try grid(100_000, 100_000)
    #expect(abs(wide.sideMetres - 50) < 1 && wide.columns * wide.rows < 4_100_000)
    let thin = try grid(0, 900_000)
    #expect(abs(thin.sideMetres - 30) < 1 && thin.rows < 30_100)
    #expect(CoverageRaster([[]], reachMetres: 1, sideMetres: 1) == nil)
  }
}
