import SkiBase

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
    var firstLine: [UInt8]?
    for index in 0..<preambleLines where table == nil {
      guard try input.readLine(into: &bytes, atMostBytes: 1 << 14) else { break }
      table = CSVTable(bytes)
      if table == nil, index == 0 {
        table = CSVTable(slopesLine: bytes)
        firstLine = table == nil ? nil : bytes
      }
    }
    guard let table else {
      throw SkiError(
        .unsupportedFormat,
        "recording has no known format, and no line names its columns; export it as GPX or FIT, or begin it with a "
          + "line as time,lat,lon",
        subject: input.name)
    }
    var reader = CSVReader(table: table, offset: tracks.options.offsetWithoutZone)
    if let firstLine { try reader.take(firstLine, at: 1, &tracks) }
    var number = input.line
    while try input.readLine(into: &bytes, atMostBytes: 1 << 14) {
      try reader.take(bytes, at: number, &tracks)
      number = input.line
    }
  }

  private init(table: CSVTable, offset: UTCOffset) {
    self.table = table
    self.offset = offset
  }

  private mutating func take(_ bytes: [UInt8], at line: Int, _ tracks: inout TrackCollector) throws(SkiError)
  {
    guard let draft = draft(bytes, at: line) else { return }
    if Self.withoutPosition.contains(String(decoding: value(.validity).prefix(8), as: UTF8.self).lowercased())
    {
      return try tracks.leaveOut(.positionInvalid, at: line)
    }
    try tracks.add(draft)
  }

  /// The values of the column of validity of a receiver without a position.
  private static let withoutPosition: Set<String> = ["false", "0", "no", "v"]

  /// Returns the values of a line; nil when it is blank or a comment.
  private mutating func draft(_ bytes: [UInt8], at place: Int) -> TrackDraft? {
    guard let first = bytes.first(where: { !$0.isXMLBlank }), first != UInt8(ascii: "#") else { return nil }
    line.split(bytes, at: table.separator)
    var draft = TrackDraft()
    draft.position = place
    draft.hasPlace = !value(.latitude).isEmpty || !value(.longitude).isEmpty
    draft.latitude = decimal(value(.latitude))
    draft.longitude = decimal(value(.longitude))
    for field in CSVColumn.Field.measured {
      if let value = number(field, &draft) { draft.take(value, as: field) }
    }
    takeTime(&draft)
    return draft
  }

  private func value(_ field: CSVColumn.Field) -> ArraySlice<UInt8> {
    table.index(of: field, valueCount: line.count).map { line[$0] } ?? []
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
    draft.time = WrittenTime.read(text, number: decimal(text), offset)
    draft.hasBadTime = draft.time == nil
  }
}

/// The columns of a CSV recording: the separator, and the positions of the recognised columns.
struct CSVTable {
  /// The separator of values.
  let separator: UInt8
  /// The position and unit factor of each recognised column.
  private(set) var positions: [CSVColumn.Field: (index: Int, factor: Double)] = [:]
  /// The number of columns.
  private var columnCount = 0
  /// The position of a column of addresses, which Traccar writes without quotes though they have commas.
  private var addressIndex: Int?

  /// Indicates whether there are columns of latitude and longitude.
  private var hasPlaces: Bool { positions[.latitude] != nil && positions[.longitude] != nil }

  /// Reads a header line; nil where it names no latitude and longitude.
  init?(_ line: [UInt8]) {
    let candidates = [",", ";", "\t", "|"].map { CSVTable(line, separator: $0) }.filter(\.hasPlaces)
    guard let best = candidates.max(by: { $0.positions.count < $1.positions.count }) else { return nil }
    self = best
  }

  private init(_ line: [UInt8], separator: Unicode.Scalar) {
    self.separator = UInt8(ascii: separator)
    var names = CSVLine()
    names.split(line, at: self.separator)
    columnCount = names.count
    var words: Set<String> = []
    for index in 0..<names.count {
      let word = String(decoding: names[index].prefix(32), as: UTF8.self).lowercased()
      words.insert(word)
      if word == "address" { addressIndex = index }
      guard let column = CSVColumn(names[index]), positions[column.field] == nil || column.takesPrecedence
      else { continue }
      positions[column.field] = (index, column.factor)
    }
    // Traccar writes speeds in knots, and names no units.
    if words.isSuperset(of: ["deviceid", "protocol", "fixtime"]) {
      positions[.speed]?.factor = 1852.0 / 3600
    } else {
      addressIndex = nil
    }
  }

  /// Reads the first line of a table without a header as Slopes writes it: seconds since 1970, latitude, longitude,
  /// elevation, course, speed, accuracies of place and elevation. Nil for another line.
  init?(slopesLine line: [UInt8]) {
    var values = CSVLine()
    values.split(line, at: UInt8(ascii: ","))
    let numbers = (0..<values.count).map { DecimalNumber.read(values[$0]) }
    guard numbers.count >= 4, let seconds = numbers[0], (1e9..<5e9).contains(seconds),
      let latitude = numbers[1],
      abs(latitude) <= 90, let longitude = numbers[2], abs(longitude) <= 180, numbers[3] != nil
    else { return nil }
    separator = UInt8(ascii: ",")
    columnCount = values.count
    let fields: [CSVColumn.Field] = [
      .time, .latitude, .longitude, .elevation, .course, .speed, .horizontalAccuracy, .verticalAccuracy,
    ]
    for (index, field) in fields.enumerated() { positions[field] = (index, 1) }
  }

  /// Indicates whether numbers may have a decimal comma.
  var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }

  /// Returns the position of a column in a line with some number of values; nil where the table has no such column.
  func index(of field: CSVColumn.Field, valueCount: Int) -> Int? {
    guard let index = positions[field]?.index else { return nil }
    guard let addressIndex, index > addressIndex, valueCount > columnCount else { return index }
    return index + valueCount - columnCount
  }
}
