import SkiBase
import SkiGraph

/// Reads the Keyhole Markup Language (KML): tracks with times, lines without, and placemarks with a time.
///
/// **Source:** OGC KML 2.3, `Track`, `MultiTrack`, `LineString`, `Point`, `TimeStamp`.
struct KMLReader: XMLElementHandler {
  /// The name of the open placemark.
  private var name: String?
  /// The depth of the open placemark; 0 outside.
  private var placemarkDepth = 0
  private var hasTrack = false
  private var track: KMLTrack?
  /// The positions of the open line or point.
  private var positions: KMLPositions?
  private var isLine = false
  /// The point of a placemark, and its time.
  private var point: TrackDraft?

  /// Reads a whole document, see ``XMLDocument``.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    try XMLDocument.read(input, into: &tracks, with: KMLReader())
  }

  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws(SkiError) {
    if xml.name.equals("Placemark") {
      (name, placemarkDepth, hasTrack) = (nil, xml.depth, false)
      point = TrackDraft()
    } else if xml.name.equals("Track") {
      if hasTrack { tracks.endSegment() } else { begin(.track, &tracks) }
      hasTrack = true
      track = KMLTrack()
    } else if xml.name.equals("LineString") {
      begin(.route, &tracks)
      isLine = true
    } else if xml.name.equals("Point") {
      isLine = false
    } else if xml.name.equals("coordinates") {
      positions = KMLPositions(line: xml.input.line)
    } else if xml.name.equals("SimpleArrayData") {
      track?.beginValues(xml.attribute("name") ?? [])
    }
  }

  private mutating func begin(_ kind: RecordedTrack.Kind, _ tracks: inout TrackCollector) {
    tracks.beginTrack(kind)
    if let name { tracks.nameTrack(name) }
    hasTrack = false
  }

  mutating func took(_ text: [UInt8], _ tracks: inout TrackCollector) throws(SkiError) {
    guard var list = positions else { return }
    positions = nil
    list.take(text)
    if isLine { try addLine(list.takePositions(), &tracks) }
    positions = list
  }

  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector
  ) throws(SkiError) {
    if xml.name.equals("coordinates") {
      try endPositions(&tracks)
    } else if xml.name.equals("LineString") {
      tracks.endSegment()
      isLine = false
    } else if xml.name.equals("Track") {
      try track.take()?.add(to: &tracks)
      tracks.endSegment()
    } else if xml.name.equals("Placemark") {
      try endPlacemark(&tracks)
    } else if track != nil {
      try track?.take(text, of: xml.name, line: xml.input.line, tracks)
    } else {
      takePlacemark(text, xml.name, depth: depth, line: xml.input.line, &tracks)
    }
  }

  private mutating func endPositions(_ tracks: inout TrackCollector) throws(SkiError) {
    guard var list = positions else { return }
    positions = nil
    list.finish()
    let found = list.takePositions()
    if isLine {
      try addLine(found, &tracks)
    } else if let place = found.first, placemarkDepth > 0 {
      point?.take(place)
    }
  }

  private mutating func endPlacemark(_ tracks: inout TrackCollector) throws(SkiError) {
    if let name { tracks.nameTrack(name) }
    tracks.endTrack()
    // A placemark with a line or an area only has no point.
    if let point, point.hasPlace { try tracks.add(point, isWaypoint: true) }
    (name, placemarkDepth, hasTrack, point) = (nil, 0, false, nil)
  }

  private func addLine(_ positions: [KMLPosition], _ tracks: inout TrackCollector) throws(SkiError) {
    for place in positions {
      var draft = TrackDraft()
      draft.take(place)
      try tracks.add(draft)
    }
  }

  private mutating func takePlacemark(
    _ text: ArraySlice<UInt8>, _ element: [UInt8], depth: Int, line: Int, _ tracks: inout TrackCollector
  ) {
    guard !text.isEmpty else { return }
    if element.equals("name") {
      let words = String(decoding: text, as: UTF8.self)
      if placemarkDepth > 0 {
        if depth == placemarkDepth + 1 { name = words }
      } else if tracks.title == nil, depth <= 3 {
        tracks.title = words
      }
    } else if element.equals("when") {
      let time = ParsedTime(iso8601: text, offsetWithoutZone: tracks.options.offsetWithoutZone)
      point?.time = time
      point?.hasBadTime = time == nil
    }
  }
}
