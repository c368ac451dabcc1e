/// The keys of the groups of options that questions share.
extension SkierOptions {
  /// The keys of the skier; the map is an option of `skiroute batch`.
  static let batchKeys: [BatchKey<Self>] = [
    BatchKey("maxDifficulty", \.maxDifficulty), BatchKey("ability", \.ability), BatchKey("board", \.board),
    BatchKey("avoid", \.avoid), BatchKey("night", \.night), BatchKey("closed", \.closed),
    BatchKey("ungraded", \.ungraded), BatchKey("allow", \.allow), BatchKey("snap", \.snap),
  ]
}

extension HoursOptions {
  /// The keys of the clock; the files of status and holidays are options of `skiroute batch`.
  static let batchKeys: [BatchKey<Self>] = [
    BatchKey("depart", \.depart), BatchKey("opening", \.opening), BatchKey("closing", \.closing),
    BatchKey("date", \.date),
  ]
}

extension DirectionsOptions {
  /// The keys of directions and elevation profiles in JSON.
  static let batchKeys: [BatchKey<Self>] = [
    BatchKey("directions", \.directions), BatchKey("language", \.language), BatchKey("profile", \.profile),
  ]
}

extension ChoiceOptions {
  /// The keys of alternatives, stops and preferences.
  static let batchKeys: [BatchKey<Self>] = [
    BatchKey("via", \.via), BatchKey("pause", \.pause), BatchKey("alternatives", \.alternatives),
    BatchKey("fastest", \.fastest), BatchKey("pareto", \.pareto), BatchKey("prefer", \.prefer),
    BatchKey("shun", \.shun),
  ]
}
