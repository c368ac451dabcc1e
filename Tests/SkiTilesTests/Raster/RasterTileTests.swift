import SkiBase
import SkiGraph
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTerrain
@testable import SkiTiles

extension DrawnGround {
  func source(_ layer: RasterTileLayer, zooms: ClosedRange<Int>, side: Int = 256) throws -> RasterTileSource {
    var tileSet = DrawnArchive.picture
    (tileSet.zooms, tileSet.tileSide) = (zooms, side)
    tileSet.bounds = try #require(try files.bounds())
    return RasterTileSource(elevation: files, layer: layer, tileSet: tileSet)
  }
}

struct RasterTileTests {
  /// The pixels of a tile as red, green, blue and alpha.
  static func pixels(_ source: RasterTileSource, _ zoom: Int, _ column: Int, _ row: Int) throws -> [UInt8]? {
    let address = try #require(TileAddress(zoom: zoom, column: column, row: row))
    guard let png = try source.tile(address) else { return nil }
    return try #require(DrawnTiles.decode(png, format: 3)).pixels
  }

  /// The elevations at the pixel centres of a zoom.
  private func heights(
    _ files: ElevationFiles, zoom: Int, side: Int, columns: Range<Int>, rows: Range<Int>, _ sampling: Sampling
  ) throws -> [Float] {
    let places = rows.flatMap { y in
      columns.map { DrawnTiles.pixelCentre(zoom: zoom, x: $0, y: y, size: side) }
    }
    return try files.elevationsMetres(at: places, sampling: sampling).map { $0.map { Float($0) } ?? .nan }
  }

  /// Compares two neighbouring tiles with one picture made across both.
  @Test(arguments: [(12, 256, false), (12, 256, true), (13, 512, false), (13, 512, true)])
  func `neighbouring tiles equal the halves of a picture made across both`(
    zoom: Int, side: Int, isDown: Bool
  ) throws {
    let ground = try DrawnGround()
    let shade = Hillshade(style: .combined)
    let (column, row) = (2176 << (zoom - 12), 1434 << (zoom - 12))
    let (across, down) = isDown ? (1, 2) : (2, 1)
    let columns = column * side - 1..<(column + across) * side + 1
    let rows = row * side - 1..<(row + down) * side + 1
    let sampling: Sampling = side == 256 ? .bilinear : .bicubic
    let around = try heights(ground.files, zoom: zoom, side: side, columns: columns, rows: rows, sampling)
    let step = 2 * Double.pi * 6_378_137 / Double(side << zoom)
    let grid = RasterGrid(
      columns: columns.count, rows: rows.count, reference: .webMercator,
      originX: (Double(columns.lowerBound) + 0.5) * step - .pi * 6_378_137,
      originY: .pi * 6_378_137 - (Double(rows.lowerBound) + 0.5) * step, stepX: step, stepY: step)
    for layer in [
      RasterTileLayer.hillshade(shade), .relief(.mountains, shade: shade), .slopeClasses(.avalanche),
    ] {
      let product = try #require(layer.product)
      let whole = try TerrainProduction(
        raster: MemoryRaster(grid: grid, elevationsMetres: around), product: product
      )
      .bytes(of: RasterWindow(column: 1, row: 1, columns: across * side, rows: down * side))
      let source = try ground.source(layer, zooms: zoom...zoom, side: side)
      var (different, worst) = (0, 0)
      for part in 0..<2 {
        let (dx, dy) = isDown ? (0, part) : (part, 0)
        let tile = try #require(try Self.pixels(source, zoom, column + dx, row + dy))
        for y in 0..<side {
          for x in 0..<side {
            let at = ((y + dy * side) * across * side + x + dx * side) * product.pixel.byteCount
            for channel in 0..<product.pixel.byteCount {
              let (a, b) = (tile[(y * side + x) * 4 + channel], whole[at + channel])
              if a != b { (different, worst) = (different + 1, max(worst, abs(Int(a) - Int(b)))) }
            }
          }
        }
      }
      // Coordinates are computed by another formula here, so elevations may differ by rounding.
      #expect(different < side * side / 1000, "\(layer): \(different) pixels differ by \(worst) at most")
      if product.pixel == .grey { #expect(worst <= 1) }
    }
  }

  @Test func `encoded elevations equal those of the files within the step of the encoding`() throws {
    let ground = try DrawnGround()
    for (encoding, tolerance) in [(TileEncoding.terrarium, 1.0 / 256), (.terrainRGB, 0.0501)] {
      let source = try ground.source(.heights(encoding), zooms: 12...12)
      let tile = try #require(try Self.pixels(source, 12, 2176, 1434))
      let expected = try heights(
        ground.files, zoom: 12, side: 256, columns: 2176 * 256..<2177 * 256, rows: 1434 * 256..<1435 * 256,
        .bilinear)
      for (index, height) in expected.enumerated() {
        let number = tile[index * 4..<index * 4 + 3].reduce(0.0) { $0 * 256 + Double($1) }
        let read = encoding == .terrarium ? number / 256 - 32_768 : number / 10 - 10_000
        guard abs(read - Double(height)) <= tolerance, tile[index * 4 + 3] == 255 else {
          Issue.record("pixel \(index): \(read) m for \(height) m")
          return
        }
      }
      #expect(source.tileSet.encoding == (encoding == .terrarium ? "terrarium" : "mapbox"))
    }
  }

  @Test func `pixels without elevation are transparent, and a tile without any is not made`() throws {
    let west = try #require(TileAddress(zoom: 12, column: 2176, row: 1434)).bounds.centre.longitude
    let ground = try DrawnGround { $0.longitude < west ? nil : DrawnGround.hills($0) }
    let layers: [RasterTileLayer] = [
      .hillshade(Hillshade()), .relief(.mountains, shade: nil), .slope,
    ]
    for layer in layers {
      let source = try ground.source(layer, zooms: 12...12)
      let tile = try #require(try Self.pixels(source, 12, 2176, 1434))
      for row in [0, 100, 255] {
        #expect(tile[(row * 256 + 50) * 4 + 3] == 0 && tile[(row * 256 + 200) * 4 + 3] == 255, "\(layer)")
      }
      #expect(try Self.pixels(source, 12, 2175, 1434) == nil)
      #expect(try Self.pixels(source, 12, 100, 100) == nil)
      #expect(try Self.pixels(source, 11, 1088, 717) == nil, "no zoom of the set")
    }
    let flat = try DrawnGround { _ in 500 }
    let slopes = try flat.source(.slopeClasses(.avalanche), zooms: 12...12)
    #expect(try Self.pixels(slopes, 12, 2176, 1434) == nil)
  }

  @Test func `the addresses are those of tiles that meet the elevation and the bounds`() throws {
    let ground = try DrawnGround()
    let source = try ground.source(.slope, zooms: 10...13)
    let addresses = try source.addresses()
    let expected = (10...13).flatMap { zoom in
      let (first, last) = ((2176, 1434), (2177, 1435))
      func at(_ number: Int, _ end: Int) -> Int { zoom < 13 ? number >> (12 - zoom) : number * 2 + end }
      return (at(first.0, 0)...at(last.0, 1)).flatMap { column in
        (at(first.1, 0)...at(last.1, 1)).compactMap { TileAddress(zoom: zoom, column: column, row: $0) }
      }
    }
    #expect(Set(expected).isSubset(of: addresses))
    #expect(addresses.count == Set(addresses).count)
    // Bilinear interpolation reaches half a sample beyond the pixels, into the neighbours.
    #expect(addresses.count <= expected.count + 80)
    var narrow = source.tileSet
    narrow.bounds = try #require(TileAddress(zoom: 12, column: 2176, row: 1434)).bounds
    narrow.bounds.south += 1e-6
    narrow.bounds.north -= 1e-6
    narrow.bounds.west += 1e-6
    narrow.bounds.east -= 1e-6
    let few = RasterTileSource(elevation: ground.files, layer: .slope, tileSet: narrow)
    #expect(try few.addresses().map(\.zoom) == [10, 11, 12, 13, 13, 13, 13])
  }

  @Test func `tiles of a low zoom use mean elevations, from the coarser of two layers`() throws {
    let plane: (Coordinate) -> Double? = { 1000 + 500 * ($0.longitude - 11) }
    let fine = try DrawnGround(zooms: [12], height: plane)
    let both = try DrawnGround(zooms: [9, 12], height: plane)
    // The coarser tile is blended at its western edge with two of the finer ones.
    for (ground, most) in [(fine, 4), (both, 3)] {
      let before = ground.files.decodedTileCount
      let source = try ground.source(.heights(.terrarium), zooms: 9...9)
      let tile = try #require(try Self.pixels(source, 9, 2176 >> 3, 1434 >> 3))
      #expect(ground.files.decodedTileCount - before <= most)
      var count = 0
      for index in 0..<256 * 256 where tile[index * 4 + 3] == 255 {
        let place = DrawnTiles.pixelCentre(
          zoom: 9, x: (2176 >> 3) * 256 + index % 256, y: (1434 >> 3) * 256 + index / 256, size: 256)
        let number = tile[index * 4..<index * 4 + 3].reduce(0.0) { $0 * 256 + Double($1) }
        count += abs(number / 256 - 32_768 - (plane(place) ?? 0)) < 0.2 ? 1 : 0
      }
      // Pixels at the edge average their inner half only.
      #expect(count > 62 * 62 / 2)
    }
  }

  @Test func `tiles of a build with three workers equal those of single requests`() throws {
    let ground = try DrawnGround()
    let source = try ground.source(.hillshade(Hillshade()), zooms: 11...12)
    let addresses = try source.addresses()
    let output = try TileOutput(path: ground.folder.path + "/shade.pmtiles")
    _ = try TileBuild(
      source: source, addresses: addresses, output: output, sourceKey: "", workerCount: 3
    ).run()
    let bytes = try PMTilesWriterTests.read(output.path)
    let plain = try ReferenceArchive(bytes)
    #expect(plain.faults(fileSize: bytes.count) == [])
    for address in addresses {
      let expected = try source.tile(address)
      #expect(plain.tiles[address.id.number] == expected)
    }
  }
}
