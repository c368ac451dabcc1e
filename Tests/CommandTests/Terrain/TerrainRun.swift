import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Runs `skiroute terrain` on the sample's elevation, in a folder of its own.
struct TerrainRun {
  let scratch = ScratchFolder()

  /// The sample's elevation: Terrarium tiles of zoom 10 to 13.
  static var elevation: String { SampleFiles.folder.appending(path: "elevation").path }

  /// A path in the folder.
  func path(_ name: String) -> String { scratch.path + "/" + name }

  /// Makes a product of the sample, or of other sources, as a file of a name.
  func make(_ product: String, _ name: String, _ more: [String] = [], of sources: [String] = [elevation])
    throws
    -> CommandRunner.Outcome
  {
    try CommandRunner.skiroute().run(["terrain", product] + sources + ["-o", path(name)] + more)
  }

  /// Makes a product and returns the file's bytes; a failure fails the test.
  func bytes(
    _ product: String, _ name: String, _ more: [String] = [], of sources: [String] = [elevation],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    let outcome = try make(product, name, more, of: sources)
    #expect(
      outcome.exitCode == 0 && outcome.standardOutput.isEmpty, "\(outcome)", sourceLocation: sourceLocation)
    return try [UInt8](Data(contentsOf: URL(filePath: path(name))))
  }

  /// Makes a picture and returns its red, green, blue and alpha bytes.
  func picture(
    _ product: String, _ more: [String] = [], of sources: [String] = [elevation],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Picture {
    let bytes = try bytes(product, "x.png", more, of: sources, sourceLocation: sourceLocation)
    let read = try #require(DrawnTiles.decode(bytes, format: 3), sourceLocation: sourceLocation)
    return Picture(width: read.width, height: read.height, pixels: read.pixels)
  }

  /// A picture as it was read back by libpng.
  struct Picture: Equatable {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// Red, green, blue and alpha of a pixel.
    subscript(column: Int, row: Int) -> [UInt8] {
      Array(pixels[(row * width + column) * 4..<(row * width + column + 1) * 4])
    }
  }
}

/// The finest tiles of the sample's elevation, decoded by libpng and the formula of their coding.
enum SampleHeights {
  static let zoom = 13
  static let columns = 3982...3985
  static let rows = 2910...2913
  /// The spacing of pixels at the equator in metres.
  static let stepMetres = 2 * Double.pi * 6_378_137 / Double(256 << zoom)

  /// Returns the elevation in metres of a pixel, counted from the north-western one of all tiles.
  static func metres(_ column: Int, _ row: Int) throws -> Double {
    let tile = "\(zoom)/\(columns.lowerBound + column / 256)/\(rows.lowerBound + row / 256).png"
    let file = SampleFiles.folder.appending(path: "elevation/terrarium/" + tile)
    let read = try #require(DrawnTiles.decode([UInt8](Data(contentsOf: file)), format: 2))
    let at = (row % 256 * 256 + column % 256) * 3
    let parts = read.pixels[at..<at + 3].map(Double.init)
    return parts[0] * 256 + parts[1] + parts[2] / 256 - 32_768
  }

  /// Returns the position of a coordinate in degrees, in pixels from the centre of the north-western one.
  static func pixel(latitude: Double, longitude: Double) throws -> (column: Double, row: Double) {
    let side = Double(256 << zoom)
    let y = asinh(tan(latitude * .pi / 180)) / (2 * .pi)
    return (
      (longitude + 180) / 360 * side - 0.5 - Double(columns.lowerBound * 256),
      (0.5 - y) * side - 0.5 - Double(rows.lowerBound * 256)
    )
  }

  /// Returns the latitude of the centre of a pixel in radians.
  static func latitude(_ row: Int) -> Double {
    let y = Double(256 << zoom) / 2 - (Double(rows.lowerBound * 256 + row) + 0.5)
    return atan(sinh(y * stepMetres / 6_378_137))
  }

  /// Returns the gradient to the east and to the north at a pixel, by Horn's method on the sphere.
  static func gradient(_ column: Int, _ row: Int) throws -> (east: Double, north: Double) {
    let z = try (-1...1).map { dy in try (-1...1).map { try metres(column + $0, row + dy) } }
    let step = stepMetres * cos(latitude(row))
    let east = (z[0][2] + 2 * z[1][2] + z[2][2] - z[0][0] - 2 * z[1][0] - z[2][0]) / (8 * step)
    let north = (z[0][0] + 2 * z[0][1] + z[0][2] - z[2][0] - 2 * z[2][1] - z[2][2]) / (8 * step)
    return (east, north)
  }
}
