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

/// The longest placeholder, in bytes.
private let longestPlaceholder = placeholderNames.map(\.utf8.count).max() ?? 0

/// Returns a name as the model keeps it: trimmed, in NFC, and nil where it is empty or a placeholder.
func cleanName(_ text: String?) -> String? {
  guard let text else { return nil }
  let name = text.utf8.allSatisfy(isPlain) ? text : text.trimmed.precomposedStringWithCanonicalMapping
  let trimmed = name.utf8.first == 0x20 || name.utf8.last == 0x20 ? name.trimmed : name
  guard !trimmed.isEmpty else { return nil }
  if trimmed.utf8.count <= longestPlaceholder, placeholderNames.contains(trimmed.lowercased()) { return nil }
  return trimmed
}

/// Whether a byte is ASCII and no control character: such text needs no normalising.
private func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
