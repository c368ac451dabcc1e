/// The translation of texts about the command's options into the words of requests.
enum ParameterWords {
  /// Returns a text in which the long options that are keys are written as these: `--max-difficulty` as `maxDifficulty`.
  /// - Complexity: O(*n*) in the text.
  static func translated(_ text: String, keys: Set<String>) -> String {
    guard text.contains("--") else { return text }
    let words = text.replacing("option --", with: "--").split(
      separator: " ", omittingEmptySubsequences: false)
    return words.map { translated(word: $0, keys) }.joined(separator: " ")
  }

  private static func translated(word: Substring, _ keys: Set<String>) -> String {
    guard word.hasPrefix("--") else { return String(word) }
    let name = word.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
    let key = camelCase(name)
    return keys.contains(key) ? key + word.dropFirst(2 + name.count) : String(word)
  }

  private static func camelCase(_ option: Substring) -> String {
    let parts = option.split(separator: "-")
    return parts.prefix(1).joined()
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
