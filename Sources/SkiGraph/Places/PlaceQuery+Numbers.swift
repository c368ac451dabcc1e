/// Numbers asked for with what they are the number of: `run 66`, `Lift 12`, `piste n° 4`.
extension PlaceQuery {
  /// Words for runs and lifts before a number, folded.
  private static let kindWords: [String: FeatureKind] = [
    "run": .run, "trail": .run, "slope": .run, "piste": .run, "pista": .run, "abfahrt": .run, "lift": .lift,
    "chair": .lift, "bahn": .lift, "remontee": .lift,
  ]
  /// Words between the two that say nothing, folded.
  private static let numberWords: Set<String> = ["no", "nr", "n", "num", "number", "nummer", "numero"]

  /// The kind and the folded number, where a text is a word for a kind and a number; nil else.
  var kindAndNumber: (kind: FeatureKind, number: String)? {
    var words = NameFolding.fold(name).split(separator: " ")[...]
    guard let first = words.popFirst(), let kind = Self.kindWords[String(first)] else { return nil }
    if words.count > 1, let word = words.first, Self.numberWords.contains(String(word)) {
      words.removeFirst()
    }
    let number = words.joined(separator: " ")
    return number.contains(where: \.isNumber) ? (kind, number) : nil
  }

  /// Returns the runs or lifts whose number a text asks for with their kind. Complexity: O(log *n* + *k*).
  func numbered(in index: NameIndex) -> [NameKey] {
    guard let (kind, number) = kindAndNumber else { return [] }
    return index.exact(number).filter { $0.kind == kind.code }
  }
}
