/// What the line of names says: the separator, and what stands in which column.
struct CSVTable {
  /// What parts the values.
  let separator: UInt8
  /// The position of each column that is of use.
  private(set) var positions: [CSVColumn.Field: (index: Int, factor: Double)] = [:]

  /// Whether places can be read from it.
  private var hasPlaces: Bool { positions[.latitude] != nil && positions[.longitude] != nil }

  /// Looks for names of columns in a line; nil where it names no latitude and longitude.
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

  /// Whether numbers may have a decimal comma.
  var allowsDecimalComma: Bool { separator != UInt8(ascii: ",") }
}
