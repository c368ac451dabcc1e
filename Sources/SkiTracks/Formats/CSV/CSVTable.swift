import SkiBase

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
