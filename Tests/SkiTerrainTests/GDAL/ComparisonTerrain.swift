import Foundation
import SkiTerrain
import SkiTestSupport
import Synchronization
import Testing

/// The rasters of the comparisons: synthetic, and real where there are real areas.
enum ComparisonTerrain: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case made
  case nordkette
  case mayrhofenTiles
  case mayrhofen
  case andorra

  var testDescription: String { rawValue }

  /// The rasters available: the synthetic one, and all where the real areas are.
  static var present: [ComparisonTerrain] { RealData.isNamed ? allCases : [.made] }

  /// The reference system of the area; UTM 32N for the synthetic raster.
  var reference: String {
    switch self {
    case .made, .mayrhofenTiles, .mayrhofen: "EPSG:32632"
    case .nordkette: "EPSG:31287"
    case .andorra: "EPSG:32631"
    }
  }

  var projected: ReferenceSystem {
    ReferenceSystem(definition: reference, kind: .projected(metresPerUnit: 1))
  }

  private static let cache = Mutex<[ComparisonTerrain: ForeignRaster]>([:])

  /// Returns heights in metres on a projected grid with square pixels, made by GDAL, once for all tests.
  func heights() throws -> ForeignRaster {
    try Self.cache.withLock { cache in
      if let known = cache[self] { return known }
      let folder = ScratchFolder()
      let heights = try ForeignRaster(reading: file(in: folder.path), in: folder.path)
      cache[self] = heights
      return heights
    }
  }

  private func file(in folder: String) throws -> String {
    switch self {
    case .made:
      return try SyntheticSurface.mountains(seed: 4711).write("made.tif", reference: reference, in: folder)
    case .nordkette:
      let source = try Self.real("elevation-samples/avaframe_avaAlr_5m_nordkette.tif")
      return try translated(source, in: folder)
    case .mayrhofenTiles:
      return try warped(Self.pyramid(in: folder), step: 10, method: "cubic", in: folder)
    case .mayrhofen:
      return try warped(Self.real("mayrhofen/dem/N47E011.hgt"), step: 30, method: "bilinear", in: folder)
    case .andorra:
      let whole = folder + "/andorra.vrt"
      let parts = try ["N41E001", "N42E001"].map { try Self.real("andorra/dem/\($0).hgt") }
      try GDAL.run("gdalbuildvrt", ["-q", whole] + parts)
      return try warped(whole, step: 30, method: "cubic", in: folder)
    }
  }

  static func real(_ name: String) throws -> String {
    try #require(RealData.folder) + "/" + name
  }

  private func translated(_ source: String, in folder: String) throws -> String {
    let path = folder + "/\(rawValue).tif"
    try GDAL.run("gdal_translate", ["-q", "-ot", "Float32", source, path])
    return path
  }

  /// A piece of some 500 × 500 pixels around the middle of the area's slopes.
  private func warped(_ source: String, step: Int, method: String, in folder: String) throws -> String {
    let path = folder + "/\(rawValue).tif"
    let half = step * 250
    let middle = self == .andorra ? (382_000, 4_708_000) : (714_000, 5_224_000)
    let box = [middle.0 - half, middle.1 - half, middle.0 + half, middle.1 + half].map(String.init)
    try GDAL.run(
      "gdalwarp",
      ["-q", "-t_srs", reference, "-tr", "\(step)", "\(step)", "-te"] + box
        + ["-r", method, "-et", "0", "-ot", "Float32", "-dstnodata", "-9999", source, path])
    return path
  }

  /// The finest Terrain-RGB tiles of Mayrhofen as one raster of heights: GDAL reads the colours, and Mapbox's formula
  /// is applied here.
  static func pyramid(in folder: String) throws -> String {
    let (zoom, size) = (12, 512)
    let (columns, rows) = (2179...2183, 1436...1439)
    let world = 2 * Double.pi * 6_378_137
    let step = world / Double(size << zoom)
    var whole = ForeignRaster(
      columns: columns.count * size, rows: rows.count * size,
      west: Double(columns.lowerBound) * Double(size) * step - world / 2,
      north: world / 2 - Double(rows.lowerBound) * Double(size) * step, stepX: step, stepY: step
    ) { _, _ in .nan }
    for column in columns {
      for row in rows {
        let tile = try real("mayrhofen/dem/terrain-rgb-512/\(zoom)/\(column)/\(row).png")
        let parts = try ForeignRaster.bands([1, 2, 3], of: tile, in: folder).map(\.values)
        let corner = ((row - rows.lowerBound) * whole.columns + column - columns.lowerBound) * size
        for index in 0..<size * size {
          let number = parts[0][index] * 65536 + parts[1][index] * 256 + parts[2][index]
          whole.values[corner + index / size * whole.columns + index % size] = number / 10 - 10000
        }
      }
    }
    return try whole.write("pyramid.tif", reference: "EPSG:3857", in: folder)
  }
}
