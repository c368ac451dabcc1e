import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct GeometryWriterTests {
  /// A tile in the middle of the world, where a step of the tile is a step of the world.
  private static let window = TileWindow(TileAddress(zoom: 20, column: 1 << 19, row: 1 << 19)!)

  private static func points(_ places: [(Int, Int)]) -> ShapePoints {
    var points = ShapePoints()
    for (x, y) in places {
      points.xs.append(Int32(window.originX + x))
      points.ys.append(Int32(window.originY + y))
      points.levels.append(VertexLevels.always)
    }
    return points
  }

  private static func lines(_ places: [(Int, Int)], keepsPoints: Bool = false) throws -> [[DecodedTile.Point]]
  {
    let points = points(places)
    var geometry = GeometryWriter()
    geometry.begin()
    geometry.addLine(points, 0..<points.count, threshold: 0, keepsPoints: keepsPoints, in: window)
    return try geometry.isEmpty ? [] : parts(geometry, .line)
  }

  private static func parts(
    _ geometry: borrowing GeometryWriter, _ type: LayerWriter.GeometryType
  ) throws -> [[DecodedTile.Point]] {
    var layer = LayerWriter()
    var tile = ByteWriter()
    layer.begin()
    let table = AttributeTable()
    layer.enter(table)
    layer.add(id: 1, type, [], of: table, geometry: geometry.bytes)
    layer.finish(name: "x", extent: TileWindow.extent, into: &tile)
    return try DecodedTile(Array(tile.bytes)).layers[0].features[0].parts
  }

  private static func point(_ x: Int, _ y: Int) -> DecodedTile.Point { DecodedTile.Point(x: x, y: y) }

  @Test func `a line is clipped at the margin and continues where it re-enters`() throws {
    let parts = try Self.lines([(-100, 10), (100, 10), (5000, 10), (5000, 4000), (100, 4000)])
    #expect(
      parts == [
        [Self.point(-64, 10), Self.point(100, 10), Self.point(4160, 10)],
        [Self.point(4160, 4000), Self.point(100, 4000)],
      ])
  }

  @Test func `a line that passes outside a corner of the window is not drawn`() throws {
    #expect(try Self.lines([(-1000, 500), (500, -1000)]).isEmpty)
    #expect(try Self.lines([(-1000, -1000), (5000, 5000)]).count == 1)
    #expect(try Self.lines([(-500, 0), (-100, 4096)]).isEmpty)
  }

  @Test func `a line shrunk to a point is left out, or one step long with keepsPoints`() throws {
    #expect(try Self.lines([(7, 7), (7, 7)]).isEmpty)
    #expect(try Self.lines([(7, 7), (7, 7)], keepsPoints: true) == [[Self.point(7, 7), Self.point(8, 7)]])
    #expect(
      try Self.lines([(4160, 7), (4160, 7)], keepsPoints: true) == [
        [Self.point(4160, 7), Self.point(4159, 7)]
      ])
  }

  @Test(arguments: 1...40) func `the clipped parts of a line are those inside the window`(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    func next() -> Int { Int(generator.next() % 9000) - 2500 }
    let places = (0..<Int(2 + generator.next() % 30)).map { _ in (next(), next()) }
    let parts = try Self.lines(places)
    for point in parts.joined() {
      #expect((-64...4160).contains(point.x) && (-64...4160).contains(point.y), "seed \(seed)")
      #expect(Self.distance(point, to: places) <= 1, "seed \(seed): \(point) is not on the line")
    }
    // Every point of the line well inside the window is drawn.
    for (a, b) in zip(places, places.dropFirst()) {
      for step in 0...50 {
        let x = Double(a.0) + Double(b.0 - a.0) * Double(step) / 50
        let y = Double(a.1) + Double(b.1 - a.1) * Double(step) / 50
        guard (-62...4158).contains(x), (-62...4158).contains(y) else { continue }
        let place = DecodedTile.Point(x: Int(x.rounded()), y: Int(y.rounded()))
        #expect(
          parts.contains { Self.distance(place, to: $0.map { ($0.x, $0.y) }) <= 2 },
          "seed \(seed): \(place) is missing")
      }
    }
  }

  private static func distance(_ p: DecodedTile.Point, to line: [(Int, Int)]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (dx, dy) = (Double(b.0 - a.0), Double(b.1 - a.1))
      let (px, py) = (Double(p.x - a.0), Double(p.y - a.1))
      let squared = dx * dx + dy * dy
      let share = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
      let (ex, ey) = (px - dx * share, py - dy * share)
      return (ex * ex + ey * ey).squareRoot()
    }.min() ?? .infinity
  }

  @Test(arguments: 1...60) func `clipped polygons are valid and keep their interior inside the window`(
    seed: UInt64
  )
    throws
  {
    var generator = SeededGenerator(seed: seed)
    func next(_ range: Int) -> Int { Int(generator.next() % UInt64(range)) }
    // Rings that intersect themselves, each other and the window.
    let rings = (0..<1 + next(4)).map { _ in
      (0..<3 + next(12)).map { _ in (next(9000) - 2500, next(9000) - 2500) }
    }
    let points = Self.points(rings.flatMap { $0 })
    var ranges: [Range<Int>] = []
    for ring in rings {
      let first = ranges.last?.upperBound ?? 0
      ranges.append(first..<first + ring.count)
    }
    var geometry = GeometryWriter()
    geometry.begin()
    geometry.addPolygons(points, ranges, threshold: 0, in: Self.window) { _, _ in true }
    let drawn = try geometry.isEmpty ? [] : Self.parts(geometry, .polygon)
    #expect(PolygonValidity.fault(in: drawn) == nil, "seed \(seed)")
    let wanted = rings.map { $0.map { DecodedTile.Point(x: $0.0, y: $0.1) } }
    for _ in 0..<400 {
      let (x, y) = (Double(next(4220)) - 62.5, Double(next(4220)) - 62.5)
      guard PolygonValidity.distance(x, y, to: wanted) > 2 else { continue }
      #expect(
        PolygonValidity.holds(drawn, x, y) == PolygonValidity.holds(wanted, x, y),
        "seed \(seed): (\(x), \(y))")
    }
  }

  @Test func `a point beyond the margin is not drawn`() throws {
    var geometry = GeometryWriter()
    geometry.begin()
    let points = Self.points([(-65, 0), (0, 4161), (5, 6)])
    for index in 0..<3 { geometry.addPoint(x: points.xs[index], y: points.ys[index], in: Self.window) }
    #expect(try Self.parts(geometry, .point) == [[Self.point(5, 6)]])
  }
}
