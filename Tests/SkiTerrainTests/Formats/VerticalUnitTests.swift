import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Conversion of elevations from the unit of a file to metres.
struct VerticalUnitTests {
  private static let foot = 0.3048
  private static let surveyFoot = 1200.0 / 3937
  private let folder = ScratchFolder()

  /// A GeoTIFF in a projected system with more keys, each a code.
  private static func drawn(map: Int, _ more: [(GeoKeys.Key, Int)] = [], band: String? = nil) -> DrawnTIFF {
    let keys = [(GeoKeys.Key.modelType, 1), (.rasterType, 1), (.projectedSystem, map)] + more
    var drawn = DrawnTIFF(type: .float32)
    drawn.keys = [1, 1, 0, UInt16(keys.count)] + keys.flatMap { [$0.0.rawValue, 0, 1, UInt16($0.1)] }
    drawn.metadata = band.map {
      "<GDALMetadata><Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">\($0)</Item></GDALMetadata>"
    }
    return drawn
  }

  private func expect(
    _ drawn: DrawnTIFF, metresPerUnit: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = drawn.write(to: folder) { Double(100 + $0 * 7 + $1) }
    try GeoTIFFTests.expectSame(path, drawn, sourceLocation: sourceLocation) {
      (Double(100 + $0 * 7 + $1) * metresPerUnit)
    }
  }

  @Test func `a vertical system gives the unit of its elevations`() throws {
    try expect(Self.drawn(map: 32612, [(.verticalSystem, 5703)]), metresPerUnit: 1)
    try expect(Self.drawn(map: 32612, [(.verticalSystem, 6360)]), metresPerUnit: Self.surveyFoot)
    try expect(Self.drawn(map: 32612, [(.verticalSystem, 8228)]), metresPerUnit: Self.foot)
    try expect(Self.drawn(map: 2264, [(.verticalSystem, 5703)]), metresPerUnit: 1)
    try expect(Self.drawn(map: 2264, [(.verticalSystem, 6360)]), metresPerUnit: Self.surveyFoot)
  }

  @Test func `the unit's key takes precedence over the system, and the band's over both`() throws {
    let metres: [(GeoKeys.Key, Int)] = [(.verticalSystem, 5703)]
    try expect(Self.drawn(map: 32612, metres + [(.verticalUnit, 9002)]), metresPerUnit: Self.foot)
    try expect(Self.drawn(map: 32612, metres + [(.verticalUnit, 9003)]), metresPerUnit: Self.surveyFoot)
    // The fathom, whose length is looked up in the EPSG database.
    try expect(Self.drawn(map: 32612, [(.verticalUnit, 9014)]), metresPerUnit: 1.8288)
    try expect(
      Self.drawn(map: 32612, [(.verticalUnit, 9002)], band: "US survey foot"), metresPerUnit: Self.surveyFoot)
    try expect(Self.drawn(map: 2264, [(.verticalUnit, 9003)], band: "metre"), metresPerUnit: 1)
    for word in ["ft", "Feet", "foot", "International Foot"] {
      try expect(Self.drawn(map: 32612, band: word), metresPerUnit: Self.foot)
    }
    for word in ["US survey foot", "Foot_US", "ftUS", "us-ft"] {
      try expect(Self.drawn(map: 32612, band: word), metresPerUnit: Self.surveyFoot)
    }
  }

  @Test func `a compound system as the projected one gives the unit of elevations`() throws {
    // NAD83 / California zone 1 (ftUS) + NAVD88 height (ftUS), NAD83 / Arizona East (ft) + NAVD88 height (ft).
    try expect(Self.drawn(map: 8714), metresPerUnit: Self.surveyFoot)
    try expect(Self.drawn(map: 8700), metresPerUnit: Self.foot)
    // NAD27 + NGVD29 height (ftUS).
    var degrees = Self.drawn(map: 1)
    degrees.keys = [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 7406]
    (degrees.scale, degrees.tie) = ([0.001, 0.001, 0], [0, 0, 0, -106, 40, 0])
    try expect(degrees, metresPerUnit: Self.surveyFoot)
    let surveyed = try #require(try VerticalSystem(epsg: 8720))
    #expect(surveyed.epsg == 6360 && surveyed.pointsUp)
    #expect(abs(surveyed.metresPerUnit - Self.surveyFoot) < 1e-15)
    try expect(Self.drawn(map: 8720), metresPerUnit: Self.surveyFoot)
    let path = Self.drawn(map: 8720).write(to: folder) { _, _ in 0 }
    let file = try GeoTIFF.open(path: path)
    #expect(file.verticalDatum == VerticalDatum(name: "NAVD88", epsg: 5703))
    #expect(file.geoKeys?.code(.projectedSystem) == 2231)
  }

  @Test func `a map in feet without a vertical unit is refused until the unit is given`() throws {
    var local = Self.drawn(map: GeoKeys.userDefined)
    local.keys = [
      1, 1, 0, 5, 1024, 0, 1, 1, 2048, 0, 1, 4269, 3072, 0, 1, 32767, 3075, 0, 1, 1, 3076, 0, 1, 9003,
    ]
    for drawn in [
      Self.drawn(map: 2264), Self.drawn(map: 2225), local, Self.drawn(map: 32612, [(.linearUnit, 9002)]),
    ] {
      let path = drawn.write(to: folder) { column, _ in Double(1000 + column) }
      let error = #expect(throws: SkiError.self) { try GeoTIFF.open(path: path) }
      #expect(error?.code == .invalidArgument && error?.subject == path)
      #expect(error?.message.contains("--vertical-unit metre|foot|us-survey-foot") == true)
      // A folder is refused too: a file skipped silently would leave ground without elevation.
      #expect(throws: SkiError.self) { try ElevationFiles.open(paths: [folder.path]) }
      for unit in VerticalUnit.allCases {
        let raster = try GeoTIFF.open(path: path, verticalUnit: unit).raster()
        let heights = try raster.heights(RasterWindow(column: 0, row: 0, columns: 5, rows: 1))
        #expect(heights == (0..<5).map { Float(Double(1000 + $0) * unit.metres) })
      }
    }
  }

  @Test func `a unit given by the caller does not change a file that states its own`() throws {
    for (more, metres) in [
      ([(GeoKeys.Key.verticalUnit, 9001)], 1.0), ([(.verticalSystem, 6360)], Self.surveyFoot),
    ] {
      let path = Self.drawn(map: 32612, more).write(to: folder) { _, _ in 1000 }
      let raster = try GeoTIFF.open(path: path, verticalUnit: .foot).raster()
      #expect(
        try raster.heights(RasterWindow(column: 3, row: 3, columns: 1, rows: 1)) == [Float(1000 * metres)])
    }
  }

  @Test func `unknown units are refused naming the option, depths without it`() throws {
    for (drawn, word) in [
      (Self.drawn(map: 32612, band: "cubits"), "cubits"),
      (Self.drawn(map: 32612, [(.verticalUnit, 32767)]), "that the file defines itself"),
      (Self.drawn(map: 32612, [(.verticalUnit, 9102)]), "9102"),
    ] {
      let path = drawn.write(to: folder) { _, _ in 1000 }
      let error = #expect(throws: SkiError.self) { try GeoTIFF.open(path: path) }
      #expect(error?.message.contains(word) == true && error?.message.contains("--vertical-unit") == true)
      #expect(throws: Never.self) { try GeoTIFF.open(path: path, verticalUnit: .metre) }
    }
    let depth = Self.drawn(map: 32612, [(.verticalSystem, 5715)]).write(to: folder) { _, _ in 1000 }
    let error = #expect(throws: SkiError.self) { try GeoTIFF.open(path: depth, verticalUnit: .foot) }
    #expect(error?.code == .unsupportedFormat && error?.message.contains("depth") == true)
  }

  @Test func `files in feet and in metres have the same slopes and are joined without a step`()
    throws
  {
    let ground: (Int, Int) -> Double = { 1500 + 9 * Double($0) + 3 * Double($1) }
    var west = Self.drawn(map: 32612, [(.verticalSystem, 5703)])
    var east = Self.drawn(map: 32612, [(.verticalSystem, 6360)])
    let (first, second) = (ScratchFolder(), ScratchFolder())
    west.write(to: first, ground)
    east.write(to: first, named: "feet.tif") { ground($0, $1) / Self.surveyFoot }
    (west.tie, east.tie) = ([0, 0, 0, 500_000, 5_200_000, 0], [0, 0, 0, 501_500, 5_200_000, 0])
    west.write(to: second, named: "west.tif", ground)
    east.write(to: second, named: "east.tif") { ground($0 + 50, $1) / Self.surveyFoot }
    let slopes = try ["a.tif", "feet.tif"].map { name in
      let raster = try GeoTIFF.open(path: first.path + "/" + name).raster()
      return try TerrainProduction(raster: raster, product: .slope(.horn, .percent)).bytes(
        of: raster.grid.window
      )
      .withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    #expect(zip(slopes[0], slopes[1]).allSatisfy { abs($0 - $1) < 0.01 })
    let joined = try ElevationFiles.open(paths: [second.path])
    #expect(joined.names.count == 1 && joined.verticalDatums == [VerticalDatum(name: "NAVD88", epsg: 5703)])
    let heights = try joined.raster().heights(RasterWindow(column: 40, row: 7, columns: 20, rows: 1))
    #expect(heights.enumerated().allSatisfy { abs(Double($1) - ground(40 + $0, 7)) < 0.001 })
  }

  @Test func `the keys kept for a raster made from feet hold no vertical unit`() throws {
    let path = Self.drawn(map: 32612, [(.verticalSystem, 6360), (.verticalUnit, 9003)]).write(to: folder) {
      _, _ in
      1000
    }
    let keys = try #require(try GeoTIFF.open(path: path).geoKeys)
    #expect(keys.code(.verticalSystem) == nil && keys.code(.verticalUnit) == nil)
    #expect(keys.code(.projectedSystem) == 32612 && keys.code(.modelType) == 1)
    #expect(Int(keys.directory[3]) * 4 + 4 == keys.directory.count)
  }
}
