import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// The reading of flight recordings in IGC.
struct IGCReaderTests {
  private func read(_ lines: [String], _ options: TrackOptions = TrackOptions()) throws -> TrackFile {
    try TrackReader.read(Array(lines.joined(separator: "\r\n").utf8), name: "day.igc", options: options)
  }

  @Test(arguments: ["HFDTE010226", "HFDTEDATE:010226,01", "HFDTEDATE: 010226"])
  func `fixes get their date from the header`(date: String) throws {
    let file = try read([
      "AXXX001", date, "B0930004630000N00715000WA0179501800", "B0930014630500S00715000EA0000001801",
    ])
    #expect(file.format == .igc && file.fixes.map(\.coordinate.latitude) == [46.5, -46.508333333333333])
    #expect(file.fixes.map(\.coordinate.longitude) == [-7.25, 7.25])
    #expect(file.fixes.map(\.elevationMetres) == [1800, 1801])
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_200, 1_769_938_201])
  }

  @Test func `an invalid elevation of satellites gives way to that of the pressure`() throws {
    let file = try read(
      [
        "HFDTE010226", "B0930004630000N00715000EV0179500000", "B0930014630000N00715000EA0179600000",
        "B0930024630000N00715000EV0000000000", "B0930034630000N00715000EA-001500000",
      ])
    #expect(file.fixes.map(\.elevationMetres) == [1795, 1796, nil, -15])
  }

  @Test func `times after midnight are of the next day`() throws {
    let file = try read(
      ["HFDTE310126", "B2359594630000N00715000EA0179501800", "B0000014630000N00715000EA0179501800"])
    #expect(file.fixes[1].time.secondsSince1970 - file.fixes[0].time.secondsSince1970 == 2)
  }

  @Test func `extensions give accuracy, speed, course and further decimals`() throws {
    let file = try read(
      [
        "HFDTE010226", "I063638FXA3941GSP4244TRT4546TDS4747LAD4848LOD",
        "B0930004630000N00715000EA0179501800008036090506" + "3",
      ])
    let fix = file.fixes[0]
    #expect(fix.horizontalAccuracyMetres == 8 && fix.courseDegrees == 90)
    #expect(abs((fix.speedMetresPerSecond ?? 0) - 10) < 1e-12)
    #expect(abs(fix.time.secondsSince1970 - 1_769_938_200.5) < 1e-6)
    #expect(abs(fix.coordinate.latitude - (46.5 + 0.0006 / 60)) < 1e-12)
    #expect(abs(fix.coordinate.longitude - (7.25 + 0.0003 / 60)) < 1e-12)
  }

  @Test func `sixty minutes, which recorders write that round, are the next degree`() throws {
    let file = try read(["HFDTE010226", "B0930004660000N00759999EA0179501800"])
    #expect(file.fixes.map(\.coordinate.latitude) == [47])
  }

  @Test func `malformed fixes are counted, and fixes without a date need the option`() throws {
    let good = "B0930004630000N00715000EA0179501800"
    let file = try read(["HFDTE010226", "B09", good, "B0930014660001N00715000EA0179501800", "B9930"])
    #expect(file.fixes.count == 1 && file.report.count(of: "coordinateInvalid") == 3)
    #expect { try read([good]) } throws: { error in
      (error as? SkiError).map { $0.code == .emptyInput && $0.message.contains("dateMissing") } ?? false
    }
    var options = TrackOptions()
    options.day = CalendarDay(daysSince1970: 20_485)
    #expect(try read([good], options).fixes[0].time.secondsSince1970 == 1_769_938_200)
  }
}
