/// A classifier of lift names.
enum LiftName {
  /// The words for kinds of lifts, in the languages of ski areas.
  private static let kinds = [
    "lift", "chair", "double", "triple", "quad", "six-pack", "express", "gondola", "tram", "t-bar", "platter",
    "carpet", "tow", "funicular", "railway", "cable car", "télé", "telecabin", "teles", "teleférico", "funi",
    "tapis", "remontée", "bahn", "sessel", "bus", "teppich", "schlepp", "seggiovia", "cabinovia", "sciovia",
    "リフト", "ゴンドラ", "クワッド", "ペア", "チェア", "ロープウェイ", "エクスプレス",
  ]

  /// Returns whether a name contains a kind of lift, so that the kind is not repeated before it.
  /// - Complexity: O(length).
  static func containsKind(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return kinds.contains { lowered.contains($0) }
  }
}
