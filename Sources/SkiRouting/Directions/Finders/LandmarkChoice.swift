import SkiGeo

/// Chooses the few landmarks that are worth a word on a run: huts before stations, stations before lifts overhead.
struct LandmarkChoice {
  /// How far one must have skied since the start of the run, and have before its end, metres.
  static let edgeMetres = 120.0
  /// How far landmarks stay from all else that is told, metres.
  static let quietMetres = 250.0

  let leg: Instruction
  /// Where else something is told, metres along the way.
  let told: [Double]
  /// What is named anyway.
  let names: Set<String>

  /// Returns the chosen ones, in no order. Complexity: O(*k* log *k* + *k* · *c*) in those on the run and those chosen.
  func chosen(
    from sights: [LandmarkFinder.Sight], passing runs: [LandmarkFinder.Sight]
  ) -> [LandmarkFinder.Sight] {
    let (low, high) = (
      leg.startMetres + Self.edgeMetres, leg.startMetres + leg.lengthMetres - Self.edgeMetres
    )
    guard low < high else { return [] }
    let candidates = Self.part(of: sights, from: low, to: high) + Self.part(of: runs, from: low, to: high)
    var chosen: [LandmarkFinder.Sight] = []
    var seen = names
    let order = candidates.sorted {
      (Self.rank($0), $0.metres, $0.landmark.name) < (Self.rank($1), $1.metres, $1.landmark.name)
    }
    for sight in order where !seen.contains(sight.landmark.name) {
      let isQuiet = (told + chosen.map(\.metres)).allSatisfy { abs($0 - sight.metres) >= Self.quietMetres }
      guard isQuiet else { continue }
      chosen.append(sight)
      seen.insert(sight.landmark.name)
    }
    return chosen
  }

  /// Those between two places of the way, of all in its order.
  private static func part(
    of sights: [LandmarkFinder.Sight], from start: Double, to end: Double
  ) -> ArraySlice<LandmarkFinder.Sight> {
    sights[sights.partitioningIndex { $0.metres >= start }...].prefix { $0.metres <= end }
  }

  private static func rank(_ sight: LandmarkFinder.Sight) -> Int {
    switch sight.landmark.kind {
    case .hut: 0
    case .liftBottom, .liftTop: 1
    case .liftAbove: 2
    case .run: 3
    }
  }
}
