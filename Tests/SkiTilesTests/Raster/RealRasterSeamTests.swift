import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain
@testable import SkiTiles

/// The edges of tiles of real areas.
struct RealRasterSeamTests {
  @Test(.enabled(if: RealData.isNamed), arguments: ["andorra", "mayrhofen"])
  func `hillshade tiles of real areas have no seams at any zoom`(area: String) throws {
    let files = try ElevationFiles.open(paths: ["\(try #require(RealData.folder))/\(area)/dem"])
    let centre =
      area == "andorra"
      ? Coordinate(latitude: 42.55, longitude: 1.6) : Coordinate(latitude: 47.17, longitude: 11.85)
    var tileSet = DrawnArchive.picture
    (tileSet.zooms, tileSet.tileSide) = (8...15, 256)
    tileSet.bounds = try #require(try files.bounds())
    let source = RasterTileSource(elevation: files, layer: .hillshade(Hillshade()), tileSet: tileSet)
    let latitude = TileView(tileSet, zooms: tileSet.zooms).centre.latitude
    // Each area has every second zoom, and both together have all.
    for zoom in tileSet.zooms where (zoom % 2 == 0) == (area == "andorra") {
      let across = Double(TileAddress.tilesAcross(zoom: zoom))
      let column = Int(TileAddress.share(ofLongitude: centre.longitude) * across) - 2
      let row = Int(TileAddress.share(ofLatitude: centre.latitude) * across) - 2
      let (columns, rows) = (column...column + 3, row...row + 3)
      let tiles = try RasterSeamTests.grey(source, zoom: zoom, columns: columns, rows: rows)
      let whole = try RasterSeamTests.whole(
        files, zoom: zoom, side: 256, columns: columns, rows: rows, latitude: latitude)
      #expect(tiles == whole, "zoom \(zoom)")
      let steps = RasterSeamTests.steps(tiles, width: 1024, side: 256)
      print("\(area) zoom \(zoom): across edges \(steps.across), within tiles \(steps.within) grey levels")
      #expect(steps.across <= 1.25 * steps.within + 0.25, "zoom \(zoom): \(steps)")
      #expect(steps.within > 0)
    }
  }
}
