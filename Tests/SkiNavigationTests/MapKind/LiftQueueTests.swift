import SkiBase
import SkiGraph
import SkiNavigation
import SkiSystem
import SkiTestSupport
import SkiTracks
import Testing

/// People at the foot of a lift beside a street, with noisy and drifting fixes.
struct LiftQueueTests {
  /// A lift that begins 12 m beside a street in a village, without a run near.
  private static let world = KindWorld([
    .init(kind: .lift, points: [[0, 0], [0, 1200]]),
    .init(kind: .street(.residential), points: [[-600, -12], [600, -12]]),
    .init(kind: .run, points: [[600, 1300], [600, 800]]),
  ])

  /// Reduces fixes at a place for each second, with drifting noise, and returns the kind after each.
  private static func kinds(
    _ place: (Int) -> SIMD2<Double>, seconds: Int, sigmaMetres: Double, seed: UInt64
  ) throws -> [MapKind?] {
    try kinds(
      { world.place(place($0)) }, seconds: seconds, sigmaMetres: sigmaMetres, seed: seed,
      index: world.index())
  }

  /// Returns the kinds of map at places on any map.
  static func kinds(
    _ place: (Int) -> Coordinate, seconds: Int, sigmaMetres: Double, seed: UInt64,
    index: MapKindIndex
  ) throws -> [MapKind?] {
    var (random, state, drift) = (SeededGenerator(seed: seed), MapKindState(), SIMD2<Double>.zero)
    func gauss() -> Double {
      (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random))).squareRoot()
        * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
    let memory = exp(-1.0 / 60)
    return try (0..<seconds).map { second in
      let white = SIMD2(gauss(), gauss()) * sigmaMetres
      drift = second == 0 ? white : drift * memory + white * (1 - memory * memory).squareRoot()
      let here = LocalPlane(at: place(second)).coordinate(drift)
      let fix = LocationFix(
        here, time: UniversalTime(secondsSince1970: 1.7e9 + Double(second)),
        horizontalAccuracyMetres: sigmaMetres * 1.51)
      let answer = try index.mapKind(at: here, accuracyMetres: sigmaMetres * 1.51)
      state = MapKindReducer().reduce(state, fix, answer).state
      return state.kind
    }
  }

  @Test(arguments: [4.0, 8, 15, 25], 1...12 as ClosedRange<UInt64>)
  func `a queue of five minutes at the foot of a lift is mountain from its fourth minute on`(
    sigma: Double, seed: UInt64
  ) throws {
    // Along the street for 240 m, then five minutes in the queue 3 m from the station.
    let arrival = 200
    let kinds = try Self.kinds(
      { [min(3, -240 + 1.2 * Double($0)), $0 < arrival ? -10 : -2] }, seconds: arrival + 300,
      sigmaMetres: sigma, seed: seed)
    #expect(kinds[60] == .street, "\(sigma) m, seed \(seed)")
    #expect(kinds.last == .mountain, "\(sigma) m, seed \(seed)")
    if sigma <= 15 {
      #expect(kinds[(arrival + 180)...].allSatisfy { $0 == .mountain }, "seed \(seed)")
    }
  }

  @Test(arguments: [4.0, 8, 15], 1...12 as ClosedRange<UInt64>)
  func `a passer-by in the street at the foot of a lift stays on the street map`(
    sigma: Double, seed: UInt64
  ) throws {
    let kinds = try Self.kinds(
      { [-300 + 1.4 * Double($0), -14] }, seconds: 420, sigmaMetres: sigma, seed: seed)
    #expect(kinds.allSatisfy { $0 == .street }, "\(sigma) m, seed \(seed)")
  }

  @Test func `half an hour at the foot of a lift changes the map once`() throws {
    for seed in UInt64(1)...8 {
      let kinds = try Self.kinds({ _ in [2, -4] }, seconds: 1800, sigmaMetres: 10, seed: seed)
      #expect(zip(kinds, kinds.dropFirst()).count { $0 != $1 } <= 1, "seed \(seed)")
      #expect(kinds.last == .mountain, "seed \(seed)")
    }
  }
}
