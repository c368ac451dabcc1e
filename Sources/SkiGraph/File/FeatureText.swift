import SkiBase

/// An optional text of a feature as stored in a `.skimap`: 16 bytes, little-endian.
struct FeatureText: BitwiseCopyable, Sendable {
  var feature: UInt32 = 0
  /// The code of the text's ``Meaning``.
  var code: UInt8 = 0
  var reserved0: UInt8 = 0
  var reserved1: UInt16 = 0
  var text: UInt32 = 0
  /// The language of a name, or `UInt32.max`.
  var language: UInt32 = .max

  /// The attribute that a text holds.
  enum Meaning {
    case name(AlternativeName.Kind)
    case access(AccessTags.Key)
    case openingHours

    /// The code in map files: names from 0, access tags from 32, opening hours 64.
    var code: UInt8 {
      switch self {
      case .name(let kind): kind.code
      case .access(let key): 32 + key.code
      case .openingHours: 64
      }
    }

    /// Creates the meaning of a code; nil for codes of later formats.
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

  /// Returns the optional texts of a feature, and adds them to the string table.
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

/// The optional texts of features as stored in a region, sorted by feature.
///
/// A view that does not keep the map alive. Maps of earlier formats have no such texts.
struct FeatureTextViews {
  let entries: SectionRow<FeatureText>
  private let texts: TextViews

  /// Finds the section in a part; empty when the part has none.
  /// - Throws: ``SkiError`` with code `.malformedData` for elements of another width.
  init(_ table: SectionTable, _ texts: TextViews) throws(SkiError) {
    self.texts = texts
    entries =
      table.holds(.featureText)
      ? try table.section(.featureText) : SectionRow()
  }

  /// Adds the optional texts of a feature to it.
  /// - Complexity: O(log *t* + *k*) in the texts of all features *t* and of this one *k*.
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

  /// Returns the features that have a text with a wanted code, in order, without duplicates.
  /// - Complexity: O(*t*) in texts.
  func features(withCode isWanted: (UInt8) -> Bool) -> [UInt32] {
    var found: [UInt32] = []
    for entry in entries where isWanted(entry.code) && found.last != entry.feature {
      found.append(entry.feature)
    }
    return found
  }

  /// Returns the position of the first text of a feature, or of the next feature that has one.
  private func first(of wanted: UInt32) -> Int {
    entries.partitioningIndex { $0.feature >= wanted }
  }
}

/// The texts of one part of a map as stored: concatenated UTF-8, with their offsets.
///
/// A view that does not keep the map alive.
struct TextViews {
  let offsets: SectionRow<UInt32>
  let bytes: SectionRow<UInt8>

  /// Finds and checks the texts of a part.
  /// - Throws: ``SkiError`` with code `.malformedData` when the offsets decrease or do not end with the bytes.
  /// - Complexity: O(*s*) in strings.
  init(_ table: SectionTable) throws(SkiError) {
    offsets = try table.section(.stringOffsets)
    bytes = try table.section(.stringBytes)
    try check(table.partName)
  }

  private func check(_ part: String) throws(SkiError) {
    guard let last = offsets.last, offsets[0] == 0 else {
      throw MapRule.stringOffsets.broken(.stringOffsets, 0, in: part)
    }
    for position in 1..<offsets.count where offsets[position] < offsets[position - 1] {
      throw MapRule.stringOffsets.broken(.stringOffsets, position, in: part)
    }
    guard Int(last) == bytes.count else {
      throw MapRule.stringOffsets.broken(.stringOffsets, count, in: part)
    }
  }

  /// The number of texts.
  var count: Int { offsets.count - 1 }

  /// Returns whether a number is that of a text, or the one that stands for none.
  func holds(_ number: UInt32) -> Bool { number == .max || Int(number) < count }

  /// Returns the text with a number; nil for the number that stands for none.
  func text(_ number: UInt32) -> String? {
    guard number != .max else { return nil }
    return String(decoding: utf8(number), as: UTF8.self)
  }

  /// Returns the bytes of a text; empty for the number that stands for none.
  func utf8(_ number: UInt32) -> UnsafeBufferPointer<UInt8> {
    guard number != .max else { return UnsafeBufferPointer(start: nil, count: 0) }
    return bytes.row(Int(offsets[Int(number)])..<Int(offsets[Int(number) + 1])).unchecked
  }
}
