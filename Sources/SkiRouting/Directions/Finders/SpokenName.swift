/// The conversion of names to spoken form.
package enum SpokenName {
  /// Returns a name with normalised spaces, several (`67;66`) separated by a slash; nil when it is empty.
  package static func of(_ name: String?) -> String? {
    let parts = (name ?? "").split(separator: ";").map { part in
      part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let words = parts.filter { !$0.isEmpty }.joined(separator: "/")
    return words.isEmpty ? nil : words
  }

  /// Returns numbers with normalised spaces, without empty ones.
  static func of(_ refs: [String]) -> [String] { refs.compactMap { of($0) } }
}
