import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// Logs of NMEA 0183 as receivers write them.
struct NMEAReaderTests {
  /// A sentence with its checksum.
  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))"
  }

  private func read(_ bodies: [String], _ options: TrackOptions = TrackOptions()) throws -> TrackFile {
    try TrackReader.read(
      Array(bodies.map(sentence).joined(separator: "\r\n").utf8), name: "log.nmea", options: options)
  }

  private func rmc(_ time: String, _ date: String, status: String = "A", talker: String = "GP") -> String {
    "\(talker)RMC,\(time),\(status),4630.0000,N,00715.0000,W,10.0,090.5,\(date),,,A"
  }

  private func gga(_ time: String, quality: Int = 1) -> String {
    "GPGGA,\(time),4630.0000,N,00715.0000,W,\(quality),08,0.9,1800.5,M,47.0,M,,"
  }

  @Test func `sentences of the same time form one fix`() throws {
    let file = try read([
      gga("093000.25"), "GPGSA,A,3,01,02,,,,,,,,,,,1.5,0.9,1.2", rmc("093000.25", "010226"),
      "GPVTG,091.0,T,,M,11.0,N,20.4,K,A", gga("093001.25"),
    ])
    #expect(file.format == .nmea && file.fixes.count == 2 && file.report.entries.isEmpty)
    let fix = file.fixes[0]
    #expect(fix.coordinate == Coordinate(latitude: 46.5, longitude: -7.25))
    #expect(fix.time.secondsSince1970 == 1_769_938_200.25 && fix.elevationMetres == 1800.5)
    #expect(fix.horizontalAccuracyMetres == 4.5 && fix.verticalAccuracyMetres == 6)
    #expect(abs((fix.speedMetresPerSecond ?? 0) - 5.1444) < 1e-3 && fix.courseDegrees == 90.5)
    #expect(file.fixes[1].time.secondsSince1970 == 1_769_938_201.25)
  }

  @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "GQ", "II"])
  func `the sentences of every talker are read`(talker: String) throws {
    #expect(try read([rmc("093000", "010226", talker: talker)]).fixes.count == 1)
  }

  @Test func `positions are read from GNS and GLL, speed from VTG and accuracy from GST`() throws {
    let file = try read([
      "GNZDA,093000,01,02,2026,00,00", "GNGNS,093000,4630.0,S,00715.0,E,AN,10,2.0,1700.0,47.0,,",
      "GNVTG,180.0,T,,M,,N,36.0,K,A", "GNGST,093000,1.0,,,,3.0,4.0,7.0",
      "GNGLL,4631.0,S,00716.0,E,093001,A,A",
    ])
    let fix = file.fixes[0]
    #expect(fix.coordinate == Coordinate(latitude: -46.5, longitude: 7.25) && fix.elevationMetres == 1700)
    #expect(fix.horizontalAccuracyMetres == 5 && fix.verticalAccuracyMetres == 7)
    #expect(fix.speedMetresPerSecond == 10 && fix.courseDegrees == 180)
    #expect(file.fixes.count == 2)
  }

  @Test func `an empty field of one sentence leaves the value of another`() throws {
    let place = "4630.0,N,00715.0,E"
    let file = try read([
      "GNZDA,093000,01,02,2026,00,00", "GNGNS,093000,\(place),AN,10,2.0,1700.0,47.0,,",
      "GNVTG,180.0,T,,M,,N,36.0,K,A", "GNGGA,093000,\(place),1,08,0.9,,M,,M,,",
      "GNRMC,093000,A,\(place),,,010226,,,A",
      "GNGNS,093001,\(place),AN,10,2.0,1700.0,47.0,,", "GNVTG,180.0,T,,M,,N,36.0,K,A",
      "GNGGA,093001,\(place),1,08,0.9,1800.5,M,47.0,M,,", "GNRMC,093001,A,\(place),10.0,090.5,010226,,,A",
    ])
    #expect(file.fixes.map(\.elevationMetres) == [1700, 1800.5])
    #expect(file.fixes.map(\.courseDegrees) == [180, 90.5])
    #expect(file.fixes[0].speedMetresPerSecond == 10)
    #expect(abs((file.fixes[1].speedMetresPerSecond ?? 0) - 5.1444) < 1e-3)
  }

  @Test func `sentences without a valid position give no fix`() throws {
    let file = try read([
      rmc("", "", status: "V"), gga("093000", quality: 0), rmc("093000", "010226", status: "V"),
      gga("093001"),
      rmc("093001", "010226", status: "V"), gga("093002"), rmc("093002", "010226"),
    ])
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_202])
    #expect(file.report.count(of: "positionInvalid") == 2)
  }

  @Test func `the date advances at midnight, before the first dated sentence and after it`() throws {
    let file = try read([
      gga("235958"), gga("235959"), gga("000000"), rmc("000001", "010226"), gga("000002"), gga("235959"),
      gga("000000"),
      rmc("000001", "050226"), gga("000002"),
    ])
    let start = 1_769_904_000.0
    let later = start + 4 * 86_400
    #expect(
      file.fixes.map(\.time.secondsSince1970) == [
        start - 2, start - 1, start, start + 1, start + 2, start + 86_399, start + 86_400, later + 1,
        later + 2,
      ])
  }

  @Test func `a log without dates is refused unless the options give the day`() throws {
    let bodies = [gga("235959"), gga("000000")]
    #expect { try read(bodies) } throws: { error in
      (error as? SkiError).map { $0.code == .emptyInput && $0.message.contains("dateMissing") } ?? false
    }
    var options = TrackOptions()
    options.day = try CalendarDay("2026-01-31")
    #expect(try read(bodies, options).fixes.map(\.time.secondsSince1970) == [1_769_903_999, 1_769_904_000])
  }

  @Test func `years of two digits are read as 1980 to 2079`() throws {
    #expect(try read([rmc("000000", "010180")]).fixes[0].time.secondsSince1970 == 315_532_800)
    #expect(try read([rmc("000000", "010179")]).fixes[0].time.secondsSince1970 == 3_439_756_800)
  }

  @Test func `wrong and missing checksums are counted and other lines are skipped`() throws {
    let good = sentence(rmc("093000", "010226"))
    let wrong = good.replacing("4630", with: "4631")
    let text = [
      "some words", wrong, String(good.dropLast(3)), "$PGRME,15.0,M*1C", "", "NMEA,\(good),1769938200000",
      "$", "$GPRMC*",
    ].joined(separator: "\n")
    let file = try TrackReader.read(Array(text.utf8))
    #expect(file.fixes.count == 1 && file.fixes[0].coordinate.latitude == 46.5)
    #expect(file.report.count(of: "checksumInvalid") == 1 && file.report.count(of: "checksumMissing") == 2)
    #expect(file.report.entries.first { $0.code == "checksumInvalid" }?.examples.first?.id == "line 2")
  }

  @Test func `a log with other text around each sentence is read`() throws {
    let text = "NMEA,\(sentence(rmc("093000", "010226"))),1769938200000\n"
    #expect(try TrackReader.read(Array(text.utf8)).format == .nmea)
  }

  @Test(arguments: [
    "GPGGA,093000,9130.0,N,00715.0,W,1,,,,,,,,", "GPGGA,093000,4670.0,N,00715.0,W,1,,,,,,,,",
    "GPGGA,093000,4630.0,X,00715.0,W,1,,,,,,,,", "GPGGA,093000,-4630.0,N,00715.0,W,1,,,,,,,,",
    "GPGGA,093000,,,,,1,,,,,,,,", "GPGGA,093000,1e300,N,1e300,E,1", "GPGGA,093000,nan,N,nan,E,1",
    "GPRMC,256000,A,4630.0,N,00715.0,W,,,320226,,,A", "GPGGA", "GPGGA,", "GPGGA,093000",
  ])
  func `a sentence with a valid checksum and invalid values gives no fix`(body: String) throws {
    let file = try read([rmc("092959", "010226"), body])
    #expect(file.fixes.count == 1)
  }
}
