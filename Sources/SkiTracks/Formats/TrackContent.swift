import SkiBase

/// The first bytes of a file, from which its format is detected.
struct TrackContent {
  private let start: ArraySlice<UInt8>

  /// Creates it from the first bytes of a file.
  init(of start: ArraySlice<UInt8>) {
    self.start = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
  }

  /// Returns the format, whatever the file is named.
  /// - Throws: ``SkiError`` with code `.emptyInput` for blank content, `.unsupportedFormat` for a format that is not
  ///   read, with what to export instead.
  func format(name: String) throws(SkiError) -> TrackFormat {
    let content = start.drop { $0.isXMLBlank || $0 == 0x1E }
    guard let first = content.first else {
      throw SkiError(.emptyInput, "recording is empty; record it again", subject: name)
    }
    if isFIT { return .fit }
    if let refusal = UnreadFormat(of: start)?.refusal {
      throw SkiError(.unsupportedFormat, "recording \(refusal)", subject: name)
    }
    if first == UInt8(ascii: "<") { return try xmlFormat(name: name) }
    guard !content.prefix(512).contains(0) else {
      throw SkiError(.unsupportedFormat, "recording is not text; export it as GPX or FIT", subject: name)
    }
    if first == UInt8(ascii: "{") { return .geojson }
    if hasLine(where: IGCReader.recognises) { return .igc }
    return hasLine(where: Self.isSentence) ? .nmea : .csv
  }

  /// Indicates whether the file begins with the header of a FIT file.
  private var isFIT: Bool { start.dropFirst(8).starts(with: ".FIT".utf8) && start.first ?? 0 >= 12 }

  /// Returns the format of a document by the local name of its root; GPX for unknown ones, whose reader says more.
  private func xmlFormat(name: String) throws(SkiError) -> TrackFormat {
    let root = XMLRoot(of: start).name
    switch root {
    case "TrainingCenterDatabase": return .tcx
    case "kml": return .kml
    default:
      guard let refusal = UnreadFormat(xmlRoot: root)?.refusal else { return .gpx }
      throw SkiError(.unsupportedFormat, "recording \(refusal)", subject: name)
    }
  }

  /// Returns whether a line in the first 4 kB meets a condition.
  private func hasLine(where condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    start.prefix(4096).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains(where: condition)
  }

  /// Returns whether a line has an NMEA sentence: `$`, five capitals or digits, a comma.
  private static func isSentence(_ line: ArraySlice<UInt8>) -> Bool {
    let head = line.drop { $0 != UInt8(ascii: "$") }.prefix(7)
    guard head.count == 7, head.first == UInt8(ascii: "$"), head.last == UInt8(ascii: ",") else {
      return false
    }
    return head.dropFirst().dropLast().allSatisfy { (0x41...0x5A).contains($0) || $0 &- 0x30 < 10 }
  }
}

/// The root element of a document, from its first bytes.
struct XMLRoot {
  /// The local name; empty where the first bytes have none.
  let name: String

  /// Finds the first start tag after declarations, instructions and comments. Complexity: O(bytes).
  init(of start: ArraySlice<UInt8>) {
    var rest = start
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      if rest.starts(with: "!--".utf8) {
        rest = Self.skip("-->", in: rest)
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        // The document type of a web page names it.
        if rest.dropFirst().prefix(7).map({ $0 | 0x20 }).elementsEqual("doctype".utf8) {
          let word = rest.dropFirst(8).drop { $0.isXMLBlank }.prefix { !$0.isXMLBlank && !$0.endsXMLName }
          if word.map({ $0 | 0x20 }).elementsEqual("html".utf8) {
            name = "html"
            return
          }
        }
        rest = Self.skip(">", in: rest)
      } else {
        let word = rest.prefix(256).prefix { !$0.isXMLBlank && !$0.endsXMLName }
        name = String(decoding: word.withoutPrefix, as: UTF8.self)
        return
      }
    }
    name = ""
  }

  private static func skip(_ end: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    let count = end.utf8CodeUnitCount
    while rest.count >= count, !end.withUTF8Buffer({ rest.starts(with: $0) }) { rest.removeFirst() }
    return rest.dropFirst(count)
  }
}

/// A known format that is not read, with what to export instead.
struct UnreadFormat {
  /// The end of a sentence that begins with the recording: what it is, and the remedy.
  let refusal: String

  /// Recognises a format by the first bytes of a file; nil for others.
  init?(of start: ArraySlice<UInt8>) {
    guard let found = Self.signatures.first(where: { start.starts(with: $0.bytes) }) else {
      if start.first == 0x20, let version = start.dropFirst().first, (7...16).contains(version) {
        refusal = "is a TomTom file (.ttbin); export it as FIT or GPX"
        return
      }
      return nil
    }
    refusal = found.refusal
  }

  /// Recognises a format by the root element of a document; nil for others.
  init?(xmlRoot name: String) {
    switch name {
    case "html", "HTML", "head", "body", "script":
      refusal = "is a web page; sign in and export it again as GPX or FIT"
    case "sml", "header": refusal = "is a Suunto file (.sml); export it as FIT or GPX"
    case "HealthData":
      refusal = "is a list of health data of Apple; name a file of its folder workout-routes (.gpx)"
    case "polar-exercise-data": refusal = "is a Polar file (.xml); export it as TCX or GPX"
    case "Activity", "activity": refusal = "is the list of a Slopes recording; name the .slopes file itself"
    case "svg": refusal = "is a picture; export the recording as GPX or FIT"
    case "plist": refusal = "is a property list; export the recording as GPX or FIT"
    default: return nil
    }
  }

  private static let signatures: [(bytes: [UInt8], refusal: String)] = [
    (Array("SQLite format 3".utf8), "is the database of an app; export it as GPX or FIT"),
    (Array("%PDF".utf8), "is a PDF page; export it as GPX or FIT"),
    ([0x89, 0x50, 0x4E, 0x47], "is a picture; export it as GPX or FIT"),
    ([0xFF, 0xD8, 0xFF], "is a picture; export it as GPX or FIT"),
    (Array("BZh".utf8), "is packed as bzip2; unpack it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "is packed as xz; unpack it"),
    ([0x28, 0xB5, 0x2F, 0xFD], "is packed as zstd; unpack it"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "is packed as 7z; unpack it"),
    (Array("Rar!".utf8), "is packed as rar; unpack it"),
    ([0x50, 0x4B, 5, 6], "is an empty zip archive; export it again"),
    ([0xD0, 0xCF, 0x11, 0xE0], "is a spreadsheet of Excel; save it as CSV"),
    (Array("OziExplorer".utf8), "is an OziExplorer file (.plt); export it as GPX"),
    (Array("[Params]".utf8), "is a Polar file (.hrm), which has no positions; export it as TCX or GPX"),
    (Array("\"Activity ID\",".utf8), activityList), (Array("Activity ID,".utf8), activityList),
  ]

  private static let activityList =
    "is the list of activities of Strava; name a file of its folder activities (.fit.gz, .gpx or .tcx.gz)"
}
