import SkiGeo

/// Reads values in columns below a header line; see Data/Formats/tracks.md.
struct CSVReader {
  private let table: CSVTable
  private let offset: UTCOffset
  private var line = CSVLine()

  /// The greatest number of lines searched for the header.
  private static let preambleLines = 32

  /// Reads a whole table.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when no line names the columns, and the errors of the
  ///   collector.
  static func read(_ input: consuming TrackInput, into tracks: inout TrackCollector) throws {
    var bytes: [UInt8] = []
    var table: CSVTable?
    for _ in 0..<preambleLines where table == nil {
      guard try input.readLine(into: &bytes, atMostBytes: 1 << 14) else { break }
      table = CSVTable(bytes)
    }
    guard let table else {
      throw SkiError(
        .unsupportedFormat,
        "recording is neither GPX nor NMEA, and no line names its columns; begin it with a line as time,lat,lon",
        subject: input.name)
    }
    var reader = CSVReader(table: table, offset: tracks.options.offsetWithoutZone)
    var number = input.line
    while try input.readLine(into: &bytes, atMostBytes: 1 << 14) {
      if let draft = reader.draft(bytes, at: number) { try tracks.add(draft) }
      number = input.line
    }
  }

  private init(table: CSVTable, offset: UTCOffset) {
    self.table = table
    self.offset = offset
  }

  /// Returns the values of a line; nil when it is blank or a comment.
  private mutating func draft(_ bytes: [UInt8], at place: Int) -> TrackDraft? {
    guard let first = bytes.first(where: { !$0.isXMLBlank }), first != UInt8(ascii: "#") else { return nil }
    line.split(bytes, at: table.separator)
    var draft = TrackDraft()
    draft.position = place
    draft.hasPlace = !value(.latitude).isEmpty || !value(.longitude).isEmpty
    draft.latitude = decimal(value(.latitude))
    draft.longitude = decimal(value(.longitude))
    draft.elevationMetres = number(.elevation, &draft)
    draft.horizontalAccuracyMetres =
      number(.horizontalAccuracy, &draft)
      ?? number(.horizontalDilution, &draft).flatMap { GPXConventions().metres(ofDilution: $0) }
    draft.verticalAccuracyMetres = number(.verticalAccuracy, &draft)
    draft.speedMetresPerSecond = number(.speed, &draft)
    draft.speedAccuracyMetresPerSecond = number(.speedAccuracy, &draft)
    draft.courseDegrees = number(.course, &draft)
    draft.courseAccuracyDegrees = number(.courseAccuracy, &draft)
    draft.sequence = number(.sequence, &draft).flatMap { UInt64(exactly: $0) }
    takeTime(&draft)
    return draft
  }

  private func value(_ field: CSVColumn.Field) -> ArraySlice<UInt8> {
    table.positions[field].map { line[$0.index] } ?? []
  }

  private func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    if let value = DecimalNumber.read(text) { return value }
    return table.allowsDecimalComma ? DecimalNumber.read(text, point: UInt8(ascii: ",")) : nil
  }

  private func number(_ field: CSVColumn.Field, _ draft: inout TrackDraft) -> Double? {
    let text = value(field)
    guard !text.isEmpty, let factor = table.positions[field]?.factor else { return nil }
    guard let value = decimal(text) else {
      if !Self.missing.contains(String(decoding: text.prefix(8), as: UTF8.self).lowercased()) {
        draft.invalidValueCount += 1
      }
      return nil
    }
    return value * factor
  }

  /// The texts that stand for missing values.
  private static let missing: Set<String> = ["nan", "null", "nil", "none", "na", "n/a", "-", "--", "?"]

  private func takeTime(_ draft: inout TrackDraft) {
    var text = value(.time)
    let day = value(.date)
    if !day.isEmpty, !text.isEmpty, text.prefix(5).contains(UInt8(ascii: ":")) {
      text = day + CollectionOfOne(UInt8(ascii: "T")) + text
    } else if text.isEmpty {
      text = day
    }
    guard !text.isEmpty else { return }
    draft.time = Self.time(text, number: decimal(text), offset)
    draft.hasBadTime = draft.time == nil
  }

  /// Returns a time from ISO 8601, or from a number since 1970 with its unit guessed by size; nil for anything else.
  private static func time(_ text: ArraySlice<UInt8>, number: Double?, _ offset: UTCOffset) -> ParsedTime? {
    guard let number else {
      // 2026/02/01 is unambiguous too.
      let slashed = text.count > 7 && text[text.startIndex + 4] == UInt8(ascii: "/")
      let plain = slashed ? text.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }[...] : text
      return ParsedTime(iso8601: plain, offsetWithoutZone: offset)
    }
    let seconds =
      switch abs(number) {
      case ..<1e11: number
      case ..<1e14: number / 1e3
      case ..<1e17: number / 1e6
      default: number / 1e9
      }
    return ParsedTime(time: UniversalTime(secondsSince1970: seconds), hasZone: true)
  }
}
