import SkiBase
import SkiGraph

/// Reads GPX 1.0 and 1.1 with common deviations; see Data/Formats/tracks.md.
///
/// Elements are matched by local name, because prefixes and namespaces are bound differently or not at all.
struct GPXReader: XMLElementHandler {
  private var point: GPXPoint?
  /// The depth of the open point.
  private var pointDepth = 0
  private var pointIsWaypoint = false
  /// The depth of the open track or route; 0 outside.
  private var trackDepth = 0
  private var conventions = GPXConventions()

  /// Reads a whole document, see ``XMLDocument``.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    try XMLDocument.read(input, into: &tracks, with: GPXReader())
  }

  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws {
    guard point == nil else {
      point?.take(attributesOf: xml)
      return
    }
    if xml.depth == 1 {
      guard xml.name.equals("gpx") else {
        throw XMLFault.refused("root element \(shown(xml.name[...])) is not gpx; export the recording as GPX")
      }
      conventions = GPXConventions(creator: xml.attribute("creator") ?? [])
    } else if xml.name.equals("trkpt") || xml.name.equals("rtept") || xml.name.equals("wpt") {
      pointIsWaypoint = xml.name.equals("wpt")
      pointDepth = xml.depth
      point = GPXPoint(xml, conventions, offset: tracks.options.offsetWithoutZone)
    } else if xml.name.equals("trk") || xml.name.equals("rte") {
      tracks.beginTrack(xml.name.equals("rte") ? .route : .track)
      trackDepth = xml.depth
    } else if xml.name.equals("trkseg") {
      tracks.endSegment()
    }
  }

  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector
  ) throws(SkiError) {
    if let finished = point {
      guard depth == pointDepth else {
        point?.take(text, of: xml.name, depth: depth - pointDepth)
        return
      }
      point = nil
      if finished.isWithoutFix {
        try tracks.leaveOut(.positionInvalid, at: finished.draft.position)
      } else {
        try tracks.add(finished.draft, isWaypoint: pointIsWaypoint)
      }
    } else if depth == trackDepth {
      tracks.endTrack()
      trackDepth = 0
    } else if xml.name.equals("trkseg") {
      tracks.endSegment()
    } else if xml.name.equals("name") {
      takeName(text, depth: depth, &tracks)
    }
  }

  private func takeName(_ text: ArraySlice<UInt8>, depth: Int, _ tracks: inout TrackCollector) {
    let name = String(decoding: text, as: UTF8.self)
    guard !name.isEmpty else { return }
    if trackDepth > 0 {
      if depth == trackDepth + 1 { tracks.nameTrack(name) }
    } else if depth <= 3, tracks.title == nil {
      tracks.title = name
    }
  }
}
