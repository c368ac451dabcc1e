import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// The GeoTIFF reader compared with GDAL's, on every form that GDAL writes and reads: files it writes big-endian with
/// predictor 3 it can't read.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALGeoTIFFComparisonTests {
  /// The sample format.
  struct Variant: Sendable, CustomTestStringConvertible {
    var numbers: ForeignRaster.DataType
    var options: [String]
    var testDescription: String { "\(numbers) \(options.joined(separator: " "))" }
  }

  static let variants: [Variant] = {
    var variants: [Variant] = []
    let layouts = [["TILED=YES", "BLOCKXSIZE=128", "BLOCKYSIZE=64"], ["BLOCKYSIZE=7"], ["BLOCKYSIZE=1"]]
    for numbers in [ForeignRaster.DataType.byte, .int16, .uint16, .float32, .float64] {
      var packings = [["COMPRESS=NONE"], ["COMPRESS=PACKBITS"]]
      let isFloat = numbers == .float32 || numbers == .float64
      for method in ["DEFLATE", "LZW", "ZSTD"] {
        for predictor in [1, 2] + (isFloat ? [3] : []) where !(predictor == 2 && numbers == .float64) {
          packings.append(["COMPRESS=\(method)", "PREDICTOR=\(predictor)"])
        }
      }
      for packing in packings {
        for layout in layouts.prefix(packing[0] == "COMPRESS=DEFLATE" ? 3 : 2) {
          variants.append(Variant(numbers: numbers, options: layout + packing))
        }
      }
      variants.append(Variant(numbers: numbers, options: ["BIGTIFF=YES", "TILED=YES", "COMPRESS=DEFLATE"]))
      variants.append(Variant(numbers: numbers, options: ["ENDIANNESS=BIG", "TILED=YES"]))
      variants.append(Variant(numbers: numbers, options: ["ENDIANNESS=BIG", "COMPRESS=LZW", "PREDICTOR=2"]))
      variants.append(Variant(numbers: numbers, options: ["ENDIANNESS=BIG", "BIGTIFF=YES", "COMPRESS=ZSTD"]))
      variants.append(Variant(numbers: numbers, options: ["SPARSE_OK=TRUE", "TILED=YES", "COMPRESS=LZW"]))
    }
    return variants
  }()

  /// Creates about 200 × 150 samples with a void, in the range of a byte for bytes.
  private static func surface(_ numbers: ForeignRaster.DataType) -> ForeignRaster {
    let shape = SyntheticSurface.Mountains(seed: 99)
    return ForeignRaster(
      columns: 211, rows: 149, west: 11.2, north: 47.3, stepX: 1 / 3600.0, stepY: 1 / 3600.0
    ) { x, y in
      let (east, north) = ((x - 11.22) * 75_000, (y - 47.28) * 111_000)
      if hypot(east, north) < 200 { return .nan }
      let height = shape.metres(x: east, y: north)
      return numbers == .byte ? 20 + (height / 20).truncatingRemainder(dividingBy: 200) : height
    }
  }

  private func values(_ raster: any ElevationRaster) throws -> [Double] {
    var heights = [Float](repeating: 0, count: raster.grid.window.count)
    try heights.withUnsafeMutableBufferPointer { try raster.read(raster.grid.window, into: $0) }
    return heights.map(Double.init)
  }

  @Test(arguments: variants)
  func `every sample equals the one that GDAL reads`(variant: Variant) throws {
    let folder = ScratchFolder()
    let noData: Double = variant.numbers == .byte ? 0 : variant.numbers == .uint16 ? 65535 : -9999
    let file = try Self.surface(variant.numbers).write(
      "variant.tif", reference: "EPSG:4326", dataType: variant.numbers, noData: noData,
      options: variant.options.flatMap { ["-co", $0] }, in: folder.path)
    let theirs = try ForeignRaster(reading: file, in: folder.path)
    let ours = try values(GeoTIFF.open(path: file).raster(cacheLimitBytes: 1 << 22))
    let wrong = zip(ours, theirs.values).filter { ours, theirs in
      // The values read are 32-bit floats.
      ours.isNaN != theirs.isNaN || (!ours.isNaN && ours != Double(Float(theirs)))
    }
    #expect(
      wrong.isEmpty,
      "\(variant.testDescription): \(wrong.count) differ, first \(String(describing: wrong.first))")
    #expect(theirs.values.contains(where: \.isNaN) && theirs.values.contains { $0 > 10 })
  }

  @Test(
    arguments: [
      "EPSG:4326", "EPSG:4258", "EPSG:31287", "EPSG:32632", "EPSG:3857", "EPSG:2056", "EPSG:2154",
      "EPSG:31467", "EPSG:5514",
      "+proj=lcc +lat_1=44 +lat_2=49 +lat_0=46.5 +lon_0=9 +x_0=250000 +y_0=100000 +ellps=GRS80 +units=m +no_defs",
      "+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs",
    ],
    ["Area", "Point"])
  func `corners of a GeoTIFF lie where GDAL places them`(reference: String, kind: String) throws {
    let folder = ScratchFolder()
    // Within the area of use of each system: beyond it PROJ chooses between several datum shifts.
    let places = [
      "EPSG:2056": (x: 8.5, y: 46.8), "EPSG:2154": (6.5, 45.5), "EPSG:31467": (9.5, 48),
      "EPSG:5514": (15.5, 49.8),
    ]
    let place = places[reference] ?? (11.31, 47.21)
    let corner = try #require(
      try GDALTransform.transformed([place], from: "EPSG:4326", to: reference).first)
    let step = reference == "EPSG:4326" || reference == "EPSG:4258" ? 1 / 3600.0 : 25
    let made = ForeignRaster(
      columns: 40, rows: 30, west: corner.x, north: corner.y, stepX: step, stepY: step
    ) { x, _ in x.truncatingRemainder(dividingBy: 1000) }
    let file = try made.write(
      "place.tif", reference: reference, options: ["-mo", "AREA_OR_POINT=\(kind)"], in: folder.path)
    let grid = try GeoTIFF.open(path: file).grid
    let corners = [(0.0, 0.0), (39.0, 0.0), (0.0, 29.0), (39.0, 29.0), (12.25, 7.5)]
    // GDAL transforms pixels to coordinates itself, counted from the corner of the first pixel.
    let text = corners.map { "\($0.0 + 0.5) \($0.1 + 0.5)\n" }.joined()
    let flat = try GDAL.run("gdaltransform", ["-output_xy", file], input: text)
    let earth = try GDAL.run("gdaltransform", ["-output_xy", "-t_srs", "EPSG:4326", file], input: text)
    for (index, line) in flat.split(separator: "\n").enumerated() {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      let place = (x: grid.x(ofColumn: corners[index].0), y: grid.y(ofRow: corners[index].1))
      let off = max(abs(place.x - numbers[0]), abs(place.y - numbers[1]))
      #expect(off <= (step < 1 ? 1e-9 : 1e-3), "\(reference) \(kind): \(place) for \(numbers)")
    }
    let transform = try CoordinateTransform(to: grid.reference)
    for (index, line) in earth.split(separator: "\n").enumerated() {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      let pair = [grid.x(ofColumn: corners[index].0), grid.y(ofRow: corners[index].1)]
      let place = try #require(transform.coordinates(ofInterleaved: pair)[0])
      let off = max(abs(place.longitude - numbers[0]), abs(place.latitude - numbers[1]))
      #expect(off <= 1e-9, "\(reference) \(kind): \(place) for \(numbers)")
    }
  }
}
