import SkiModel

/// Decoding of grooming and terrain, whose values both forms share.
extension FeatureDecoder {
  /// Returns the terrain of a run; unknown values are counted.
  mutating func terrain(groomingKey: String) -> RunTerrain {
    RunTerrain(
      grooming: grooming(groomingKey), isGladed: tags.flag("gladed") ?? tags.flag("piste:gladed"),
      isLit: lit("piste:lit") ?? lit("lit"),
      isPatrolled: tags.flag("patrolled") ?? tags.flag("piste:patrolled"),
      hasSnowmaking: tags.flag("snowmaking") ?? tags.flag("piste:snowmaking"))
  }

  /// The values that mappers use for `classic`.
  private static let plainGroomingWords: Set<String> = ["yes", "downhill", "groomed"]
  /// The precedence of several values: the first of these applies, since it is true of part of the run.
  private static let groomingOrder: [Grooming] = [
    .mogul, .backcountry, .ungroomed, .scooter, .classicAndSkating, .skating, .classic,
  ]

  /// Returns the grooming of a value or list; nil without a known value.
  private mutating func grooming(_ key: String) -> Grooming? {
    var known: Set<Grooming> = []
    for word in tags.words(key) {
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
  private mutating func lit(_ key: String) -> Bool? {
    guard let word = tags.word(key) else { return nil }
    if let flag = tags.flag(key) { return flag }
    if Self.litWords.contains(word) { return true }
    if word == "disused" { return false }
    note("litUnknown", .noted, "\(key)=\(word.prefix(60))")
    return nil
  }
}
