import SkiBase

/// The checks of the names and ids of a map: valid references to features, and sorted order.
/// - Complexity: O(*n*) in names and their bytes.
struct NameValidation {
  let keys: SectionRow<NameKey>
  let ids: SectionRow<IDKey>
  let texts: TextViews
  let words: WordViews
  let regions: [MapPart]
  private let part = "names"

  /// Checks all sections.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the rule, the section and the element.
  func check() throws(SkiError) {
    try checkNames()
    try checkIDs()
    try checkWords()
    try checkParts()
  }

  private func require(_ holds: Bool, _ rule: MapRule, _ section: SectionID, _ position: Int) throws(SkiError)
  {
    guard holds else { throw rule.broken(section, position, in: part) }
  }

  private func isFeature(_ region: UInt32, _ feature: UInt32) -> Bool {
    Int(region) < regions.count && feature < regions[Int(region)].featureCount
  }

  private func checkNames() throws(SkiError) {
    let kinds = FeatureKind.allCases.count
    for (position, key) in keys.enumerated() {
      try require(Int(key.string) < texts.count, .nameText, .nameKey, position)
      try require(isFeature(key.region, key.feature), .nameFeature, .nameKey, position)
      try require(Int(key.kind) < kinds, .nameKind, .nameKey, position)
      guard position > 0 else { continue }
      let before = keys[position - 1]
      let order = before.string == key.string ? 0 : compare(texts.utf8(before.string), texts.utf8(key.string))
      try require(
        order < 0 || order == 0 && (before.region, before.feature) <= (key.region, key.feature), .nameOrder,
        .nameKey, position)
    }
  }

  private func checkIDs() throws(SkiError) {
    let features = regions.reduce(0) { $0 + Int($1.featureCount) }
    try require(ids.count == features, .idCount, .idKey, min(ids.count, features))
    for (position, key) in ids.enumerated() {
      try require(isFeature(key.region, key.feature), .idFeature, .idKey, position)
      guard position > 0 else { continue }
      let before = ids[position - 1]
      try require(
        (before.hash, before.region, before.feature) < (key.hash, key.region, key.feature), .idOrder, .idKey,
        position)
    }
  }

  private func checkWords() throws(SkiError) {
    var first: UInt32 = 0
    for (position, word) in words.words.enumerated() {
      try require(Int(word.string) < texts.count, .wordText, .wordKey, position)
      try require(
        position == 0
          ? word.firstName == 0 : word.firstName >= first && Int(word.firstName) <= words.names.count,
        .wordNames, .wordKey, position)
      first = word.firstName
      guard position > 0 else { continue }
      let before = words.words[position - 1].string
      try require(compare(texts.utf8(before), texts.utf8(word.string)) < 0, .wordOrder, .wordKey, position)
    }
    for (position, name) in words.names.enumerated() {
      try require(Int(name) < keys.count, .wordNames, .wordName, position)
    }
  }

  private func checkParts() throws(SkiError) {
    var before: UnsafeBufferPointer<UInt8>?
    for (position, part) in words.parts.enumerated() {
      try require(Int(part.word) < words.words.count, .wordPart, .wordPart, position)
      let word = texts.utf8(words.words[Int(part.word)].string)
      try require(Int(part.offset) < word.count, .wordPart, .wordPart, position)
      let rest = UnsafeBufferPointer(rebasing: word[Int(part.offset)...])
      if let before {
        try require(compare(before, rest) <= 0, .wordPartOrder, .wordPart, position)
      }
      before = rest
    }
  }

  /// Returns a negative number when the first text is ordered before the second by bytes, 0 when they are equal.
  private func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    let shared = min(a.count, b.count)
    for index in 0..<shared where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
    return a.count - b.count
  }
}

/// The typed views of the names and ids of a map, checked on first use.
///
/// `@unchecked Sendable`: every view points into `bytes`, which is immutable and kept alive by this object.
final class NameStorage: @unchecked Sendable {
  private let bytes: MapBytes
  let keys: SectionRow<NameKey>
  let ids: SectionRow<IDKey>
  let texts: TextViews
  let words: WordViews

  /// Finds and checks the sections of the part with the names.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the rule broken.
  /// - Complexity: O(*n*) in names and their bytes.
  init(bytes: MapBytes, regions: [MapPart]) throws(SkiError) {
    self.bytes = bytes
    let table = try SectionTable(bytes.buffer, of: "names")
    keys = try table.section(.nameKey)
    ids = try table.section(.idKey)
    texts = try TextViews(table)
    words = try WordViews(table)
    try NameValidation(keys: keys, ids: ids, texts: texts, words: words, regions: regions).check()
  }
}

/// A folded name or number with its feature, as stored in a `.skimap`: 16 bytes, little-endian.
///
/// It holds the attributes that rank the feature, so that its region need not be opened.
struct NameKey: BitwiseCopyable, Sendable {
  /// The number of the text in the string table.
  var string: UInt32 = 0
  var region: UInt32 = 0
  var feature: UInt32 = 0
  var kind: UInt8 = 0
  /// The flags: bit 0 for the feature's own name, bit 1 for a feature in the network.
  var flags: UInt8 = 0
  /// The length of the feature's folded name in bytes, at most 65,534; 65,535 without a name.
  var nameLength: UInt16 = .max

  static let isName: UInt8 = 1
  static let isInNetwork: UInt8 = 2

  /// Returns the length that ranks a name.
  /// - Complexity: O(length).
  static func rankedLength(_ name: String?) -> UInt16 {
    name.map { UInt16(min(NameFolding.fold($0).utf8.count, 65_534)) } ?? .max
  }
}

/// The ``FNVHash`` of a source id with its feature, as stored in a `.skimap`: 16 bytes, little-endian.
struct IDKey: BitwiseCopyable, Sendable {
  var hash: UInt64 = 0
  var region: UInt32 = 0
  var feature: UInt32 = 0
}
