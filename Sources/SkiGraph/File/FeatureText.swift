import SkiGeo
import SkiModel

/// A text about a feature that few features have, as it lies in a `.skimap`: 16 bytes, little-endian.
struct FeatureText: BitwiseCopyable, Sendable {
  var feature: UInt32 = 0
  /// What the text is: see ``Meaning``.
  var code: UInt8 = 0
  var reserved0: UInt8 = 0
  var reserved1: UInt16 = 0
  var text: UInt32 = 0
  /// The language of a name, or `UInt32.max`.
  var language: UInt32 = .max

  /// What a text is.
  enum Meaning {
    case name(AlternativeName.Kind)
    case access(AccessTags.Key)
    case openingHours

    /// Names from 0, words of access from 32, opening hours 64.
    var code: UInt8 {
      switch self {
      case .name(let kind): kind.code
      case .access(let key): 32 + key.code
      case .openingHours: 64
      }
    }

    /// Nil for codes of maps that know more.
    init?(code: UInt8) {
      switch code {
      case 0..<32:
        guard let kind = AlternativeName.Kind(code: code) else { return nil }
        self = .name(kind)
      case 32..<64:
        guard let key = AccessTags.Key(code: code - 32) else { return nil }
        self = .access(key)
      case 64: self = .openingHours
      default: return nil
      }
    }
  }

  /// Returns the texts of a feature; each is numbered among the strings.
  static func all(of feature: GraphFeature, _ number: UInt32, _ strings: inout StringTable) -> [FeatureText] {
    var texts: [FeatureText] = []
    func add(_ meaning: Meaning, _ text: String, _ language: String? = nil) {
      texts.append(
        FeatureText(
          feature: number, code: meaning.code, text: strings.number(text), language: strings.number(language))
      )
    }
    for name in feature.alternativeNames { add(.name(name.kind), name.text, name.language) }
    for (key, word) in feature.access.all { add(.access(key), word) }
    if let hours = feature.openingHours { add(.openingHours, hours) }
    return texts
  }
}

/// The rare texts of features as they lie in a region, by feature.
///
/// A view that does not keep the map alive; whoever holds one holds the map. Maps made before they were kept have none.
struct FeatureTextViews {
  let entries: SectionRow<FeatureText>
  private let texts: TextViews

  /// Finds the texts of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` for elements of another width.
  init(_ table: SectionTable, _ texts: TextViews) throws {
    self.texts = texts
    entries =
      table.holds(.featureText)
      ? try table.section(.featureText) : SectionRow()
  }

  /// Adds to a feature what the map has of such texts. Complexity: O(log *t* + *k*) in texts of all and of the feature.
  func add(to feature: inout GraphFeature, _ number: UInt32) {
    var position = first(of: number)
    while position < entries.count, entries[position].feature == number {
      let entry = entries[position]
      position += 1
      guard let meaning = FeatureText.Meaning(code: entry.code), let text = texts.text(entry.text) else {
        continue
      }
      switch meaning {
      case .name(let kind):
        feature.alternativeNames.append(
          AlternativeName(kind, language: texts.text(entry.language), text))
      case .access(let key): feature.access[key] = text
      case .openingHours: feature.openingHours = text
      }
    }
  }

  /// The features that have a text with one of some codes, in order, each once. Complexity: O(*t*).
  func features(withCode isWanted: (UInt8) -> Bool) -> [UInt32] {
    var found: [UInt32] = []
    for entry in entries where isWanted(entry.code) && found.last != entry.feature {
      found.append(entry.feature)
    }
    return found
  }

  /// The first text of a feature or of one behind it.
  private func first(of wanted: UInt32) -> Int {
    entries.partitioningIndex { $0.feature >= wanted }
  }
}
