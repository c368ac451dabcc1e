import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

struct ShadedBackgroundTests {
  /// A part of the Earth and the pixels it is drawn with.
  private struct Ground {
    var bounds: BoundingBox
    var columns: Int
    var rows: Int
  }

  /// Within the drawn tiles.
  private let ground = Ground(
    bounds: BoundingBox(south: 47.32, west: 11.27, north: 47.36, east: 11.33), columns: 120, rows: 80)

  private func pixels(_ height: @escaping (Coordinate) -> Double?) throws -> [UInt8]? {
    let drawn = try DrawnGround(height: height)
    // Its folder is deleted with it.
    let png = try withExtendedLifetime(drawn) {
      try ShadedBackground.png(of: drawn.files, in: ground.bounds, columns: ground.columns, rows: ground.rows)
    }
    guard let png else { return nil }
    let picture = try #require(DrawnTiles.decode(png, format: 3))
    #expect(picture.pixels.count == 60 * 40 * 4)
    return picture.pixels
  }

  @Test func `level ground has no picture`() throws { #expect(try pixels { _ in 1000 } == nil) }

  @Test func `a slope facing the light is white, one facing away dark, and both are translucent`() throws {
    let lit = try #require(try pixels { 2800 + ($0.longitude - 11.3) * 20_000 })
    let dark = try #require(try pixels { 2800 - ($0.longitude - 11.3) * 20_000 })
    let middle = 4 * (20 * 60 + 30)
    #expect(lit[middle] == 255 && lit[middle + 3] > 20)
    #expect(dark[middle] < 80 && (20...130).contains(dark[middle + 3]))
  }

  @Test func `ground without elevation is transparent or has no picture`() throws {
    let away = Ground(
      bounds: BoundingBox(south: -10.04, west: 11.27, north: -10, east: 11.33), columns: 120, rows: 80)
    let drawn = try DrawnGround()
    #expect(
      try withExtendedLifetime(drawn) {
        try ShadedBackground.png(of: drawn.files, in: away.bounds, columns: away.columns, rows: away.rows)
      } == nil)
    let pixels = try #require(
      try pixels { place in place.longitude < 11.3 ? 2800 - (place.longitude - 11.3) * 20_000 : nil })
    #expect(pixels[4 * (20 * 60 + 55) + 3] == 0 && pixels[4 * (20 * 60 + 5) + 3] > 20)
  }

  @Test func `invalid bounds and sizes of a ground picture are refused`() throws {
    let files = try DrawnGround().files
    var box = ground.bounds
    box = BoundingBox(south: box.south, west: box.west, north: box.south, east: box.east)
    let cases: [(Ground, SkiError.Code)] = [
      (Ground(bounds: box, columns: 8, rows: 8), .invalidArgument),
      (Ground(bounds: ground.bounds, columns: 0, rows: 8), .invalidArgument),
      (Ground(bounds: ground.bounds, columns: 8, rows: -3), .invalidArgument),
      (Ground(bounds: ground.bounds, columns: 8000, rows: 8000), .limitExceeded),
      (Ground(bounds: ground.bounds, columns: .max, rows: .max), .limitExceeded),
    ]
    for (ground, code) in cases {
      #expect {
        try ShadedBackground.png(of: files, in: ground.bounds, columns: ground.columns, rows: ground.rows)
      } throws: { ($0 as? SkiError)?.code == code }
    }
  }
}
