import SkiBase

/// The choice of a few landmarks along a run: huts before stations, stations before lifts overhead, then runs.
struct LandmarkChoice {
  /// The minimum distance of landmarks from both ends of a run, in metres.
  static let edgeMetres = 120.0
  /// The minimum distance of landmarks from other instructions, in metres.
  static let spacingMetres = 250.0

  let leg: Instruction
  /// The positions of other instructions, in metres along the route.
  let instructionMetres: [Double]
  /// The names mentioned anyway.
  let names: Set<String>

  /// Returns the chosen landmarks, in no order.
  /// - Complexity: O(*k* log *k* + *k* · *c*) in landmarks of the run *k* and chosen ones *c*.
  func chosen(
    from sights: [LandmarkFinder.PlacedLandmark], passing runs: [LandmarkFinder.PlacedLandmark]
  ) -> [LandmarkFinder.PlacedLandmark] {
    let (low, high) = (
      leg.startMetres + Self.edgeMetres, leg.startMetres + leg.lengthMetres - Self.edgeMetres
    )
    guard low < high else { return [] }
    let candidates = Self.part(of: sights, from: low, to: high) + Self.part(of: runs, from: low, to: high)
    var chosen: [LandmarkFinder.PlacedLandmark] = []
    var seen = names
    let order = candidates.sorted {
      (Self.rank($0), $0.metres, $0.landmark.name) < (Self.rank($1), $1.metres, $1.landmark.name)
    }
    for sight in order where !seen.contains(sight.landmark.name) {
      let isQuiet = (instructionMetres + chosen.map(\.metres)).allSatisfy {
        abs($0 - sight.metres) >= Self.spacingMetres
      }
      guard isQuiet else { continue }
      chosen.append(sight)
      seen.insert(sight.landmark.name)
    }
    return chosen
  }

  /// Returns the landmarks between two positions, given all in order.
  private static func part(
    of sights: [LandmarkFinder.PlacedLandmark], from start: Double, to end: Double
  ) -> ArraySlice<LandmarkFinder.PlacedLandmark> {
    sights[sights.partitioningIndex { $0.metres >= start }...].prefix { $0.metres <= end }
  }

  private static func rank(_ sight: LandmarkFinder.PlacedLandmark) -> Int {
    switch sight.landmark.kind {
    case .hut: 0
    case .liftBottom, .liftTop: 1
    case .liftAbove: 2
    case .run: 3
    }
  }
}
