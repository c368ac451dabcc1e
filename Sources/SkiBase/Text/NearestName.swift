extension [String] {
  /// Returns the name that is fewest typing errors away, whatever the case: at most one in names of up to four letters,
  /// two in longer ones.
  /// - Complexity: O(*n* · length) in the names.
  package func nearest(to word: String) -> String? {
    let letters = [Unicode.Scalar](word.lowercased().unicodeScalars)
    let near = compactMap { name in
      editDistance(
        letters, [Unicode.Scalar](name.lowercased().unicodeScalars), limit: name.count <= 4 ? 1 : 2
      ).map { ($0, name) }
    }
    return near.min { $0.0 < $1.0 }?.1
  }
}
