/// Lists of values in statements, in parts of few sizes, so that the statements are prepared once.
enum SQLParts {
  private static let sizes = [64, 8, 1]

  /// Returns the values in parts, in their order.
  static func of<Value>(_ values: [Value]) -> [[Value]] {
    var (parts, start): ([[Value]], Int) = ([], 0)
    while start < values.count {
      let size = sizes.first { $0 <= values.count - start } ?? 1
      parts.append(Array(values[start..<start + size]))
      start += size
    }
    return parts
  }

  /// Returns the parameters from `$1` on, with commas between.
  static func list(_ count: Int) -> String { (1...count).map { "$\($0)" }.joined(separator: ", ") }
}
