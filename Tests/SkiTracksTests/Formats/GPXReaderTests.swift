import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The reading of GPX in the dialects of programs and devices.
struct GPXReaderTests {
  private func read(_ text: String, _ options: TrackOptions = TrackOptions()) throws -> TrackFile {
    try TrackReader.read(Array(text.utf8), name: "day.gpx", options: options)
  }

  private func track(_ points: String, _ head: String = #"<gpx version="1.1">"#) throws -> TrackFile {
    try read(#"<?xml version="1.0"?>\#(head)<trk><trkseg>\#(points)</trkseg></trk></gpx>"#)
  }

  private let time = "<time>2026-02-01T09:30:00Z</time>"

  @Test func `the fixes of a track are read in order`() throws {
    let file = try track(
      """
      <trkpt lat="46.5" lon="7.25"><ele>1800.5</ele>\(time)</trkpt>
      <trkpt lat="-46.5" lon="-7.25"><time>2026-02-01T09:30:01Z</time></trkpt>
      """)
    #expect(file.format == .gpx && file.name == nil && file.segments.count == 1)
    #expect(file.fixes.map(\.coordinate.latitude) == [46.5, -46.5])
    #expect(file.fixes.map(\.coordinate.longitude) == [7.25, -7.25])
    #expect(file.fixes.map(\.elevationMetres) == [1800.5, nil])
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_200, 1_769_938_201])
    #expect(file.report.readCounts == ["points": 2] && file.report.entries.isEmpty)
  }

  @Test func `segments and tracks keep their bounds and names`() throws {
    let points = (0..<4).map {
      #"<trkpt lat="1" lon="2"><time>2026-02-01T09:30:0\#($0)Z</time></trkpt>"#
    }
    let file = try read(
      """
      <gpx><metadata><name> A day </name></metadata><trk><name>One</name><trkseg>\(points[0])\(points[1])</trkseg><trkseg/>
      <trkseg>\(points[2])</trkseg></trk><trk><name>Two</name><link><name>no</name></link><trkseg>\(points[3])</trkseg></trk>
      </gpx>
      """)
    #expect(file.name == "A day" && file.tracks.map(\.name) == ["One", "Two"])
    #expect(file.segments.map(\.count) == [2, 1, 1])
  }

  @Test func `tracks take precedence over routes, and routes over waypoints`() throws {
    let places = #"lat="1" lon="2">\#(time)"#
    let waypoint = "<wpt \(places)<name>Hut</name></wpt>"
    let second = waypoint.replacing("09:30:00", with: "09:30:01")
    let route = "<rte><name>Plan</name><rtept \(places)</rtept></rte>"
    let track = "<trk><trkseg><trkpt \(places)</trkpt></trkseg></trk>"
    #expect(try read("<gpx>\(waypoint)\(second)</gpx>").segments.map(\.count) == [2])
    #expect(try read("<gpx>\(waypoint)\(route)</gpx>").segments.map(\.count) == [1])
    let all = try read("<gpx>\(waypoint)\(route)\(track)\(second)</gpx>")
    #expect(all.tracks.map(\.kind) == [.route, .track, .waypoints])
    #expect(all.fixes.count == 1 && all.report.usedCounts == ["points": 4])
    #expect(all.name == "Plan")
  }

  @Test func `namespace prefixes and single quotes are accepted`() throws {
    let file = try read(
      """
      <?xml version='1.0' encoding='utf-8' standalone='no' ?>
      <g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:trk><g:trkseg>
      <g:trkpt g:lon = '7' g:lat\t=\n'46'  ><g:time>2026-02-01T09:30:00Z</g:time></g:trkpt >
      </g:trkseg></g:trk></g:gpx>
      """)
    #expect(file.fixes.count == 1 && file.fixes[0].coordinate == Coordinate(latitude: 46, longitude: 7))
  }

  @Test func `speed, course and accuracy are read from every dialect`() throws {
    let dialects = [
      "<speed>3.5</speed><course>90</course><accuracy>8</accuracy>",
      """
      <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:speed>3.5</gpxtpx:speed>
      <gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension><acc:accuracy>8</acc:accuracy></extensions>
      """,
      #"<extensions><gps speed="3.5" azimuth="90" hAcc="8"/></extensions>"#,
      "<extensions><speed> 3.5 </speed><bearing>90.0</bearing><hAcc>8</hAcc><vAcc>3</vAcc></extensions>",
    ]
    for dialect in dialects {
      let fix = try track(#"<trkpt lat="1" lon="2"><ele>5</ele>\#(time)\#(dialect)</trkpt>"#).fixes[0]
      #expect(fix.speedMetresPerSecond == 3.5 && fix.courseDegrees == 90, "\(dialect)")
      #expect(fix.horizontalAccuracyMetres == 8, "\(dialect)")
    }
  }

  @Test func `HDOP up to 5 is scaled by 5 m, and a larger value is in metres, at least 25`() throws {
    func accuracy(_ dilution: String, _ head: String = "<gpx>") throws -> Double? {
      try track(#"<trkpt lat="1" lon="2">\#(time)<hdop>\#(dilution)</hdop></trkpt>"#, head).fixes[0]
        .horizontalAccuracyMetres
    }
    #expect(try accuracy("0.9") == 4.5 && accuracy("5") == 25 && accuracy("19") == 25 && accuracy("65") == 65)
    #expect(try accuracy("4", #"<gpx creator="Slopes for Android - x">"#) == 4)
  }

  @Test func `negative speeds and courses are nil, and a point of negative accuracy is dropped`() throws {
    let file = try track(
      """
      <trkpt lat="1" lon="2"><ele>0</ele>\(time)<extensions><speed>-1</speed><course>-1</course><hAcc>5</hAcc><vAcc>-1</vAcc>
      </extensions></trkpt><trkpt lat="1" lon="2">\(time)<extensions><hAcc>-1</hAcc></extensions></trkpt>
      """)
    #expect(file.fixes.count == 1 && file.fixes[0].elevationMetres == nil)
    #expect(file.fixes[0].speedMetresPerSecond == nil && file.fixes[0].courseDegrees == nil)
    #expect(file.report.count(of: "accuracyInvalid") == 1)
  }

  @Test func `invalid points are counted with their lines and the others are read`() throws {
    let file = try track(
      """
      <trkpt lat="91" lon="2">\(time)</trkpt>
      <trkpt lon="2">\(time)</trkpt>
      <trkpt>\(time)</trkpt>
      <trkpt lat="4,5" lon="2">\(time)</trkpt>
      <trkpt lat="1" lon="2"/>
      <trkpt lat="1" lon="2"><time>yesterday</time></trkpt>
      <trkpt lat="1" lon="2"><ele>NaN</ele>\(time)</trkpt>
      <trkpt lat="1.5" lon="2"><ele>-32768</ele>\(time)</trkpt>
      """)
    #expect(file.fixes.map(\.elevationMetres) == [nil, nil])
    let report = file.report
    #expect(report.readCounts == ["points": 8] && report.usedCounts == ["points": 2])
    #expect(report.count(of: "coordinateInvalid") == 3 && report.count(of: "coordinateMissing") == 1)
    #expect(report.count(of: "timeMissing") == 1 && report.count(of: "timeInvalid") == 1)
    #expect(report.count(of: "valueInvalid") == 2)
    let lines = report.entries.first { $0.code == "coordinateInvalid" }?.examples.map(\.id)
    #expect(lines == ["line 1", "line 2", "line 4"])
  }

  @Test func `points without times are spaced by an option and refused without it`() throws {
    var options = TrackOptions()
    options.untimed = .spaced(from: UniversalTime(secondsSince1970: 100), seconds: 10)
    let bare = #"<rtept lat="1" lon="2"/>"#
    let file = try read("<gpx><rte>\(bare)\(bare)</rte><rte>\(bare)<rtept/></rte></gpx>", options)
    #expect(file.segments.map { $0.map(\.time.secondsSince1970) } == [[100, 110], [120]])
    let mixed = try read(
      "<gpx><rte>\(bare)<rtept lat='1' lon='2'>\(time)</rtept>\(bare)</rte></gpx>", options)
    #expect(mixed.fixes.count == 1 && mixed.report.count(of: "timeMissing") == 2)
    #expect { try read("<gpx><rte>\(bare)</rte></gpx>") } throws: { error in
      (error as? SkiError).map { $0.code == .emptyInput && $0.message.contains("timeMissing") } ?? false
    }
  }

  @Test func `a time without a zone takes the offset of the options and is reported`() throws {
    var options = TrackOptions()
    options.offsetWithoutZone = try UTCOffset("+1")
    let file = try read(
      #"<gpx><trk><trkpt lat="1" lon="2"><time>2026-02-01T10:30:00.500</time></trkpt></trk></gpx>"#, options)
    #expect(
      file.fixes[0].time.secondsSince1970 == 1_769_938_200.5 && file.report.count(of: "zoneMissing") == 1)
  }

  @Test func `text with references, CDATA, comments and instructions is read`() throws {
    let file = try read(
      """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?><!-- made --by hand --><?xml-stylesheet href="a.css"?>
      <gpx><trk><name>A<!-- x -->&amp;<![CDATA[<b>]] ]>]]>&#233;&#x1F3BF;&lt;&gt;&quot;&apos;</name><trkpt lat="&#49;" lon="2">
      <time>2026-02-01T<!-- y -->09:30:00Z</time><desc><![CDATA[]]></desc></trkpt></trk></gpx>
      <!-- the end -->
      """)
    #expect(file.name == "A&<b>]] ]>é🎿<>\"'" && file.fixes.count == 1)
  }

  @Test func `UTF-16 with a byte order mark is read`() throws {
    let text =
      #"<?xml version="1.0" encoding="UTF-16"?><gpx><trk><name>é🎿</name><trkpt lat="1" lon="2">\#(time)</trkpt></trk></gpx>"#
    for isBig in [true, false] {
      let units = [0xFEFF] + Array(text.utf16)
      let bytes = units.flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
      let file = try TrackReader.read(bytes)
      #expect(file.name == "é🎿" && file.fixes.count == 1)
    }
  }

  @Test func `ISO 8859-1 is read, also across the end of a read buffer`() throws {
    for padding in 65_300..<65_305 {
      let head =
        #"<?xml version="1.0" encoding="ISO-8859-1"?><!--\#(String(repeating: "x", count: padding))-->"#
      let name = Array("<gpx><trk><name>Cr".utf8) + [0xEA] + Array("te".utf8) + [0x80]
      let rest = #"</name><trkpt lat="1" lon="2">\#(time)</trkpt></trk></gpx>"#
      let file = try TrackReader.read(Array(head.utf8) + name + Array(rest.utf8))
      #expect(file.name == "Crête\u{FFFD}" && file.fixes.count == 1)
    }
  }

  @Test func `a point without a fix is left out, and a heading gives way to a course`() throws {
    let file = try track(
      """
      <trkpt lat="1" lon="2">\(time)<fix>none</fix></trkpt>
      <trkpt lat="1" lon="2">\(time)<fix>3d</fix><extensions><bearing>90</bearing><heading>7</heading></extensions></trkpt>
      """)
    #expect(file.fixes.map(\.courseDegrees) == [90] && file.report.count(of: "positionInvalid") == 1)
  }

  @Test(arguments: [
    (#"<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>"#, SkiError.Code.unsupportedFormat),
    ("<gpx><name>&lol;</name></gpx>", .unsupportedFormat),
    (#"<?xml version="1.0" encoding="Shift_JIS"?><gpx/>"#, .unsupportedFormat),
    ("<doc><Document/></doc>", .unsupportedFormat),
    ("<gpx><trk></gpx>", .malformedData), ("<gpx><a></b></gpx>", .malformedData),
    ("<gpx a=1/>", .malformedData), ("<gpx a='<'/>", .malformedData), ("<gpx a='1'b='2'/>", .malformedData),
    ("<gpx>&#0;</gpx>", .malformedData), ("<gpx>&#xD800;</gpx>", .malformedData),
    ("<gpx>a & b</gpx>", .malformedData),
    ("<gpx/><gpx/>", .malformedData), ("<gpx/>text", .malformedData), ("</gpx>", .malformedData),
    ("<gpx", .malformedData), ("<gpx><trk>", .malformedData), ("<", .malformedData), ("<>", .malformedData),
    ("<gpx/>", .emptyInput), ("", .emptyInput), (" \n", .emptyInput),
  ])
  func `GPX that can't be read is refused with the file's name`(text: String, code: SkiError.Code) {
    #expect { try read(text) } throws: { error in
      guard let error = error as? SkiError else { return false }
      return error.code == code && error.subject?.hasPrefix("day.gpx") ?? false
    }
  }

  @Test func `excessive depth, names, attributes, values and points are refused`() {
    let hostile = [
      String(repeating: "<a>", count: 100), "<gpx><\(String(repeating: "a", count: 300))/></gpx>",
      "<gpx a='\(String(repeating: "b", count: 5000))'/>",
      "<gpx \((0..<70).map { "a\($0)='' " }.joined())/>",
    ]
    for text in hostile {
      #expect { try read("<gpx>" + text) } throws: { error in
        [.limitExceeded, .malformedData].contains((error as? SkiError)?.code)
      }
    }
    var options = TrackOptions()
    options.pointLimit = 3
    #expect { try read("<gpx>" + String(repeating: "<wpt/>", count: 4), options) } throws: { error in
      (error as? SkiError)?.code == .limitExceeded
    }
  }

  @Test func `a truncated file is read up to its last complete point`() throws {
    let head = "<gpx>\n<trk><trkseg>\n"
    let point = #"<trkpt lat="1" lon="2">\#(time)</trkpt>"#
    let whole = head + String(repeating: point + "\n", count: 5)
    for cut in 0..<whole.utf8.count {
      let bytes = Array(whole.utf8.prefix(whole.utf8.count - cut))
      do {
        let file = try TrackReader.read(bytes)
        #expect(file.report.count(of: "cutOff") == 1)
      } catch let error as SkiError {
        #expect(
          bytes.count < head.utf8.count + point.utf8.count
            && [.malformedData, .emptyInput].contains(error.code))
      }
    }
  }

  @Test func `a point across the end of a read buffer is read, and a missing file is refused`() throws {
    let folder = ScratchFolder()
    let point = #"<trkpt lat="1.25" lon="2.5"><ele>100</ele>\#(time)</trkpt>"#
    for padding in 0..<40 {
      let filler = "<!--" + String(repeating: "x", count: 65_500 - 12 + padding) + "-->"
      let path = folder.write(
        "<gpx><trk>\(filler)\(point)\(point.replacing("1.25", with: "1.5"))</trk></gpx>".utf8,
        to: "\(padding).gpx")
      let file = try TrackReader.read(path: path)
      #expect(file.fixes.count == 2 && file.fixes[0].coordinate.longitude == 2.5)
    }
    #expect { try TrackReader.read(path: folder.path + "/none") } throws: { error in
      (error as? SkiError)?.code == .missingInput
    }
  }
}
