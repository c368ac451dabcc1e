import SkiBase
import SkiGraph
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Height grids made from elevation files and read from maps.
struct HeightGridMakerTests {
  private static let box = BoundingBox(south: 46.45, west: 7.45, north: 46.5, east: 7.52)

  /// Returns the elevation of drawn ground in metres, about as rough as the Alps.
  @Sendable private static func height(_ column: Int, _ row: Int) -> Float {
    let (x, y) = (Double(column), Double(row))
    let (range, ridge) = (500 * sin(x / 47) * cos(y / 61), 60 * sin((x + 2 * y) / 9))
    return Float(1800 + range + ridge)
  }

  private static func reader(
    _ grid: ElevationGrid, _ height: @escaping @Sendable (Int, Int) -> Float = height
  ) -> DrawnReader { DrawnReader(name: "drawn", grid: grid, height: height) }

  /// Makes a map of a grid around a box, without any network.
  private static func map(_ grids: [HeightGrid?]) throws -> SkiMap {
    let regions = grids.enumerated().map { number, grid in
      var region = RandomMap(seed: UInt64(number + 1), centre: box.centre).builder
      region.heightGrid = grid
      return region
    }
    return try MapContents(regions: regions).map()
  }

  /// Returns seeded places within two kilometres of the box, less a little.
  private static func places(_ seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<300).map { _ in
      Coordinate(
        latitude: .random(in: box.south - 0.0179...box.north + 0.0179, using: &random),
        longitude: .random(in: box.west - 0.0255...box.east + 0.0255, using: &random))
    }
  }

  @Test(arguments: [0, 1] as [Float])
  func `a model of 90 m keeps its lattice, and whole metres are exact`(fraction: Float) throws {
    let grid = degreeGrid(north: 47, west: 7, step: 1 / 1200, columns: 1201, rows: 1201)
    let source = files([
      Self.reader(grid) { x, y in
        let metres = Self.height(x, y)
        return fraction == 0 ? metres.rounded() : metres
      }
    ])
    let made = try #require(try HeightGridMaker(source, attributions: ["© x"]).grid(around: [Self.box]))
    #expect(made.lattice.stepX == 1 / 1200 && abs(made.lattice.originY - 90) < 1e-9)
    #expect(made.lattice.columns == 432_000 && made.lattice.rows == 216_001)
    #expect(made.stepMillimetres == (fraction == 0 ? 1000 : 100) && made.attributions == ["© x"])
    let opened = try #require(try MapElevation.open(Self.map([made])))
    #expect(opened.attributions == ["© x"] && opened.files.names.count == 1)
    for place in Self.places(3) {
      let (wanted, found) = (
        try source.elevationMetres(at: place), try opened.files.elevationMetres(at: place)
      )
      let error = abs(try #require(found) - #require(wanted))
      #expect(error < (fraction == 0 ? 0.001 : 0.051), "\(place): \(error) m")
    }
  }

  @Test func `of a finer model every n-th sample is kept, so that none is farther apart than 30 m`() throws {
    for (parts, wanted) in [(10_800, 2), (18_000, 4), (3600, 1)] {
      let grid = degreeGrid(
        north: 46.6, west: 7.4, step: 1 / Double(parts), columns: parts / 5, rows: parts / 5, tile: (64, 64))
      let source = files([Self.reader(grid)])
      let made = try #require(try HeightGridMaker(source, attributions: []).grid(around: [Self.box]))
      let spacing = made.lattice.stepY * 111_195
      #expect(abs(made.lattice.stepY * Double(parts) - Double(wanted)) < 1e-9, "\(parts)")
      #expect(spacing <= 31 && made.lattice.stepX * 111_195 * 0.6887 <= 30)
      let opened = try #require(try MapElevation.open(Self.map([made]))).files
      // At its own samples the grid has the model's elevations, to half a step.
      for number in 0..<40 {
        let share = Double(number) / 40
        let row = ((made.lattice.originY - Self.box.south - 0.05 * share) / made.lattice.stepY).rounded()
        let column = ((Self.box.west + 0.07 * share - made.lattice.originX) / made.lattice.stepX).rounded()
        let place = Coordinate(
          latitude: made.lattice.originY - row * made.lattice.stepY,
          longitude: made.lattice.originX + column * made.lattice.stepX)
        let (exact, found) = (try source.elevationMetres(at: place), try opened.elevationMetres(at: place))
        #expect(abs(try #require(found) - #require(exact)) < 0.06, "\(place)")
      }
    }
  }

  @Test func `the pixels of a pyramid are kept where they are`() throws {
    let source = files([Self.reader(.mercator(zoom: 12, pixels: 256))])
    let made = try #require(try HeightGridMaker(source, attributions: []).grid(around: [Self.box]))
    #expect(made.lattice.kind == .webMercator && made.lattice.columns == 256 << 12)
    let opened = try #require(try MapElevation.open(Self.map([made]))).files
    for place in Self.places(5) {
      let (wanted, found) = (try source.elevationMetres(at: place), try opened.elevationMetres(at: place))
      #expect(abs(try #require(found) - #require(wanted)) < 0.051, "\(place)")
    }
  }

  @Test func `a projected model is interpolated on a lattice of degrees that is no finer`() throws {
    let system = ReferenceSystem(definition: "EPSG:32632", kind: .projected(metresPerUnit: 1))
    let samples = RasterGrid(
      columns: 1400, rows: 1400, reference: system, originX: 372_000, originY: 5_158_000, stepX: 20, stepY: 20
    )
    let grid = try ElevationGrid.raster(samples, tileColumns: 128, tileRows: 128)
    let source = files([Self.reader(grid)])
    let made = try #require(try HeightGridMaker(source, attributions: []).grid(around: [Self.box]))
    #expect(made.lattice.kind == .degrees && made.lattice.stepY * 111_195 >= 19.9)
    let opened = try #require(try MapElevation.open(Self.map([made]))).files
    let errors = try Self.places(7).map { place in
      let (wanted, found) = (try source.elevationMetres(at: place), try opened.elevationMetres(at: place))
      return abs(try #require(found) - #require(wanted))
    }
    #expect(errors.sorted()[150] < 3, "median \(errors.sorted()[150]) m")
  }

  @Test func `voids stay voids, and where the finest model ends the others go on`() throws {
    let coarse = degreeGrid(north: 47, west: 7, step: 1 / 1200, columns: 1201, rows: 1201)
    let fine = degreeGrid(north: 46.52, west: 7.4, step: 1 / 3600, columns: 400, rows: 400)
    let hole: @Sendable (Int, Int) -> Float = { x, y in
      (618..<640).contains(x) && (600..<650).contains(y) ? .nan : 1000
    }
    let source = files([Self.reader(fine) { _, _ in 1010 }, Self.reader(coarse, hole)])
    let made = try #require(try HeightGridMaker(source, attributions: []).grid(around: [Self.box]))
    #expect(abs(made.lattice.stepX - 1 / 3600) < 1e-12)
    let opened = try #require(try MapElevation.open(Self.map([made]))).files
    var (known, voids) = (0, 0)
    for place in Self.places(9) {
      let (wanted, found) = (try source.elevationMetres(at: place), try opened.elevationMetres(at: place))
      if let wanted, let found {
        #expect(abs(wanted - found) < 1.5, "\(place)")
        known += 1
      } else if wanted == nil {
        // Interpolation needs all samples around a place, so that the hole may grow by one.
        #expect(found == nil, "\(place)")
        voids += 1
      }
    }
    #expect(known > 100 && voids > 3, "\(known) places known, \(voids) void")
  }

  @Test func `ground without any elevation has no grid, and a map without one gives none`() throws {
    let grid = degreeGrid(north: -30, west: 7, step: 1 / 1200, columns: 1201, rows: 1201)
    #expect(try HeightGridMaker(files([Self.reader(grid)]), attributions: []).grid(around: [Self.box]) == nil)
    #expect(try HeightGridMaker(files([Self.reader(grid)]), attributions: []).grid(around: []) == nil)
    let voids = degreeGrid(north: 47, west: 7, step: 1 / 1200, columns: 1201, rows: 1201)
    let empty = files([Self.reader(voids) { _, _ in .nan }])
    #expect(try HeightGridMaker(empty, attributions: []).grid(around: [Self.box]) == nil)
    #expect(try MapElevation.open(Self.map([nil])) == nil)
  }

  @Test func `the grids of regions side by side are one layer without a seam`() throws {
    let grid = degreeGrid(north: 47, west: 7, step: 1 / 1200, columns: 1201, rows: 1201)
    let source = files([Self.reader(grid)])
    var (west, east) = (Self.box, Self.box)
    west.east = 7.48
    east.west = 7.48
    let maker = HeightGridMaker(source, attributions: ["© x"])
    let map = try Self.map([maker.grid(around: [west]), nil, maker.grid(around: [east])])
    let opened = try #require(try MapElevation.open(map))
    #expect(opened.files.names.count == 1 && opened.attributions == ["© x"])
    for place in Self.places(11) {
      let (wanted, found) = (
        try source.elevationMetres(at: place), try opened.files.elevationMetres(at: place)
      )
      #expect(abs(try #require(found) - #require(wanted)) < 0.051, "\(place)")
    }
    let far = BoundingBox(south: 10, west: 10, north: 11, east: 11)
    #expect(try MapElevation.open(map, in: far) == nil)
    #expect(try MapElevation.open(map, in: BoundingBox(Self.box.centre)) != nil)
  }

  @Test func `a model around the Earth is kept on both sides of the antimeridian`() throws {
    let source = files([Self.reader(.degrees(samples: 1201)) { x, y in Float(100 + (x + y) % 50) }])
    let boxes = [
      BoundingBox(south: 66, west: 179.97, north: 66.01, east: 180),
      BoundingBox(south: 66, west: -180, north: 66.01, east: -179.97),
    ]
    let made = try #require(try HeightGridMaker(source, attributions: []).grid(around: boxes))
    let opened = try #require(try MapElevation.open(Self.map([made]))).files
    for longitude in [179.96, 179.9999, 180, -180, -179.9999, -179.96] {
      let place = Coordinate(latitude: 66.005, longitude: longitude)
      let (wanted, found) = (try source.elevationMetres(at: place), try opened.elevationMetres(at: place))
      #expect(abs(try #require(found) - #require(wanted)) < 0.51, "\(longitude)")
    }
  }
}
