import Foundation

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// Words that stand where a name should be and are none.
private let placeholderNames: Set<String> = [
  "ski run", "ski piste", "piste", "run", "ski lift", "lift", "ski area", "unnamed", "unknown", "no name",
  "noname", "n/a", "-", "?", "null", "none", "yes", "fixme",
]

/// Returns a name as the model keeps it: trimmed, in NFC, and nil where it is empty or a placeholder.
func cleanName(_ text: String?) -> String? {
  guard let name = text?.trimmed.precomposedStringWithCanonicalMapping, !name.isEmpty,
    !placeholderNames.contains(name.lowercased())
  else { return nil }
  return name
}
