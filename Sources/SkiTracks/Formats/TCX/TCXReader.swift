import SkiBase
import SkiGraph

/// Reads the Training Center XML of Garmin (TCX): the trackpoints of activities and courses.
///
/// **Source:** TrainingCenterDatabasev2.xsd and ActivityExtensionv2.xsd (Garmin).
struct TCXReader: XMLElementHandler {
  private var point: TrackDraft?

  /// Reads a whole document, see ``XMLDocument``.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    try XMLDocument.read(input, into: &tracks, with: TCXReader())
  }

  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws(SkiError) {
    if xml.name.equals("Trackpoint") {
      point = TrackDraft()
      point?.position = xml.input.line
    } else if xml.name.equals("Track") {
      tracks.endSegment()
    } else if xml.name.equals("Activity") || xml.name.equals("Course") {
      tracks.beginTrack(xml.name.equals("Course") ? .route : .track)
    }
  }

  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector
  ) throws(SkiError) {
    if let finished = point {
      if xml.name.equals("Trackpoint") {
        point = nil
        try tracks.add(finished)
      } else {
        point?.take(text, ofTCX: xml.name, offset: tracks.options.offsetWithoutZone)
      }
    } else if xml.name.equals("Track") {
      tracks.endSegment()
    } else if xml.name.equals("Activity") || xml.name.equals("Course") {
      tracks.endTrack()
    } else if xml.name.equals("Name"), !text.isEmpty {
      // The name of a course; without an open track, as of an author, it is ignored.
      tracks.nameTrack(String(decoding: text, as: UTF8.self))
    }
  }
}

extension TrackDraft {
  /// Takes the text of an element inside a trackpoint.
  fileprivate mutating func take(_ text: ArraySlice<UInt8>, ofTCX name: [UInt8], offset: UTCOffset) {
    guard !text.isEmpty else { return }
    if name.equals("Time") {
      time = ParsedTime(iso8601: text, offsetWithoutZone: offset)
      hasBadTime = time == nil
    } else if name.equals("LatitudeDegrees") {
      (latitude, hasPlace) = (DecimalNumber.read(text), true)
    } else if name.equals("LongitudeDegrees") {
      (longitude, hasPlace) = (DecimalNumber.read(text), true)
    } else if name.equals("AltitudeMeters") {
      elevationMetres = number(text)
    } else if name.equals("Speed") {
      speedMetresPerSecond = number(text)
    }
  }

  /// Returns the number in a text; another text is counted as an invalid value.
  mutating func number(_ text: ArraySlice<UInt8>) -> Double? {
    let value = DecimalNumber.read(text)
    if value == nil { invalidValueCount += 1 }
    return value
  }
}
