/// A streaming writer of GPX 1.1: the output so far can be taken at any time.
///
/// Waypoints precede tracks, as the schema requires. Names are escaped; points with invalid coordinates are omitted.
/// Speed and course use Garmin's TrackPointExtension 2, accuracies a namespace of SkiRoute; `TrackReader` of SkiTracks
/// reads all of them.
package struct GPXWriter: Sendable {
  private var written: [UInt8] = []
  private var isInTrack = false
  private var isInSegment = false

  /// A point with optional elevation, time, motion and accuracy.
  package struct Point: Sendable {
    package var coordinate: Coordinate
    package var elevationMetres: Double?
    package var time: UniversalTime?
    package var speedMetresPerSecond: Double?
    package var courseDegrees: Double?
    package var horizontalAccuracyMetres: Double?
    package var verticalAccuracyMetres: Double?

    /// Creates a point.
    package init(_ coordinate: Coordinate, elevationMetres: Double? = nil, time: UniversalTime? = nil) {
      self.coordinate = coordinate
      self.elevationMetres = elevationMetres
      self.time = time
    }
  }

  /// Creates a writer and starts its document.
  /// - Parameters:
  ///   - name: The title.
  ///   - description: The description.
  ///   - attribution: The attribution of the data, with the licence.
  ///   - isRecorded: True to declare the namespaces of speeds, courses and accuracies of points.
  package init(
    name: String? = nil, description: String? = nil, attribution: String? = nil, isRecorded: Bool = true
  ) {
    written.append(
      literal: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="skiroute" xmlns="http://www.topografix.com/GPX/1/1"
        """)
    if isRecorded {
      written.append(
        literal: """
           xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:skiroute="urn:skiroute:track"
          """)
    }
    written.append(literal: ">\n")
    guard name != nil || description != nil || attribution != nil else { return }
    written.append(literal: "<metadata>")
    element("name", name)
    element("desc", description)
    if let attribution {
      written.append(literal: "<copyright author=\"")
      written.append(xmlEscaped: attribution)
      written.append(literal: "\"/>")
    }
    written.append(literal: "</metadata>\n")
  }

  /// Writes a waypoint.
  /// - Precondition: No track was started.
  package mutating func addWaypoint(_ point: Point, name: String? = nil, description: String? = nil) {
    precondition(!isInTrack, "waypoints stand before tracks")
    put("wpt", point) { writer in
      writer.element("name", name)
      writer.element("desc", description)
    }
  }

  /// Starts a track, ending an open one.
  package mutating func beginTrack(name: String? = nil, description: String? = nil, type: String? = nil) {
    endTrack()
    written.append(literal: "<trk>")
    element("name", name)
    element("desc", description)
    element("type", type)
    written.append(literal: "\n")
    isInTrack = true
  }

  /// Starts a segment, ending an open one and starting a track where none is open.
  package mutating func beginSegment() {
    endSegment()
    if !isInTrack { beginTrack() }
    written.append(literal: "<trkseg>\n")
    isInSegment = true
  }

  /// Writes a point into the open segment, starting one where none is open.
  package mutating func add(_ point: Point) {
    guard point.coordinate.isValid else { return }
    if !isInSegment { beginSegment() }
    put("trkpt", point) { $0.writeExtensions(point) }
  }

  /// Ends all open elements and the document.
  package mutating func finish() {
    endTrack()
    written.append(literal: "</gpx>\n")
  }

  /// Returns the UTF-8 output since the last call and clears it.
  package mutating func takeBytes() -> [UInt8] {
    defer { written = [] }
    return written
  }

  /// Returns the output since the last call and clears it.
  /// - Complexity: O(*n*).
  package mutating func takeText() -> MarkupText { takeBytes().markup() }

  private mutating func endTrack() {
    endSegment()
    if isInTrack { written.append(literal: "</trk>\n") }
    isInTrack = false
  }

  private mutating func endSegment() {
    if isInSegment { written.append(literal: "</trkseg>\n") }
    isInSegment = false
  }

  /// Writes a point with its elevation and time, and what follows them; nothing for an invalid coordinate.
  private mutating func put(
    _ name: StaticString, _ point: Point, _ rest: (inout GPXWriter) -> Void
  ) {
    let place = point.coordinate
    guard place.isValid else { return }
    written.append(UInt8(ascii: "<"))
    written.append(literal: name)
    // Valid degrees are always written.
    written.append(literal: " lat=\"")
    _ = written.append(decimal: place.latitude, places: 7)
    written.append(literal: "\" lon=\"")
    _ = written.append(decimal: place.longitude, places: 7)
    let start = written.count
    written.append(literal: "\">")
    let empty = written.count
    element("ele", point.elevationMetres, places: 2)
    element("time", point.time.flatMap(Self.text))
    rest(&self)
    guard written.count > empty else {
      written.removeLast(empty - start)
      return written.append(literal: "\"/>\n")
    }
    end(name)
    written.append(UInt8(ascii: "\n"))
  }

  private static func text(_ time: UniversalTime) -> String? {
    let isWhole = time.secondsSince1970.rounded() == time.secondsSince1970
    return time.iso8601(decimals: isWhole ? 0 : 3)
  }

  private mutating func writeExtensions(_ point: Point) {
    enclosed("extensions") { writer in
      writer.enclosed("gpxtpx:TrackPointExtension") { writer in
        writer.element("gpxtpx:speed", point.speedMetresPerSecond, places: 2)
        writer.element("gpxtpx:course", point.courseDegrees, places: 1)
      }
      writer.element("skiroute:hAcc", point.horizontalAccuracyMetres, places: 1)
      writer.element("skiroute:vAcc", point.verticalAccuracyMetres, places: 1)
    }
  }

  private mutating func start(_ name: StaticString) {
    written.append(UInt8(ascii: "<"))
    written.append(literal: name)
    written.append(UInt8(ascii: ">"))
  }

  private mutating func end(_ name: StaticString) {
    written.append(literal: "</")
    written.append(literal: name)
    written.append(UInt8(ascii: ">"))
  }

  /// Writes an element; nothing when its content is empty.
  private mutating func enclosed(_ name: StaticString, _ content: (inout GPXWriter) -> Void) {
    let before = written.count
    start(name)
    let empty = written.count
    content(&self)
    if written.count > empty { end(name) } else { written.removeLast(empty - before) }
  }

  /// Writes an element with text; nothing for nil.
  private mutating func element(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    start(name)
    written.append(xmlEscaped: text)
    end(name)
  }

  /// Writes an element with a number; nothing for nil and for numbers that are not finite.
  private mutating func element(_ name: StaticString, _ value: Double?, places: Int) {
    guard let value else { return }
    let before = written.count
    start(name)
    if written.append(decimal: value, places: places) {
      end(name)
    } else {
      written.removeLast(written.count - before)
    }
  }
}
