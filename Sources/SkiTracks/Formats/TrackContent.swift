import SkiGeo

/// The first bytes of a file, from which its format is detected.
struct TrackContent {
  private let start: ArraySlice<UInt8>

  /// Creates it from the first bytes of a file.
  init(of start: ArraySlice<UInt8>) {
    self.start = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
  }

  /// Returns the format, whatever the file is named.
  /// - Throws: ``SkiError`` with code `.emptyInput` for blank content, `.unsupportedFormat` for binary content.
  func format(name: String) throws -> TrackFormat {
    let content = start.drop { $0.isXMLBlank }
    guard let first = content.first else {
      throw SkiError(.emptyInput, "recording is empty; record it again", subject: name)
    }
    if first == UInt8(ascii: "<") { return .gpx }
    if isFIT { return .fit }
    if let packing { throw unsupported("is \(packing); unpack or export it as GPX", name) }
    guard !content.prefix(512).contains(0) else { throw unsupported("is not text; export it as GPX", name) }
    if hasSentence { return .nmea }
    return .csv
  }

  private func unsupported(_ words: String, _ name: String) -> SkiError {
    SkiError(.unsupportedFormat, "recording \(words)", subject: name)
  }

  /// The binary format of the file, for common ones; nil for others.
  private var packing: String? {
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return "packed as zip" }
    if start.starts(with: [0x1F, 0x8B]) { return "packed as gzip" }
    return nil
  }

  /// Indicates whether the file begins with the header of a FIT file.
  private var isFIT: Bool { start.dropFirst(8).starts(with: ".FIT".utf8) && start.first ?? 0 >= 12 }

  /// Indicates whether a line in the first 4 kB is an NMEA sentence: `$`, five capitals or digits, a comma.
  private var hasSentence: Bool {
    start.prefix(4096).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
      let head = line.drop { $0 != UInt8(ascii: "$") }.prefix(7)
      guard head.count == 7, head.first == UInt8(ascii: "$"), head.last == UInt8(ascii: ",") else {
        return false
      }
      return head.dropFirst().dropLast().allSatisfy { (0x41...0x5A).contains($0) || $0 &- 0x30 < 10 }
    }
  }
}
