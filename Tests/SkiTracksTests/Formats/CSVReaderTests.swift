import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// Tables of fixes as programs export them.
struct CSVReaderTests {
  private func read(_ text: String, _ options: TrackOptions = TrackOptions()) throws -> TrackFile {
    try TrackReader.read(Array(text.utf8), name: "day.csv", options: options)
  }

  @Test(arguments: [
    "time,lat,lon,ele\n2026-02-01T09:30:00Z,46.5,-7.25,1800",
    "Timestamp;Latitude;Longitude;Altitude (m)\r\n2026-02-01 10:30:00+01:00;46,5;-7,25;1800,0\r\n",
    "longitude\tlatitude\televation\ttime\n-7.25\t46.5\t1800\t1769938200",
    "# made by hand\n\nlng|lat|alt|Time (UTC)\n-7.25|46.5|1800|1769938200000",
    "\u{FEFF}\"time\",\"lat\",\"lon\",\"alt [ft]\"\r\"1769938200000000\",\"46.5\",\"-7.25\",\"5905.511811023622\"",
    "date,time,lat,lon,height_m\n2026/02/01,09:30:00,46.5,-7.25,1800\n",
    "time,seconds_elapsed,altitude,longitude,latitude\n1769938200000000000,0.1,1800,-7.25,46.5",
  ])
  func `columns are found by their names`(text: String) throws {
    let file = try read(text)
    #expect(file.format == .csv && file.fixes.count == 1)
    #expect(file.fixes[0].coordinate == Coordinate(latitude: 46.5, longitude: -7.25))
    #expect(file.fixes[0].time.secondsSince1970 == 1_769_938_200)
    #expect(abs((file.fixes[0].elevationMetres ?? 0) - 1800) < 1e-9)
  }

  @Test func `every known column is read in its unit`() throws {
    let file = try read(
      """
      seq,time,lat,lon,accuracy,vAcc,speed (km/h),speedAccuracy,bearing,bearingAccuracy,name
      7,1769938200.5,46.5,7.25,5,3,36,0.5,370,4,"a, ""b"" "
      8,1769938201.5,46.5,7.25,,nan,-1,,-1,,
      """)
    let fix = file.fixes[0]
    #expect(fix.sequence == 7 && fix.time.secondsSince1970 == 1_769_938_200.5)
    #expect(fix.horizontalAccuracyMetres == 5 && fix.speedAccuracyMetresPerSecond == 0.5)
    #expect(abs((fix.speedMetresPerSecond ?? 0) - 10) < 1e-9 && fix.courseDegrees == 10)
    #expect(fix.courseAccuracyDegrees == 4)
    let bare = file.fixes[1]
    #expect(
      bare.horizontalAccuracyMetres == nil && bare.speedMetresPerSecond == nil && bare.courseDegrees == nil)
    #expect(file.report.entries.isEmpty)
  }

  @Test func `HDOP is converted to metres and knots to metres per second`() throws {
    let file = try read("time,lat,lon,hdop,speed_knots\n1769938200,46,7,0.8,3600")
    #expect(
      file.fixes[0].horizontalAccuracyMetres == 4
        && abs((file.fixes[0].speedMetresPerSecond ?? 0) - 1852) < 1e-9)
  }

  @Test func `an export of Traccar has knots, the time of the fix, and addresses with commas`() throws {
    let file = try read(
      """
      id,deviceId,protocol,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,address,accuracy,batteryLevel
      1,7,osmand,2026-02-01 09:30:05,2026-02-01 09:30:04,2026-02-01 09:30:00,true,46.5,7.25,1800.0,10.0,90.0,"",5.0,80
      2,7,osmand,2026-02-01 09:30:15,2026-02-01 09:30:14,2026-02-01 09:30:10,true,46.6,7.25,1801.0,0,0,1 Way, Town, CH,6.0,80
      3,7,osmand,2026-02-01 09:30:25,2026-02-01 09:30:24,2026-02-01 09:30:20,false,46.6,7.25,1801.0,0,0,,7.0,80
      """)
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_200, 1_769_938_210])
    #expect(file.fixes.map(\.horizontalAccuracyMetres) == [5, 6])
    #expect(abs((file.fixes[0].speedMetresPerSecond ?? 0) - 18_520.0 / 3600) < 1e-9)
    #expect(file.report.count(of: "positionInvalid") == 1 && file.report.count(of: "zoneMissing") == 2)
  }

  @Test func `columns of OsmAnd's tracker, of OpenTracks and of GPSLogger are read`() throws {
    let osmand = try read(
      "lat,lon,timestamp,hdop,altitude,speed,bearing\n46.5,7.25,1769938200000,8.5,1800,3.5,90")
    #expect(osmand.fixes[0].horizontalAccuracyMetres == 25 && osmand.fixes[0].courseDegrees == 90)
    let open = try read(
      """
      #Track: A day
      "Time","Trackpoint type","Latitude","Longitude","Altitude","Accuracy Horizontal","Accuracy Vertical","Speed (km/h)"
      "2026-02-01T10:30:00+01:00","TRACKPOINT","46.5","7.25","1800","5","3","36"
      """)
    #expect(open.fixes[0].horizontalAccuracyMetres == 5 && open.fixes[0].verticalAccuracyMetres == 3)
    #expect(abs((open.fixes[0].speedMetresPerSecond ?? 0) - 10) < 1e-9)
    let logger = try read(
      "time,lat,lon,elevation,accuracy,bearing,speed,satellites,provider,hdop\n2026-02-01T09:30:00.000Z,46.5,7.25,1800,5,90,3,9,gps,0.9"
    )
    #expect(logger.fixes[0].horizontalAccuracyMetres == 5 && logger.fixes[0].elevationMetres == 1800)
  }

  @Test func `lines without a header are read in the order of Slopes`() throws {
    let file = try read("1769938200.25,46.5,7.25,1800,90,3.5,5,4\n1769938201,46.6,7.25,1801,-1,-1,6,-1")
    #expect(
      file.fixes.count == 2 && file.fixes[0].courseDegrees == 90 && file.fixes[0].speedMetresPerSecond == 3.5)
    #expect(file.fixes[1].courseDegrees == nil && file.fixes[1].elevationMetres == nil)
  }

  @Test(arguments: [
    "01.02.2026 09:30:00", "1.2.2026 9:30:00", "Feb 1, 2026, 9:30:00 AM", "February 1, 2026, 09:30:00",
    "Feb 1, 2026, 9:30 AM", "Feb 1, 2026, 9:30:00\u{202F}AM",
  ])
  func `dates as people write them are read`(time: String) throws {
    let file = try read("time;lat;lon\n\(time);46;7\n\(time.replacing("9:30", with: "nine"));46;7")
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_200], "\(time)")
    #expect(file.report.count(of: "timeInvalid") == 1)
  }

  @Test func `times after noon are read with their PM`() throws {
    let file = try read("time;lat;lon\nFeb 1, 2026, 12:30:00 AM;46;7\nFeb 1, 2026, 12:30:00 PM;46;7")
    #expect(file.fixes.map { $0.time.secondsSince1970 - 1_769_904_000 } == [1800, 45_000])
  }

  @Test func `invalid lines are counted with their numbers and the others are read`() throws {
    let file = try read(
      """
      time,lat,lon,ele
      1769938200,46,7,high
      1769938200,,7,1
      ,46,7,1
      1769938200,91,7,1
      yesterday,46,7,1
      1769938200
      "1769938200,46,7,1
      1e300,46,7,1
      time,lat,lon,ele
      1769938201,46,7,1,more,and,more
      """)
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_200, 1_769_938_201])
    let report = file.report
    #expect(report.readCounts == ["points": 10] && report.usedCounts == ["points": 2])
    #expect(report.count(of: "valueInvalid") == 2 && report.count(of: "coordinateInvalid") == 3)
    #expect(report.count(of: "coordinateMissing") == 2 && report.count(of: "timeMissing") == 1)
    #expect(report.count(of: "timeInvalid") == 2)
    #expect(report.entries.first { $0.code == "timeMissing" }?.examples.map(\.id) == ["line 4"])
  }

  @Test func `a time without a zone takes the offset of the options and is reported`() throws {
    var options = TrackOptions()
    options.offsetWithoutZone = try UTCOffset("+1")
    let file = try read("time,lat,lon\n2026-02-01T10:30:00,46,7", options)
    #expect(file.fixes[0].time.secondsSince1970 == 1_769_938_200 && file.report.count(of: "zoneMissing") == 1)
  }

  @Test(arguments: [
    ("a,b,c\n1,2,3", SkiError.Code.unsupportedFormat), ("hello", .unsupportedFormat),
    ("PK\u{3}\u{4}zip", .malformedData), ("lat,lon", .emptyInput), ("time,lat,lon\n", .emptyInput),
    ("a\0b", .unsupportedFormat), ("lat,lon\n46,7", .emptyInput),
  ])
  func `text that is not a table of timed positions is refused`(text: String, code: SkiError.Code) {
    #expect { try read(text) } throws: { ($0 as? SkiError)?.code == code }
  }
}
