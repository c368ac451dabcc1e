package import SkiGeo

/// A streaming writer of GPX 1.1: the output so far can be taken at any time.
///
/// Waypoints precede tracks, as the schema requires. Names are escaped; points with invalid coordinates are omitted.
/// Speed and course use Garmin's TrackPointExtension 2, accuracies a namespace of SkiRoute; `TrackReader` of SkiTracks
/// reads all of them.
package struct GPXWriter: Sendable {
  private var written: MarkupText = ""
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
    let namespaces: MarkupText = """
       xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:skiroute="urn:skiroute:track"
      """
    written = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="skiroute" xmlns="http://www.topografix.com/GPX/1/1"\(isRecorded ? namespaces : "")>

      """
    guard name != nil || description != nil || attribution != nil else { return }
    let copyright = attribution.map { "<copyright author=\"\($0)\"/>" as MarkupText } ?? ""
    let head = Self.element("name", name) + Self.element("desc", description)
    written += "<metadata>\(head)\(copyright)</metadata>\n"
  }

  /// Writes a waypoint.
  /// - Precondition: No track was started.
  package mutating func addWaypoint(_ point: Point, name: String? = nil, description: String? = nil) {
    precondition(!isInTrack, "waypoints stand before tracks")
    guard let start = Self.start("wpt", point) else { return }
    put("wpt", start, Self.element("name", name) + Self.element("desc", description), point)
  }

  /// Starts a track, ending an open one.
  package mutating func beginTrack(name: String? = nil, description: String? = nil, type: String? = nil) {
    endTrack()
    let head = Self.element("name", name) + Self.element("desc", description) + Self.element("type", type)
    written += "<trk>\(head)\n"
    isInTrack = true
  }

  /// Starts a segment, ending an open one and starting a track where none is open.
  package mutating func beginSegment() {
    endSegment()
    if !isInTrack { beginTrack() }
    written += "<trkseg>\n"
    isInSegment = true
  }

  /// Writes a point into the open segment, starting one where none is open.
  package mutating func add(_ point: Point) {
    guard let start = Self.start("trkpt", point) else { return }
    if !isInSegment { beginSegment() }
    put("trkpt", start, Self.extensions(point), point)
  }

  /// Ends all open elements and the document.
  package mutating func finish() {
    endTrack()
    written += "</gpx>\n"
  }

  /// Returns the UTF-8 output since the last call and clears it.
  package mutating func takeBytes() -> [UInt8] { Array(takeText().utf8) }

  /// Returns the output since the last call and clears it.
  package mutating func takeText() -> MarkupText {
    defer { written = "" }
    return written
  }

  private mutating func endTrack() {
    endSegment()
    if isInTrack { written += "</trk>\n" }
    isInTrack = false
  }

  private mutating func endSegment() {
    if isInSegment { written += "</trkseg>\n" }
    isInSegment = false
  }

  private mutating func put(_ name: StaticString, _ start: MarkupText, _ rest: MarkupText, _ point: Point) {
    let time = point.time.flatMap { time in
      let isWhole = time.secondsSince1970.rounded() == time.secondsSince1970
      return time.iso8601(decimals: isWhole ? 0 : 3)
    }
    let content = Self.element("ele", point.elevationMetres, places: 2) + Self.element("time", time) + rest
    written += content.isEmpty ? "\(start)/>\n" : "\(start)>\(content)</\(name)>\n"
  }

  private static func extensions(_ point: Point) -> MarkupText {
    let motion =
      element("gpxtpx:speed", point.speedMetresPerSecond, places: 2)
      + element("gpxtpx:course", point.courseDegrees, places: 1)
    let accuracies =
      element("skiroute:hAcc", point.horizontalAccuracyMetres, places: 1)
      + element("skiroute:vAcc", point.verticalAccuracyMetres, places: 1)
    let garmin: MarkupText =
      motion.isEmpty ? "" : "<gpxtpx:TrackPointExtension>\(motion)</gpxtpx:TrackPointExtension>"
    let content = garmin + accuracies
    return content.isEmpty ? "" : "<extensions>\(content)</extensions>"
  }

  /// Returns an element; an empty text when its content is nil.
  private static func element(_ name: StaticString, _ text: String?) -> MarkupText {
    text.map { "<\(name)>\($0)</\(name)>" } ?? ""
  }

  private static func element(_ name: StaticString, _ value: Double?, places: Int) -> MarkupText {
    element(name, value.flatMap { decimalText($0, places: places) })
  }

  private static func start(_ name: StaticString, _ point: Point) -> MarkupText? {
    let place = point.coordinate
    guard place.isValid, let latitude = decimalText(place.latitude, places: 7),
      let longitude = decimalText(place.longitude, places: 7)
    else { return nil }
    return "<\(name) lat=\"\(latitude)\" lon=\"\(longitude)\""
  }
}
