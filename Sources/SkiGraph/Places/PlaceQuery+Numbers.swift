/// The queries for numbers with a word for the kind before them: `run 66`, `Lift 12`, `piste n° 4`.
extension PlaceQuery {
  /// The words for runs and lifts, folded.
  private static let kindWords: [String: FeatureKind] = [
    "run": .run, "trail": .run, "slope": .run, "piste": .run, "pista": .run, "abfahrt": .run, "lift": .lift,
    "chair": .lift, "bahn": .lift, "remontee": .lift,
  ]
  /// The words for "number" between kind and number, folded.
  private static let numberWords: Set<String> = ["no", "nr", "n", "num", "number", "nummer", "numero"]

  /// The kind and the folded number of a query that consists of them; nil otherwise.
  var kindAndNumber: (kind: FeatureKind, number: String)? {
    var words = NameFolding.fold(name).split(separator: " ")[...]
    guard let first = words.popFirst(), let kind = Self.kindWords[String(first)] else { return nil }
    if words.count > 1, let word = words.first, Self.numberWords.contains(String(word)) {
      words.removeFirst()
    }
    let number = words.joined(separator: " ")
    return number.contains(where: \.isNumber) ? (kind, number) : nil
  }

  /// Returns the runs or lifts with the number of the query.
  /// - Complexity: O(log *n* + *k*) in names *n* and results *k*.
  func numbered(in index: NameIndex) -> [NameKey] {
    guard let (kind, number) = kindAndNumber else { return [] }
    return index.exact(number).filter { $0.kind == kind.code }
  }
}
