import SkiGraph

/// Decoding of grooming and terrain, whose values both forms share.
extension FeatureDecoder {
  /// Returns the terrain of a run; unknown values are counted.
  mutating func terrain(groomingKey: PropertyKey) -> RunTerrain {
    RunTerrain(
      grooming: grooming(groomingKey), isGladed: tags.flag(.gladed) ?? tags.flag(.pisteGladed),
      isLit: lit(.pisteLit) ?? lit(.lit),
      isPatrolled: tags.flag(.patrolled) ?? tags.flag(.pistePatrolled),
      hasSnowmaking: tags.flag(.snowmaking) ?? tags.flag(.pisteSnowmaking))
  }

  /// The values that mappers use for `classic`.
  private static let plainGroomingWords: Set<String> = ["yes", "downhill", "groomed"]
  /// The precedence of several values: the first of these applies, since it is true of part of the run.
  private static let groomingOrder: [Grooming] = [
    .mogul, .backcountry, .ungroomed, .scooter, .classicAndSkating, .skating, .classic,
  ]

  /// Returns the grooming of a value or list; nil without a known value.
  private mutating func grooming(_ key: PropertyKey) -> Grooming? {
    let words = tags.words(key)
    if words.count == 1, let grooming = Grooming(rawValue: words[0]) { return grooming }
    guard !words.isEmpty else { return nil }
    var known: Set<Grooming> = []
    for word in words {
      if let grooming = Grooming(rawValue: Self.plainGroomingWords.contains(word) ? "classic" : word) {
        known.insert(grooming)
      } else {
        note("groomingUnknown", .noted, String(word.prefix(60)))
      }
    }
    if known == [.classic, .skating] { return .classicAndSkating }
    return Self.groomingOrder.first(where: known.contains)
  }

  /// The values of `lit` that state the times of lighting.
  private static let litWords: Set<String> = [
    "24/7", "automatic", "dusk-dawn", "sunset-sunrise", "limited", "interval", "operating_times",
  ]

  /// Returns whether a run is lit; nil when unknown.
  private mutating func lit(_ key: PropertyKey) -> Bool? {
    guard let word = tags.word(key) else { return nil }
    if let flag = tags.flag(key) { return flag }
    if Self.litWords.contains(word) { return true }
    if word == "disused" { return false }
    note("litUnknown", .noted, "\(key.rawValue)=\(word.prefix(60))")
    return nil
  }
}
