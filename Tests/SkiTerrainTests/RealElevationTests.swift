import Foundation
import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

/// Real elevation files compared with each other and with independent elevations.
@Suite(.enabled(if: RealData.isNamed))
struct RealElevationTests {
  private func open(_ name: String) throws -> ElevationFiles {
    try ElevationFiles.open(paths: [try #require(RealData.folder) + "/" + name])
  }

  private func places(_ count: Int, _ box: BoundingBox) -> [Coordinate] {
    print("seed 61")
    var random = SeededGenerator(seed: 61)
    return (0..<count).map { _ in
      Coordinate(
        latitude: .random(in: box.south...box.north, using: &random),
        longitude: .random(in: box.west...box.east, using: &random))
    }
  }

  private func differences(_ a: [Double?], _ b: [Double?]) -> [Double] {
    zip(a, b).compactMap { a, b in a.flatMap { a in b.map { abs(a - $0) } } }.sorted()
  }

  private func report(_ name: String, _ sorted: [Double]) -> (median: Double, ninetyFifth: Double) {
    guard let last = sorted.last else { return (.nan, .nan) }
    let (median, high) = (sorted[sorted.count / 2], sorted[sorted.count * 95 / 100])
    print("\(name): \(sorted.count) heights, median \(median) m, 95th \(high) m, largest \(last) m")
    return (median, high)
  }

  @Test func `hgt and Terrarium of Andorra differ by less than 3 m in the median`() throws {
    let heights = try open("andorra/dem")
    #expect(heights.names.count == 4)
    let all = places(20_000, BoundingBox(south: 42.45, west: 1.42, north: 42.65, east: 1.78))
    let tiles = try open("andorra/dem/terrarium")
    let alone = ScratchFolder()
    for name in ["N41E001.hgt", "N42E001.hgt"] {
      symlink(try #require(RealData.folder) + "/andorra/dem/" + name, alone.path + "/" + name)
    }
    let hgt = try ElevationFiles.open(paths: [alone.path])
    let found = try report(
      "Andorra hgt and terrarium",
      differences(tiles.elevationsMetres(along: all), hgt.elevationsMetres(along: all)))
    #expect(found.median < 3 && found.ninetyFifth < 15)
  }

  @Test func `the two encodings of Mayrhofen agree to a tenth of a metre`() throws {
    let box = BoundingBox(south: 47.05, west: 11.65, north: 47.25, east: 11.95)
    let all = places(20_000, box)
    let rgb = try open("mayrhofen/dem/terrain-rgb-512").elevationsMetres(along: all)
    let terrarium = try open("mayrhofen/dem/terrarium-512").elevationsMetres(along: all)
    let sorted = differences(rgb, terrarium)
    _ = report("Mayrhofen terrain-rgb and terrarium", sorted)
    #expect(sorted.count > 15_000 && (sorted.last ?? .nan) <= 0.1)
    #expect(rgb.map { $0 == nil } == terrarium.map { $0 == nil })
  }

  @Test func `elevations of Crystal Mountain are near an independent survey`() throws {
    let source = try open("crystal-mountain/dem")
    let (places, surveyed) = try surveyedPoints("crystal-mountain/ned10_trail_points.csv.gz")
    #expect(places.count > 1000)
    let alone = ScratchFolder()
    symlink(try #require(RealData.folder) + "/crystal-mountain/dem/N46W122.hgt", alone.path + "/N46W122.hgt")
    let hgt = try ElevationFiles.open(paths: [alone.path]).elevationsMetres(along: places)
    let three = report("Crystal Mountain hgt and survey", differences(hgt, surveyed))
    let fine = try report(
      "Crystal Mountain finest and survey", differences(source.elevationsMetres(along: places), surveyed))
    #expect(three.median < 10 && three.ninetyFifth < 40)
    #expect(fine.median < 10 && fine.ninetyFifth < 40)
  }

  /// Reads the columns `lat`, `lon` and `elevation`.
  private func surveyedPoints(_ name: String) throws -> ([Coordinate], [Double?]) {
    let text = try Gunzip.text(try #require(RealData.folder) + "/" + name)
    let lines = text.split(whereSeparator: \.isNewline)
    let header = try #require(lines.first).split(separator: ",").map(String.init)
    let columns = try ["lat", "lon", "elevation"].map { try #require(header.firstIndex(of: $0)) }
    var places: [Coordinate] = []
    var heights: [Double?] = []
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > (columns.max() ?? 0), let latitude = Double(fields[columns[0]]),
        let longitude = Double(fields[columns[1]])
      else { continue }
      places.append(Coordinate(latitude: latitude, longitude: longitude))
      heights.append(Double(fields[columns[2]]))
    }
    return (places, heights)
  }
}
