import SkiGeo
import SkiModel

/// Decoding of alternative names and reference numbers.
extension FeatureDecoder {
  /// Returns the reference numbers of a list; without any, the name if it is a number.
  func signNumbers(_ list: String?, _ name: String?) -> [String] {
    let numbers = ReferenceNumbers.list(list)
    guard numbers.isEmpty, let name, FeatureName.isNumber(name) else { return numbers }
    return [name]
  }

  /// Returns the alternative names of a feature: `name:de`, `alt_name`, `old_name:fr` and others, each possibly a
  /// `;`-list.
  ///
  /// Duplicates are omitted. The order is by kind, then language, none first.
  /// - Complexity: O(*n* log *n*) in names, O(*p*) in properties.
  func alternativeNames(besides name: String?) -> [AlternativeName] {
    var found: [AlternativeName] = []
    for key in tags.values.keys {
      guard let (kind, language) = Self.nameKey(key) else { continue }
      for part in (tags.text(key) ?? "").split(separator: ";") {
        guard let text = FeatureName.name(String(part)), text != name else { continue }
        found.append(AlternativeName(kind, language: language, text))
      }
    }
    found.sort { ($0.kind.code, $0.language ?? "", $0.text) < ($1.kind.code, $1.language ?? "", $1.text) }
    return found.uniqued(on: \.text)
  }

  /// Returns the kind and language of a key; nil for keys of no alternative name (`name` itself, `name:etymology`).
  ///
  /// A language is a code of two or three letters, optionally followed by more after `-` or `_`, as in BCP 47.
  static func nameKey(_ key: String) -> (AlternativeName.Kind, language: String?)? {
    for kind in AlternativeName.Kind.allCases where key.hasPrefix(kind.rawValue) {
      let rest = key.dropFirst(kind.rawValue.count)
      if rest.isEmpty { return kind == .translated ? nil : (kind, nil) }
      guard rest.first == ":" else { continue }
      let language = rest.dropFirst()
      let code = language.prefix { $0 != "-" && $0 != "_" }
      let isLanguage =
        (2...3).contains(code.utf8.count) && code.allSatisfy({ ("a"..."z").contains($0) })
        && language.utf8.count <= 35 && language.dropFirst(code.count).allSatisfy(Self.isPartOfLanguage)
      return isLanguage ? (kind, String(language)) : nil
    }
    return nil
  }
  private static func isPartOfLanguage(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }
}
