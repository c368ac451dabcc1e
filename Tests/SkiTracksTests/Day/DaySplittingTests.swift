import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTracks

/// Recordings of several days and of several areas.
struct DaySplittingTests {
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T-M\n| |\nB-N", cellMetres: 400, heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700],
      [.run("TMNB", .easy), .lift("BT", .chairLift)])
  }

  /// Fixes each ten minutes for some hours after a time in seconds since 1970.
  private func fixes(_ start: Double, hours: Double, longitude: Double = 7) -> [LocationFix] {
    stride(from: 0, to: hours * 3600, by: 600).map {
      LocationFix(
        Coordinate(latitude: 46, longitude: longitude), time: UniversalTime(secondsSince1970: start + $0))
    }
  }

  /// 2026-02-01 00:00 UTC.
  private let midnight = 1_769_904_000.0

  @Test func `a day ends before a gap of more than four hours`() {
    let splitting = DaySplitting(options: SkiDayOptions())
    let morning = fixes(midnight + 8 * 3600, hours: 2)
    #expect(splitting.days(morning + fixes(midnight + 13 * 3600, hours: 2)).map(\.count) == [24])
    #expect(splitting.days(morning + fixes(midnight + 14.2 * 3600, hours: 2)).map(\.count) == [12, 12])
    #expect(splitting.days([]).isEmpty)
  }

  @Test func `a recording of three days and nights is cut at night`() {
    let days = DaySplitting(options: SkiDayOptions()).days(fixes(midnight + 8 * 3600, hours: 56))
    #expect(days.count == 3)
    #expect(days.map(\.count).reduce(0, +) == 336)
    // 4 o'clock by the sun at 7° E is 3:32 UTC; the next fix is at 3:40.
    #expect(days[1].first?.time.secondsSince1970 == midnight + 86_400 + 3 * 3600 + 2400)
  }

  @Test(arguments: [-179.99, -120, 0, 138, 179.99])
  func `a day from eight to five by the sun is one day anywhere`(longitude: Double) {
    let start = midnight + 8 * 3600 - longitude / 360 * 86_400
    #expect(
      DaySplitting(options: SkiDayOptions()).days(fixes(start, hours: 9, longitude: longitude)).count == 1)
  }

  @Test func `two days of one file have their own laps and totals`() throws {
    let world = try world()
    var recording = DrawnRecording(world, at: "B")
    for _ in 0..<2 {
      recording.go("T", 4, on: "BT")
      for letter in "MNB" { recording.go(letter, 8, on: "TMNB") }
      recording.lose(16 * 3600)
    }
    let log = try DayLog.read(
      RecordedTrack.gpx([RecordedTrack(segments: [recording.fixes])]), map: try world.map())
    #expect(log.days.map { $0.day.spelled } == [["lift BT", "run TMNB"], ["lift BT", "run TMNB"]])
    for matched in log.days {
      #expect(matched.day.totals.liftRideCount == 1 && matched.day.totals.unrecordedSeconds == 0)
      #expect(matched.track.fixes.count == matched.day.points.count)
    }
    let file = try TrackReader.read(RecordedTrack.gpx([RecordedTrack(segments: [recording.fixes])]))
    let whole = try TrackMatcher(map: try world.map()).day(of: file)
    #expect(whole.day.totals.liftRideCount == 2)
    #expect(whole.day.unmatched.isEmpty)
  }

  @Test func `a gap after which the skier is in another region starts another day`() throws {
    let world = try world()
    let map = try MapContents(regions: [world.builder, world.builder.moved(eastDegrees: 0.2)]).map()
    var recording = DrawnRecording(world, at: "T")
    for letter in "MNB" { recording.go(letter, 8, on: "TMNB") }
    let first = recording.fixes.count
    recording.lose(1800)
    recording.go("T", 4, on: "BT")
    let fixes = recording.fixes.enumerated().map { position, fix in
      var fix = fix
      if position >= first { fix.coordinate.longitude += 0.2 }
      return fix
    }
    let log = try DayLog.read(RecordedTrack.gpx([RecordedTrack(segments: [fixes])]), map: map)
    #expect(log.days.map { $0.day.spelled } == [["run TMNB"], ["lift BT"]])
    #expect(log.days.allSatisfy { $0.day.unmatched.isEmpty })
  }

  /// The days of a recording by the offsets of their clocks, on a map whose area is in a time zone.
  private func offsets(
    from start: String, days: Int, written zone: String = "Z", _ options: DayLog.Options = DayLog.Options()
  ) throws -> [String] {
    let drawn = try world()
    var builder = drawn.builder
    for index in builder.features.indices { builder.features[index].facts.zone = "Europe/Zurich" }
    var recording = DrawnRecording(drawn, at: "B")
    for _ in 0..<days {
      recording.go("T", 4, on: "BT")
      for letter in "MNB" { recording.go(letter, 8, on: "TMNB") }
      recording.lose(20 * 3600)
    }
    let shift = try UniversalTime(iso8601: start).secondsSince1970 - recording.fixes[0].time.secondsSince1970
    let fixes = recording.fixes.map { fix in
      var fix = fix
      fix.time = fix.time.advanced(bySeconds: shift)
      return fix
    }
    let gpx = String(decoding: RecordedTrack.gpx([RecordedTrack(segments: [fixes])]), as: UTF8.self)
    let log = try DayLog.read(
      Array(gpx.replacing("Z</time>", with: "\(zone)</time>").utf8),
      map: try MapContents(regions: [builder]).map(), options: options)
    return log.days.map { log.offset(of: $0.day).description }
  }

  @Test func `a day's clock is that of the map's zone then, of the recording, or as requested`() throws {
    #expect(try offsets(from: "2026-03-28T09:00:00Z", days: 2) == ["UTC+01:00", "UTC+02:00"])
    #expect(try offsets(from: "2026-02-01T09:00:00Z", days: 1, written: "-07:00") == ["UTC-07:00"])
    var options = DayLog.Options()
    options.zone = "Asia/Tokyo"
    #expect(
      try offsets(from: "2026-02-01T09:00:00Z", days: 1, written: "-07:00", options) == ["UTC+09:00"])
    options.offset = try UTCOffset("-03:30")
    #expect(try offsets(from: "2026-02-01T09:00:00Z", days: 1, options) == ["UTC-03:30"])
  }
}
