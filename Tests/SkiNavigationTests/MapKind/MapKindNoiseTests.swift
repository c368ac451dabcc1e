import SkiBase
import SkiGraph
import SkiNavigation
import SkiSystem
import SkiTestSupport
import SkiTracks
import Testing

/// Noisy fixes at the boundary, of people who stand at it or cross it.
struct MapKindNoiseTests {
  /// A straight run with a road beside it: a base with a car park.
  private static let world = KindWorld([
    .init(kind: .run, points: [[0, -1500], [0, 1500]]),
    .init(kind: .street(.residential), points: [[180, -1500], [180, 1500]]),
  ])

  /// Noise of a phone: white, or drifting with a memory of a minute (Gauss–Markov), standard deviation per axis.
  private struct Noise {
    var metres: Double
    var isDrifting: Bool
    private var drift = SIMD2<Double>(0, 0)
    private var isBegun = false

    init(metres: Double, isDrifting: Bool) { (self.metres, self.isDrifting) = (metres, isDrifting) }

    mutating func next(_ random: inout SeededGenerator) -> SIMD2<Double> {
      let white = SIMD2(Self.normal(&random), Self.normal(&random)) * metres
      guard isDrifting, isBegun else {
        (drift, isBegun) = (white, true)
        return white
      }
      let memory = exp(-1.0 / 60)
      drift = drift * memory + white * (1 - memory * memory).squareRoot()
      return drift
    }

    private static func normal(_ random: inout SeededGenerator) -> Double {
      (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random))).squareRoot()
        * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
  }

  /// Walks a path at 1 Hz and returns the seconds at which the map changed after the first fix.
  private func changes(_ path: (Int) -> SIMD2<Double>, seconds: Int, noise: Noise, seed: UInt64) throws
    -> [Int]
  {
    let index = try Self.world.index()
    var (random, noise, state) = (SeededGenerator(seed: seed), noise, MapKindState())
    var found: [Int] = []
    for second in 0..<seconds {
      let place = Self.world.place(path(second) + noise.next(&random))
      let fix = LocationFix(
        place, time: UniversalTime(secondsSince1970: 1.7e9 + Double(second)),
        horizontalAccuracyMetres: noise.metres * 1.51)
      let answer = try index.mapKind(at: place, accuracyMetres: noise.metres * 1.51)
      let step = MapKindReducer().reduce(state, fix, answer)
      state = step.state
      if second > 0, !step.events.isEmpty { found.append(second) }
    }
    return found
  }

  /// The position of the boundary east of the run.
  private func boundaryMetres() throws -> Double {
    let index = try Self.world.index()
    var (low, high) = (0.0, 180.0)
    while high - low > 0.1 {
      let middle = (low + high) / 2
      if try index.mapKind(at: Self.world.place([middle, 0])).kind == .mountain {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }

  @Test(arguments: [10.0, 20, 30], [false, true])
  func `standing at the boundary never changes the map`(_ metres: Double, _ isDrifting: Bool) throws {
    let boundary = try boundaryMetres()
    for seed in 1...UInt64(TestScale.count(all: 12, sample: 4)) {
      for offset in [-10.0, 0, 10] {
        let found = try changes(
          { _ in [boundary + offset, Double(seed) * 7] }, seconds: 600,
          noise: Noise(metres: metres, isDrifting: isDrifting), seed: seed)
        #expect(found.isEmpty, "seed \(seed), \(metres) m, drifting \(isDrifting), \(offset) m off: \(found)")
      }
    }
  }

  @Test(arguments: [5.0, 15, 30], [1.0, 4])
  func `crossing the boundary and then standing changes the map once, within 75 s of the arrival`(
    _ metres: Double, _ speed: Double
  ) throws {
    let boundary = try boundaryMetres()
    for seed in UInt64(1)...8 {
      // From the run into the street by 320 m, then standing for ten minutes.
      let arrival = Int(320 / speed)
      let found = try changes(
        { [boundary - 60 + min(320, speed * Double($0)), 0] }, seconds: arrival + 600,
        noise: Noise(metres: metres, isDrifting: true), seed: seed)
      #expect(found.count == 1, "seed \(seed), \(metres) m, \(speed) m/s: \(found)")
      if let second = found.first {
        #expect(
          Double(second) >= 60 / speed && second <= arrival + 30 + 45,
          "seed \(seed): \(found), arrived \(arrival)")
      }
    }
  }
}
