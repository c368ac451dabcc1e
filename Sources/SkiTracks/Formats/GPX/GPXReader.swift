import SkiGeo
import SkiModel

/// Reads GPX 1.0 and 1.1 with common deviations; see Data/Formats/tracks.md.
///
/// Elements are matched by local name, because prefixes and namespaces are bound differently or not at all.
struct GPXReader: ~Copyable {
  private var xml: XMLTokenizer
  private var point: GPXPoint?
  /// The depth of the open point.
  private var pointDepth = 0
  private var pointIsWaypoint = false
  /// The depth of the open track or route; 0 outside.
  private var trackDepth = 0
  /// The text of the current element, up to the limit of the tokenizer.
  private var text: [UInt8] = []
  private var conventions = GPXConventions()

  private init(_ input: consuming TrackInput) { xml = XMLTokenizer(input) }

  /// Reads a whole document; of a truncated one the part up to its end, with a note in the report.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.unsupportedFormat` or `.limitExceeded`, and the errors of the
  ///   input.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    var reader = GPXReader(input)
    do {
      try reader.readAll(&tracks)
    } catch let fault as XMLFault {
      let line = reader.xml.input.line
      guard fault == .cutOff, tracks.pointCount > 0 else { throw fault.error(name: tracks.name, line: line) }
      tracks.note(.cutOff, .noted, at: line)
    }
  }

  private mutating func readAll(_ tracks: inout TrackCollector) throws {
    while true {
      switch try xml.next() {
      case .start: try began(&tracks)
      case .text: if text.count < XMLTokenizer.Limit.textBytes { text.append(contentsOf: xml.text) }
      case .end: try ended(&tracks)
      case .finished: return
      }
    }
  }

  private mutating func began(_ tracks: inout TrackCollector) throws {
    text.removeAll(keepingCapacity: true)
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

  private mutating func ended(_ tracks: inout TrackCollector) throws {
    let depth = xml.depth + 1
    if let finished = point {
      if depth == pointDepth {
        point = nil
        try tracks.add(finished.draft, isWaypoint: pointIsWaypoint)
      } else {
        point?.take(text[...], of: xml.name, depth: depth - pointDepth)
      }
    } else if depth == trackDepth {
      tracks.endTrack()
      trackDepth = 0
    } else if xml.name.equals("trkseg") {
      tracks.endSegment()
    } else if xml.name.equals("name") {
      takeName(depth: depth, &tracks)
    }
    text.removeAll(keepingCapacity: true)
  }

  private func takeName(depth: Int, _ tracks: inout TrackCollector) {
    let name = String(decoding: DecimalNumber.trimmed(text[...]), as: UTF8.self)
    guard !name.isEmpty else { return }
    if trackDepth > 0 {
      if depth == trackDepth + 1 { tracks.nameTrack(name) }
    } else if depth <= 3, tracks.title == nil {
      tracks.title = name
    }
  }
}

extension XMLFault {
  /// Returns the error for the caller.
  func error(name: String, line: Int) -> SkiError {
    let place = "\(name), line \(line)"
    switch self {
    case .cutOff: return SkiError(.malformedData, "document ends too early; export it again", subject: place)
    case .malformed(let reason): return SkiError(.malformedData, "\(reason); export it again", subject: place)
    case .refused(let reason): return SkiError(.unsupportedFormat, reason, subject: place)
    case .tooMuch(let reason): return SkiError(.limitExceeded, "\(reason); export it again", subject: place)
    }
  }
}
