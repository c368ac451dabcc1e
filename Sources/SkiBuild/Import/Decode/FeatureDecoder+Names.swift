import SkiBase
import SkiGraph

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
    for (key, kind) in Self.plainNameKeys where tags.has(key) {
      Self.addNames(tags.text(key), kind, language: nil, besides: name, to: &found)
    }
    for entry in tags.names {
      Self.addNames(
        Properties.text(entry.value), entry.kind, language: entry.language, besides: name, to: &found)
    }
    guard found.count > 1 else { return found }
    found.sort { ($0.kind.code, $0.language ?? "", $0.text) < ($1.kind.code, $1.language ?? "", $1.text) }
    return found.uniqued(on: \.text)
  }

  /// The keys of names in no language.
  private static let plainNameKeys = AlternativeName.Kind.allCases.filter { $0 != .translated }.compactMap {
    kind in
    PropertyKey(rawValue: kind.rawValue).map { (key: $0, kind: kind) }
  }

  /// Appends the names of a `;`-list.
  private static func addNames(
    _ list: String?, _ kind: AlternativeName.Kind, language: String?, besides name: String?,
    to found: inout [AlternativeName]
  ) {
    for part in (list ?? "").split(separator: ";") {
      guard let text = FeatureName.name(String(part)), text != name else { continue }
      found.append(AlternativeName(kind, language: language, text))
    }
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
