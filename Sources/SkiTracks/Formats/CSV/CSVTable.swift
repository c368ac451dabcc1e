/// The header of a CSV recording: the separator and the positions of the columns.
struct CSVTable {
  /// The separator of values.
  let separator: UInt8
  /// The position and unit factor of each recognised column.
  private(set) var positions: [CSVColumn.Field: (index: Int, factor: Double)] = [:]

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
    for index in 0..<names.count {
      guard let column = CSVColumn(names[index]), positions[column.field] == nil else { continue }
      positions[column.field] = (index, column.factor)
    }
  }

  /// Indicates whether numbers may have a decimal comma.
  var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }
}
