import SkiBase

@testable import SkiGraph

extension Forgery {
  /// Replaces a number in the part of names.
  private static func number(
    _ rule: MapRule, _ section: SectionID, _ what: String, at offset: Int = 0, _ size: Int = 4,
    position: Int = 0, _ value: @escaping @Sendable (ForgedMap) -> UInt64
  ) -> Forgery {
    Forgery(rule, what) {
      $0.set(section, position, value($0), at: offset, bytes: size, in: .names)
    }
  }

  private static func strings(_ map: ForgedMap) -> UInt64 {
    UInt64(map.count(.stringOffsets, in: .names)) - 1
  }

  static let names: [Forgery] =
    [
      number(.nameText, .nameKey, "a name that is no text") { strings($0) },
      number(.nameFeature, .nameKey, "a name in no region", at: 4) { _ in 2 },
      number(.nameFeature, .nameKey, "a name of no feature", at: 8) { UInt64($0.count(.featureRecord)) },
      number(.nameKind, .nameKey, "a name of an unknown kind", at: 12, 1) { _ in 5 },
      Forgery(.nameOrder, "two names in each other's place") {
        let other = $0.nameKey(hasTextOfLast: false)
        $0.swap(.nameKey, other - 1, other, in: .names)
      },
      Forgery(.nameOrder, "two features of one name in each other's place") {
        let other = $0.nameKey(hasTextOfLast: true)
        $0.swap(.nameKey, other - 1, other, in: .names)
      },
      number(.idFeature, .idKey, "an id in no region", at: 8) { _ in 2 },
      number(.idFeature, .idKey, "an id of no feature", at: 12) { UInt64($0.count(.featureRecord)) },
      Forgery(.idCount, "an id too few") { $0.shorten(.idKey, in: .names) },
      Forgery(.idOrder, "two ids in each other's place") { $0.swap(.idKey, 0, 1, in: .names) },
      Forgery(.wordSections, "words without wordKey") { $0.hide(.wordKey, in: .names) },
      Forgery(.wordSections, "words without wordName") { $0.hide(.wordName, in: .names) },
      Forgery(.wordSections, "words without wordPart") { $0.hide(.wordPart, in: .names) },
      number(.wordText, .wordKey, "a word that is no text") { strings($0) },
      number(.wordNames, .wordKey, "a first word whose names begin late", at: 4) { _ in 1 },
      number(.wordNames, .wordKey, "a word whose names begin before the last one's", at: 4, position: 2) {
        _ in 0
      },
      Forgery(.wordNames, "a word whose names are not there") {
        $0.set(
          .wordKey, $0.count(.wordKey, in: .names) - 1, UInt64($0.count(.wordName, in: .names)) + 1, at: 4,
          bytes: 4, in: .names)
      },
      number(.wordNames, .wordName, "a word in no name") { UInt64($0.count(.nameKey, in: .names)) },
      Forgery(.wordOrder, "two words in each other's place") {
        let first = $0.value(.wordKey, 0, bytes: 4, in: .names)
        $0.set(.wordKey, 0, $0.value(.wordKey, 1, bytes: 4, in: .names), bytes: 4, in: .names)
        $0.set(.wordKey, 1, first, bytes: 4, in: .names)
      },
      number(.wordPart, .wordPart, "a part of no word") { UInt64($0.count(.wordKey, in: .names)) },
      number(.wordPart, .wordPart, "a part behind its word", at: 4) { _ in 1000 },
      Forgery(.wordPartOrder, "two parts in each other's place") { $0.swap(.wordPart, 0, 1, in: .names) },
      Forgery(.sourceStrings, "a source without attribution") { $0.shorten(.sourceStrings, in: .sources) },
      Forgery(.sourceStrings, "a source's text that is not there") {
        $0.set(
          .sourceStrings, 1, UInt64($0.count(.stringOffsets, in: .sources)) - 1, in: .sources)
      },
    ]
}

extension ForgedMap {
  /// The first name whose text equals that of the name before, or the first whose text differs.
  fileprivate func nameKey(hasTextOfLast isSame: Bool) -> Int {
    let texts = (0..<count(.nameKey, in: .names)).map { value(.nameKey, $0, bytes: 4, in: .names) }
    return (1..<texts.count).first { (texts[$0] == texts[$0 - 1]) == isSame } ?? 1
  }
}
