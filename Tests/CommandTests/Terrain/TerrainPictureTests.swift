import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Terrain as a picture: sizes, places and known pixels.
struct TerrainPictureTests {
  private let run = TerrainRun()
  /// Pixels on slopes of the mountain, far from the borders of tiles and on them.
  private static let probes = [(300, 400), (512, 511), (511, 512), (255, 300), (256, 300), (700, 500)]

  @Test func `a hillshade has the size of the tiles and the grey levels of Horn's slopes in the light`()
    throws
  {
    let picture = try run.picture("hillshade")
    #expect(picture.width == 1024 && picture.height == 1024)
    for (column, row) in Self.probes {
      let (east, north) = try SampleHeights.gradient(column, row)
      let (azimuth, altitude) = (315.0 * .pi / 180, 45.0 * .pi / 180)
      let light = sin(altitude) - cos(altitude) * (east * sin(azimuth) + north * cos(azimuth))
      let shade = max(0, light / (1 + east * east + north * north).squareRoot())
      let grey = Int((1 + 254 * shade).rounded())
      #expect(abs(Int(picture[column, row][0]) - grey) <= 1, "\(column), \(row)")
    }
  }

  @Test func `steeper slopes are darker, and slope classes are coloured from 30 degrees`() throws {
    let slopes = try run.picture("slope")
    let classes = try run.picture("classes")
    var drawnColours: Set<[UInt8]> = []
    for (column, row) in Self.probes {
      let (east, north) = try SampleHeights.gradient(column, row)
      let degrees = atan((east * east + north * north).squareRoot()) * 180 / .pi
      #expect(abs(Double(slopes[column, row][0]) - (255 - 254 * degrees / 60)) <= 1.5, "\(column), \(row)")
      #expect((classes[column, row][3] > 0) == (degrees >= 30), "\(column), \(row): \(degrees)")
    }
    for row in stride(from: 0, to: 1024, by: 8) {
      for column in stride(from: 0, to: 1024, by: 8) { drawnColours.insert(classes[column, row]) }
    }
    #expect(
      drawnColours.contains([0, 0, 0, 0]) && drawnColours.contains([247, 222, 48, 255]), "\(drawnColours)")
  }

  @Test func `aspects are coloured by the compass`() throws {
    let picture = try run.picture("aspect")
    for (column, row) in Self.probes {
      let (east, north) = try SampleHeights.gradient(column, row)
      let falls = (atan2(-east, -north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
      let colours: [[Double]] = [[58, 96, 178], [66, 158, 88], [244, 208, 63], [204, 72, 58]]
      let (low, share) = (Int(falls / 90), falls.truncatingRemainder(dividingBy: 90) / 90)
      for part in 0..<3 {
        let expected = colours[low][part] * (1 - share) + colours[(low + 1) % 4][part] * share
        #expect(abs(Double(picture[column, row][part]) - expected) <= 4, "\(column), \(row): \(falls)")
      }
    }
  }

  @Test func `a relief has the ramp's colours at its elevations, in metres and in percent`() throws {
    let ramp = run.scratch.write("0 0 0 0\n4000 200 100 255 # summits\nnv 0 0 0 0\n", to: "ramp.txt")
    let picture = try run.picture("relief", ["--ramp", ramp])
    for (column, row) in Self.probes {
      let metres = try SampleHeights.metres(column, row)
      let expected = [200, 100, 255].map { ($0 * metres / 4000).rounded() }
      for part in 0..<3 {
        #expect(abs(Double(picture[column, row][part]) - expected[part]) <= 1, "\(column), \(row): \(metres)")
      }
    }
    let percent = run.scratch.write("0% black\n100% white", to: "percent.txt")
    let stretched = try run.picture("relief", ["--ramp", percent])
    let reds = stride(from: 0, to: stretched.pixels.count, by: 4).map { stretched.pixels[$0] }
    #expect(reds.min() == 0 && reds.max() == 255)
    let shaded = try run.picture("relief", ["--shaded"])
    #expect(try shaded != run.picture("relief") && shaded.width == 1024)
  }

  @Test func `light options change a hillshade, and a date lights it from the sun's position`() throws {
    let usual = try run.picture("hillshade")
    for light in [
      ["--azimuth", "135"], ["--altitude", "20"], ["--multidirectional"], ["--combined"],
      ["--exaggeration", "3"],
      ["--method", "zevenbergen-thorne"], ["--date", "2026-02-01", "--time", "12:00", "--utc-offset", "+1"],
    ] {
      let other = try run.picture("hillshade", light)
      #expect(other != usual && other.width == 1024, "\(light)")
    }
    #expect(try run.picture("hillshade", ["--azimuth", "315", "--altitude", "45"]) == usual)
    #expect(try run.picture("hillshade", ["--azimuth", "-45"]) == usual)
    // At noon the sun is in the south: slopes that face south are lighter than those that face north.
    let noon = try run.picture("hillshade", ["--date", "2026-03-21", "--time", "12:20"])
    var (south, north) = ([Int](), [Int]())
    for (column, row) in Self.probes + [(480, 640), (480, 300), (600, 650), (600, 320)] {
      let rise = try SampleHeights.gradient(column, row).north
      if rise > 0.2 { south.append(Int(noon[column, row][0])) }
      if rise < -0.2 { north.append(Int(noon[column, row][0])) }
    }
    let (darkestSouth, lightestNorth) = (try #require(south.min()), try #require(north.max()))
    #expect(darkestSouth > lightestNorth)
  }

  @Test func `bounds cut a part out of the same picture`() throws {
    let whole = try run.picture("relief")
    let part = try run.picture("relief", ["--bounds", "46.05,-4.95,46.1,-4.9"])
    #expect(
      (280...300).contains(part.width) && (400...440).contains(part.height), "\(part.width) × \(part.height)")
    let corner = try SampleHeights.pixel(latitude: 46.1, longitude: -4.95)
    let (column, row) = (Int(corner.column.rounded()), Int(corner.row.rounded()))
    let matches = (-1...1).flatMap { dx in (-1...1).map { (column + dx, row + $0) } }.filter { column, row in
      (0..<part.height).allSatisfy { y in
        (0..<8).allSatisfy { whole[column + $0 * 40, row + y] == part[$0 * 40, y] }
      }
    }
    #expect(matches.count == 1, "\(column), \(row)")
  }

  @Test func `--world-file writes the georeference beside the picture`() throws {
    _ = try run.bytes("slope", "x.png", ["--world-file"])
    #expect(try run.scratch.names() == ["x.pgw", "x.png", "x.png.aux.xml"])
    let lines = try String(contentsOfFile: run.path("x.pgw"), encoding: .utf8).split(separator: "\n").map {
      try #require(Double($0))
    }
    let half = 6_378_137 * Double.pi
    let expected = [
      SampleHeights.stepMetres, 0, 0, -SampleHeights.stepMetres,
      (Double(SampleHeights.columns.lowerBound * 256) + 0.5) * SampleHeights.stepMetres - half,
      half - (Double(SampleHeights.rows.lowerBound * 256) + 0.5) * SampleHeights.stepMetres,
    ]
    #expect(lines.count == 6 && zip(lines, expected).allSatisfy { abs($0 - $1) < 1e-6 }, "\(lines)")
    let more = try String(contentsOfFile: run.path("x.png.aux.xml"), encoding: .utf8)
    #expect(more.contains("<SRS>EPSG:3857</SRS>"))
  }

  @Test func `a PNG has a title and a copyright, and the command reports its size and system`() throws {
    let bytes = try run.bytes("hillshade", "x.png")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("Copyright\u{0}SkiRoute sample, CC0") && text.contains("Title\u{0}hillshade"))
    let outcome = try run.make("hillshade", "x.png")
    #expect(
      outcome.errorText.contains("1024 × 1024") && outcome.errorText.contains("EPSG:3857"), "\(outcome)")
  }
}
