/// Names as they are said.
package enum SpokenName {
  /// A name as it is said: without spaces at its ends and in rows, several (`67;66`) with a stroke between; nil when nothing
  /// is left.
  package static func of(_ name: String?) -> String? {
    let parts = (name ?? "").split(separator: ";").map { part in
      part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let words = parts.filter { !$0.isEmpty }.joined(separator: "/")
    return words.isEmpty ? nil : words
  }

  /// Numbers as they are said: without spaces at their ends and in rows.
  static func of(_ refs: [String]) -> [String] { refs.compactMap { of($0) } }
}
