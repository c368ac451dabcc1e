import Foundation
import SkiTerrain
import SkiTestSupport
import Testing

/// Written rasters read by GDAL: the same place, reference system and values, and no warnings.
@Suite(.enabled(if: GDAL.isAvailable))
struct GDALOutputComparisonTests {
  private static let products: [(String, TerrainProduct)] = [
    ("hillshade", .hillshade(Hillshade())), ("slope", .slope(.horn, .degrees)), ("aspect", .aspect(.horn)),
    ("roughness", .roughness), ("relief", .relief(.mountains, shade: nil)),
    ("classes", .slopeClasses(.avalanche)),
  ]

  @Test(
    arguments: [
      "EPSG:4326", "EPSG:31287", "EPSG:32632", "EPSG:3857", "EPSG:2056",
      "+proj=lcc +lat_1=44 +lat_2=49 +lat_0=46.5 +lon_0=9 +x_0=250000 +y_0=100000 +ellps=GRS80 +units=m +no_defs",
    ],
    [GeoTIFFOptions.Packing.plain, .deflate])
  func `GDAL reads written rasters at the place of their source, with equal values`(
    reference: String, packing: GeoTIFFOptions.Packing
  ) throws {
    let folder = ScratchFolder()
    var source = SyntheticSurface.mountains(seed: 5, columns: 300, rows: 260)
    let middle = reference == "EPSG:2056" ? (x: 8.5, y: 46.8) : (11.31, 47.21)
    let corner = try #require(
      try GDALTransform.transformed([middle], from: "EPSG:4326", to: reference).first)
    (source.west, source.north) = corner
    if reference == "EPSG:4326" { (source.stepX, source.stepY) = (1 / 3600.0, 1 / 3600.0) }
    let file = try source.write("source.tif", reference: reference, in: folder.path)
    let about = try GDALInfo(of: file)
    let raster = try GeoTIFF.open(path: file).raster()
    for (name, product) in Self.products {
      let path = folder.path + "/\(name).tif"
      let sink = try GeoTIFFSink(
        path: path, grid: raster.grid, pixel: product.pixel,
        options: GeoTIFFOptions(packing: packing, geoKeys: raster.geoKeys))
      try TerrainProduction(raster: raster, product: product).run(into: sink)
      try sink.commit()
      let found = try GDALInfo(of: path, silent: true)
      #expect(found.columns == about.columns && found.rows == about.rows)
      for (ours, theirs) in zip(found.transform, about.transform) {
        #expect(abs(ours - theirs) <= 1e-9 * max(1, abs(theirs)), "\(name): \(ours) for \(theirs)")
      }
      #expect(found.wkt == about.wkt, "\(reference) \(name)")
      #expect(
        found.types
          == Array(repeating: product.pixel == .float ? "Float32" : "Byte", count: found.types.count))
      try compare(
        path, try TerrainProduction(raster: raster, product: product).bytes(of: raster.grid.window), product,
        bands: found.types.count, noData: found.noData, in: folder.path)
    }
  }

  private func compare(
    _ path: String, _ bytes: [UInt8], _ product: TerrainProduct, bands: Int, noData: [Double?],
    in folder: String
  ) throws {
    let numbers: [Double] =
      product.pixel == .float
      ? bytes.withUnsafeBytes { $0.bindMemory(to: Float.self).map(Double.init) } : bytes.map(Double.init)
    for band in 0..<bands {
      let theirs = try ForeignRaster(reading: path, band: band + 1, in: folder)
      let wrong = theirs.values.indices.filter { index in
        let ours = numbers[index * bands + band]
        return theirs.values[index].isNaN ? ours != noData[band] : ours != theirs.values[index]
      }
      #expect(wrong.isEmpty, "\(path), band \(band): \(wrong.count) pixels differ")
    }
  }
}
