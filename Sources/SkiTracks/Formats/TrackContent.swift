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
