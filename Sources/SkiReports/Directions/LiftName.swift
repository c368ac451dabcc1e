/// What a lift's name says.
enum LiftName {
  /// Words that say what kind of lift it is, in the languages of ski areas.
  private static let kinds = [
    "lift", "chair", "double", "triple", "quad", "six-pack", "express", "gondola", "tram", "t-bar", "platter",
    "carpet", "tow", "funicular", "railway", "cable car", "télé", "telecabin", "teles", "teleférico", "funi",
    "tapis", "remontée", "bahn", "sessel", "bus", "teppich", "schlepp", "seggiovia", "cabinovia", "sciovia",
    "リフト", "ゴンドラ", "クワッド", "ペア", "チェア", "ロープウェイ", "エクスプレス",
  ]

  /// Whether a name says by itself that it is a lift, so that to say its kind before it would be too much.
  /// - Complexity: O(length).
  static func saysKind(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return kinds.contains { lowered.contains($0) }
  }
}
