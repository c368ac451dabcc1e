import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// `.hgt` files: samples on the edges, big-endian, voids, corners given by the name.
struct HGTFileTests {
  private static func plane(_ place: Coordinate) -> Double {
    ((place.latitude + 90).truncatingRemainder(dividingBy: 2) * 1200
      + (place.longitude + 180).truncatingRemainder(dividingBy: 2) * 2400)
  }

  @Test(
    arguments: [
      ("N46W122.hgt", 46, -122), ("S34E018.hgt", -34, 18), ("S43W072.hgt", -43, -72), ("n46e007.HGT", 46, 7),
      ("N00E000.hgt", 0, 0), ("S01W001.hgt", -1, -1), ("N46W180.SRTMGL1.hgt", 46, -180),
    ])
  func `the file name gives the south-western corner in every hemisphere`(name: String, south: Int, west: Int)
    throws
  {
    let corner = try #require(HGTFile.corner(of: name))
    #expect(corner == (south, west))
    let folder = ScratchFolder()
    folder.write(DrawnTiles.hgt(south: south, west: west, samples: 1201, height: Self.plane), to: name)
    let source = try ElevationFiles.open(paths: [folder.path])
    for (dy, dx) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.5, 0.5), (0.3, 0.999), (1.0 / 1200, 0)] {
      let place = Coordinate(latitude: Double(south) + dy, longitude: Double(west) + dx)
      let height = try #require(try source.elevationMetres(at: place), "\(place)")
      let base = Self.plane(Coordinate(latitude: Double(south), longitude: Double(west)))
      #expect(abs(height - (base + dy * 1200 + dx * 2400)) < 0.51 || dy == 1 || dx == 1, "\(place)")
    }
    let below = Coordinate(latitude: Double(south) - 0.01, longitude: Double(west) + 0.5)
    #expect(try source.elevationMetres(at: below) == nil)
  }

  @Test(arguments: [
    "", "N46.hgt", "X46W122.hgt", "N90E000.hgt", "S91E000.hgt", "N46E180.hgt", "N4AW122.hgt", "N46W12.hgt",
  ])
  func `an invalid file name has no corner`(name: String) {
    #expect(HGTFile.corner(of: name) == nil)
  }

  @Test(arguments: [1201, 3601])
  func `sampling agrees with the drawn formula at samples and between them`(samples: Int) throws {
    let folder = ScratchFolder()
    // Whole metres at every sample, so that rounding changes nothing.
    let perNode = Double(samples - 1)
    let height: (Coordinate) -> Double? = { place in
      let (row, column) = ((place.latitude - 46) * perNode, (place.longitude - 7) * perNode)
      return 100 + (row + 2 * column).rounded() / 1
    }
    let small: (Coordinate) -> Double? = { (height($0) ?? 0) / (samples == 3601 ? 2 : 1) }
    folder.write(DrawnTiles.hgt(south: 46, west: 7, samples: samples, height: small), to: "N46E007.hgt")
    let source = try ElevationFiles.open(paths: [folder.path])
    print("seed 9")
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let (row, column) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
      let exact = (100 + row * perNode + 2 * column * perNode) / (samples == 3601 ? 2 : 1)
      let got = try #require(
        try source.elevationMetres(at: Coordinate(latitude: 46 + row, longitude: 7 + column)))
      #expect(abs(got - exact) < (samples == 3601 ? 0.51 : 1e-6))
    }
    let resolution = try #require(source.resolutionMetres(at: Coordinate(latitude: 46.5, longitude: 7.5)))
    #expect(abs(resolution - (samples == 3601 ? 30.9 : 92.7)) < 0.1)
  }

  @Test func `voids and implausible elevations are nil, and neighbouring files share their edge`() throws {
    let folder = ScratchFolder()
    let hole = Coordinate(latitude: 46.5, longitude: 7.5)
    folder.write(
      DrawnTiles.hgt(south: 46, west: 7, samples: 1201) {
        $0.distanceMetres(to: hole) < 500 ? nil : $0.longitude < 7.1 ? 20_000 : 1000
      }, to: "a/N46E007.hgt")
    folder.write(DrawnTiles.hgt(south: 46, west: 8, samples: 1201) { _ in 1000 }, to: "b/N46E008.hgt")
    let source = try ElevationFiles.open(paths: [folder.path])
    #expect(try source.elevationMetres(at: hole) == nil)
    #expect(try source.elevationMetres(at: Coordinate(latitude: 46.5, longitude: 7.05)) == nil)
    for longitude in [7.9999999, 8, 8.0000001] {
      #expect(try source.elevationMetres(at: Coordinate(latitude: 46.3, longitude: longitude)) == 1000)
    }
    let line = [7.9, 7.95, 8, 8.05].map { Coordinate(latitude: 46.3, longitude: $0) }
    #expect(try source.sourceCovering(line) != nil)
    let filled = try #require(try source.elevationMetres(at: hole, fillingWithinMetres: 2000))
    #expect(abs(filled.elevationMetres - 1000) < 1e-6 && (450...600).contains(filled.reachMetres))
  }

  @Test(arguments: [("N89E179.hgt", 89, 179, 1.0), ("S90W180.hgt", -90, -180, -1.0)])
  func `a void at a pole is filled from samples within the radius or not at all`(
    name: String, south: Int, west: Int, sign: Double
  ) throws {
    let folder = ScratchFolder()
    folder.write(
      DrawnTiles.hgt(south: south, west: west, samples: 1201) { abs($0.latitude) > 89.9 ? nil : 700 },
      to: name)
    let source = try ElevationFiles.open(paths: [folder.path])
    for latitude in [90, 89.95, 89.901, 88.9] {
      for longitude in [180, 179.5, -180, -179.5, 0] {
        let place = Coordinate(latitude: sign * latitude, longitude: longitude)
        let filled = try source.elevationMetres(at: place, fillingWithinMetres: 1000)
        #expect(filled.map { abs($0.elevationMetres - 700) < 1e-6 } ?? true, "\(place)")
      }
    }
    let edge = Coordinate(latitude: sign * 89.901, longitude: Double(west) + 0.5)
    #expect(try source.elevationMetres(at: edge, fillingWithinMetres: 1000) != nil)
  }

  @Test func `the source of the finest resolution is used at a place, of any format`() throws {
    let folder = ScratchFolder()
    let place = PyramidTests.place(2123.5, 1469.5)
    let (south, west) = (Int(place.latitude), Int(place.longitude))
    let name = "N\(south)E00\(west).hgt"
    folder.write(DrawnTiles.hgt(south: south, west: west, samples: 1201) { _ in 3 }, to: "three/\(name)")
    PyramidTests.draw(in: folder, .terrarium, zoom: 12) { _ in 12 }
    #expect(try ElevationFiles.open(paths: [folder.path]).elevationMetres(at: place) == 12)
    let pyramid = folder.path + "/t"
    let three = folder.path + "/three"
    let both = try ElevationFiles.open(paths: [three, pyramid, three])
    #expect(both.names == ["t (terrarium, 256 px, zoom 12)", "three (hgt, 3\u{2033})"])
    #expect(try both.elevationMetres(at: place) == 12)
    let coarse = ScratchFolder()
    PyramidTests.draw(in: coarse, .terrarium, zoom: 9, columns: 265...265, rows: 183...183) { _ in 9 }
    #expect(try ElevationFiles.open(paths: [coarse.path, three]).elevationMetres(at: place) == 3)
  }
}
