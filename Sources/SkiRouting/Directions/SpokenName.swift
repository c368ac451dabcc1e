/// Names as they are said.
enum SpokenName {
  /// A name as it is said: without spaces at its ends and in rows; nil when nothing is left.
  static func of(_ name: String?) -> String? {
    let words = (name ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
