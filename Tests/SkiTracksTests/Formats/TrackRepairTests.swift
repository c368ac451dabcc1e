import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The repairs of order and times, which are the same for all formats.
struct TrackRepairTests {
  /// The start of the recordings in seconds since 1970, 2026-02-01T09:30:00Z.
  private let start = 1_769_938_200.0

  private func table(_ rows: [(seconds: Double, latitude: Double)]) throws -> TrackFile {
    let lines = rows.map { "\($0.seconds),\($0.latitude),7" }
    return try TrackReader.read(Array((["time,lat,lon"] + lines).joined(separator: "\n").utf8))
  }

  private func latitudes(_ file: TrackFile) -> [Double] { file.fixes.map(\.coordinate.latitude) }

  /// Returns rows a second apart, each 1e-5 degrees north of the one before.
  private func rows(_ count: Int, from first: Double) -> [(seconds: Double, latitude: Double)] {
    (0..<count).map { (first + Double($0), 46 + Double($0) * 1e-5) }
  }

  @Test func `fixes out of order are sorted and counted`() throws {
    let file = try table([(start, 46), (start + 2, 46.2), (start + 1, 46.1), (start + 3, 46.3)])
    #expect(latitudes(file) == [46, 46.1, 46.2, 46.3] && file.report.entries.map(\.code) == ["outOfOrder"])
    #expect(file.report.entries[0].examples.map(\.id) == ["line 4"])
  }

  @Test func `a recording with the newest fix first is turned`() throws {
    let file = try table([(start + 3, 46.3), (start + 2, 46.2), (start + 2, 46.25), (start, 46)])
    #expect(latitudes(file) == [46, 46.25, 46.2, 46.3] && file.report.count(of: "newestFirst") == 1)
    #expect(file.report.count(of: "outOfOrder") == 0)
  }

  @Test func `exact duplicates are left out, and other fixes of one time are kept`() throws {
    let file = try table([(start, 46), (start, 46), (start + 1, 46.1), (start + 1, 46.2), (start, 46)])
    #expect(latitudes(file) == [46, 46.1, 46.2] && file.report.count(of: "duplicate") == 2)
    #expect(file.report.readCounts == ["points": 5] && file.report.usedCounts == ["points": 3])
  }

  @Test(arguments: [0.0, 86_400, 315_964_800, 315_532_800, 946_684_800])
  func `fixes with the time of a clock that was not set are left out`(time: Double) throws {
    let good = rows(5, from: start)
    for place in 0...5 {
      var all = good
      all.insert(contentsOf: [(time, 46), (time + 1, 46)], at: place)
      let file = try table(all)
      #expect(file.fixes.count == 5 && file.report.count(of: "timeJump") == 2, "at \(place)")
    }
    #expect(try table(rows(3, from: 86_400)).fixes.count == 3)
  }

  @Test func `a single fix of another day between others is left out`() throws {
    for time in [start - 40 * 86_400, start + 400 * 86_400] {
      var all = rows(6, from: start)
      all.insert((time, 46), at: 3)
      let file = try table(all)
      #expect(file.fixes.count == 6 && file.report.count(of: "timeJump") == 1)
      #expect(file.report.entries[0].examples[0].id == "line 5")
    }
  }

  @Test func `weeks counted modulo 1024 are put right`() throws {
    let all = rows(10, from: start)
    for range in [0..<3, 4..<6, 8..<10] {
      var wrong = all
      for index in range { wrong[index].seconds -= 619_315_200 }
      let file = try table(wrong)
      #expect(file.fixes.map(\.time.secondsSince1970) == all.map(\.seconds))
      #expect(file.report.count(of: "weekRollover") == range.count)
    }
  }

  @Test func `two days in one file keep their fixes`() throws {
    let file = try table(
      rows(5, from: start) + rows(5, from: start + 86_400) + rows(2, from: start + 3 * 86_400))
    #expect(file.fixes.count == 12 && file.report.entries.isEmpty)
  }

  private func gpx(_ tracks: [[[(seconds: Double, latitude: Double)]]], longitudes: [Double]? = nil) throws
    -> TrackFile
  {
    var text = "<gpx>"
    for (index, track) in tracks.enumerated() {
      text += "<trk><name>\(index)</name>"
      for segment in track {
        text += "<trkseg>"
        for point in segment {
          let time = UniversalTime(secondsSince1970: point.seconds).iso8601(decimals: 3) ?? ""
          text +=
            "<trkpt lat=\"\(point.latitude)\" lon=\"\(longitudes?[index] ?? 7)\"><time>\(time)</time></trkpt>"
        }
        text += "</trkseg>"
      }
      text += "</trk>"
    }
    return try TrackReader.read(Array((text + "</gpx>").utf8))
  }

  @Test func `segments of interleaved tracks are given in order of time`() throws {
    let file = try gpx(
      [
        [rows(3, from: start), rows(3, from: start + 20)],
        [rows(3, from: start + 10), rows(3, from: start + 30)],
      ])
    #expect(file.segments.map { $0[0].time.secondsSince1970 - start } == [0, 10, 20, 30])
    #expect(file.tracks.map(\.segments.count) == [2, 2] && file.report.count(of: "segmentOutOfOrder") == 1)
  }

  @Test func `two recorders of one traveller are merged`() throws {
    let shifted = rows(20, from: start).map { (seconds: $0.seconds + 0.5, latitude: $0.latitude + 1e-4) }
    let file = try gpx([[rows(20, from: start)], [shifted]])
    #expect(
      file.fixes.count == 40 && file.segments.count == 1 && file.report.count(of: "overlapMerged") == 20)
    #expect(zip(file.fixes, file.fixes.dropFirst()).allSatisfy { $0.time < $1.time })
    let twice = try gpx([[rows(20, from: start)], [rows(20, from: start)]])
    #expect(twice.fixes.count == 20 && twice.report.count(of: "duplicate") == 20)
  }

  @Test func `of two travellers the one with fewer fixes is left out`() throws {
    let file = try gpx([[rows(10, from: start + 3)], [rows(20, from: start)]], longitudes: [7, 7.1])
    #expect(file.fixes.count == 20 && file.fixes.allSatisfy { $0.coordinate.longitude == 7.1 })
    #expect(file.report.count(of: "otherTraveller") == 10)
  }

  @Test func `any disorder of a recording is mended without losing a fix`() throws {
    var random = SeededGenerator(seed: 11)
    let whole = rows(60, from: start)
    for _ in 0..<200 {
      var mixed = whole
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        mixed.swapAt(Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random))
      }
      if Bool.random(using: &random) { mixed.reverse() }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let index = Int.random(in: 0..<mixed.count, using: &random)
        mixed.insert(mixed[index], at: Int.random(in: 0...mixed.count, using: &random))
      }
      let file = try table(mixed)
      #expect(file.fixes.map(\.time.secondsSince1970) == whole.map(\.seconds))
      // A mended recording is in order, and is not mended again.
      let again = try TrackReader.read(RecordedTrack.gpx(file.tracks))
      #expect(again.fixes.map(\.time) == file.fixes.map(\.time) && again.report.entries.isEmpty)
    }
  }
}
