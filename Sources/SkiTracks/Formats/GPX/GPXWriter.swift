package import SkiFormats
package import SkiGeo

/// Writes GPX 1.1 piece by piece: what it made is taken out at any time, so that nothing needs to be held as a whole.
///
/// Waypoints come before tracks, as the schema has it. Names are escaped; fixes off the Earth are left out. Speed and
/// course are written as in Garmin's TrackPointExtension 2, accuracies in a namespace of our own; ``TrackReader`` reads all
/// of them again.
///
/// A value.
package struct GPXWriter: Sendable {
  private var written: MarkupText = ""
  private var isInTrack = false
  private var isInSegment = false

  /// Begins a document.
  /// - Parameters:
  ///   - name: What the document is called.
  ///   - description: What is in it.
  ///   - attribution: Whose data it is made from, with the licence.
  package init(name: String? = nil, description: String? = nil, attribution: String? = nil) {
    put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="skiroute" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:skiroute="urn:skiroute:track">

      """)
    guard name != nil || description != nil || attribution != nil else { return }
    put("<metadata>")
    put("name", name)
    put("desc", description)
    if let attribution { put("<copyright author=\"\(attribution)\"/>") }
    put("</metadata>\n")
  }

  /// Writes a place of its own.
  /// - Precondition: no track was begun.
  package mutating func addWaypoint(
    _ place: Coordinate, elevationMetres: Double? = nil, time: UniversalTime? = nil, name: String? = nil,
    description: String? = nil
  ) {
    precondition(!isInTrack, "waypoints stand before tracks")
    guard let start = Self.start("wpt", place) else { return }
    put(start + ">")
    put("ele", elevationMetres.flatMap { decimalText($0, places: 2) })
    put("time", time.flatMap(Self.text))
    put("name", name)
    put("desc", description)
    put("</wpt>\n")
  }

  /// Begins a track; one that is open ends.
  package mutating func beginTrack(name: String? = nil, description: String? = nil, type: String? = nil) {
    endTrack()
    put("<trk>")
    put("name", name)
    put("desc", description)
    put("type", type)
    put("\n")
    isInTrack = true
  }

  /// Begins a segment, and a track where none is open; a segment that is open ends.
  package mutating func beginSegment() {
    endSegment()
    if !isInTrack { beginTrack() }
    put("<trkseg>\n")
    isInSegment = true
  }

  /// Writes a fix into the open segment; where none is open one begins.
  package mutating func add(_ fix: LocationFix) {
    guard let start = Self.start("trkpt", fix.coordinate) else { return }
    if !isInSegment { beginSegment() }
    put(start + ">")
    put("ele", fix.elevationMetres.flatMap { decimalText($0, places: 2) })
    put("time", Self.text(fix.time))
    putExtensions(fix)
    put("</trkpt>\n")
  }

  /// Ends all that is open, and the document.
  package mutating func finish() {
    endTrack()
    put("</gpx>\n")
  }

  /// Returns what was written since the last time, UTF-8, and forgets it.
  package mutating func takeBytes() -> [UInt8] {
    Array(takeText().utf8)
  }

  /// Returns what was written since the last time, and forgets it.
  package mutating func takeText() -> MarkupText {
    defer { written = "" }
    return written
  }

  /// Returns tracks as a whole document. Complexity: O(fixes).
  package static func document(_ tracks: [RecordedTrack], name: String? = nil) -> [UInt8] {
    var writer = GPXWriter(name: name)
    for track in tracks {
      writer.beginTrack(name: track.name)
      for segment in track.segments {
        writer.beginSegment()
        for fix in segment { writer.add(fix) }
      }
    }
    writer.finish()
    return writer.takeBytes()
  }

  private mutating func endTrack() {
    endSegment()
    if isInTrack { put("</trk>\n") }
    isInTrack = false
  }

  private mutating func endSegment() {
    if isInSegment { put("</trkseg>\n") }
    isInSegment = false
  }

  private mutating func putExtensions(_ fix: LocationFix) {
    let speed = fix.speedMetresPerSecond.flatMap { decimalText($0, places: 2) }
    let course = fix.courseDegrees.flatMap { decimalText($0, places: 1) }
    let horizontal = fix.horizontalAccuracyMetres.flatMap { decimalText($0, places: 1) }
    let vertical = fix.verticalAccuracyMetres.flatMap { decimalText($0, places: 1) }
    guard speed != nil || course != nil || horizontal != nil || vertical != nil else { return }
    put("<extensions>")
    if speed != nil || course != nil {
      put("<gpxtpx:TrackPointExtension>")
      put("gpxtpx:speed", speed)
      put("gpxtpx:course", course)
      put("</gpxtpx:TrackPointExtension>")
    }
    put("skiroute:hAcc", horizontal)
    put("skiroute:vAcc", vertical)
    put("</extensions>")
  }

  private mutating func put(_ text: MarkupText) { written += text }

  private mutating func put(_ element: StaticString, _ text: String?) {
    if let text { put("<\(element)>\(text)</\(element)>") }
  }

  private static func start(_ element: StaticString, _ place: Coordinate) -> MarkupText? {
    guard place.isValid, let latitude = decimalText(place.latitude, places: 7),
      let longitude = decimalText(place.longitude, places: 7)
    else { return nil }
    return "<\(element) lat=\"\(latitude)\" lon=\"\(longitude)\""
  }

  private static func text(_ time: UniversalTime) -> String? {
    let isWhole = time.secondsSince1970.rounded() == time.secondsSince1970
    return time.iso8601(decimals: isWhole ? 0 : 3)
  }
}
