import SkiModel

/// How runs are kept, in the words both forms share.
extension FeatureDecoder {
  /// What the tags say about a run's terrain; unknown words are counted.
  mutating func terrain(groomingKey: String) -> RunTerrain {
    RunTerrain(
      grooming: grooming(groomingKey), isGladed: tags.flag("gladed") ?? tags.flag("piste:gladed"),
      isLit: lit("piste:lit") ?? lit("lit"),
      isPatrolled: tags.flag("patrolled") ?? tags.flag("piste:patrolled"),
      hasSnowmaking: tags.flag("snowmaking") ?? tags.flag("piste:snowmaking"))
  }

  /// Words mappers write where `classic` is meant.
  private static let plainGroomingWords: Set<String> = ["yes", "downhill", "groomed"]
  /// Of several, the first of these that is there counts: part of the run is so.
  private static let groomingOrder: [Grooming] = [
    .mogul, .backcountry, .ungroomed, .scooter, .classicAndSkating, .skating, .classic,
  ]

  /// The grooming a word or list says; nil without a known word.
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

  /// Words of `lit` that say when the lights are on.
  private static let litWords: Set<String> = [
    "24/7", "automatic", "dusk-dawn", "sunset-sunrise", "limited", "interval", "operating_times",
  ]

  /// Whether there are lights; nil when unknown.
  private mutating func lit(_ key: String) -> Bool? {
    guard let word = tags.word(key) else { return nil }
    if let flag = tags.flag(key) { return flag }
    if Self.litWords.contains(word) { return true }
    if word == "disused" { return false }
    note("litUnknown", .noted, "\(key)=\(word.prefix(60))")
    return nil
  }
}
