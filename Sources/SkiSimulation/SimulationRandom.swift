import Glibc
import SkiGeo

/// Random numbers for simulations: the same for the same seed on every machine, and cut to the shapes a mountain needs.
///
/// **Source:** SplitMix64 (Steele, Lea and Flood 2014) for the bits, Box and Muller 1958 for the bell curve.
struct SimulationRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64
  private var spare: Double?

  /// Starts from a seed; a `stream` keeps parts of one simulation from taking each other's numbers.
  init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    state = next() ^ (stream &* 0xD134_2543_DE82_EF95)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state.mixed()
  }

  /// A number in 0..<1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number between two, all equally likely.
  mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// A number of the normal distribution with mean 0 and deviation 1.
  mutating func gaussian() -> Double {
    if let kept = spare {
      spare = nil
      return kept
    }
    let radius = (-2 * log(1 - unit())).squareRoot()
    let angle = 2 * Double.pi * unit()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }

  /// A waiting time with a mean: the exponential distribution.
  mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// Whether something of some probability happens.
  mutating func happens(_ probability: Double) -> Bool { unit() < probability }

  /// A position by weights; nil when none is positive.
  mutating func weighted(_ weights: [Double]) -> Int? {
    let sum = weights.reduce(0) { $0 + max(0, $1) }
    guard sum > 0 else { return nil }
    var rest = unit() * sum
    for (index, weight) in weights.enumerated() where weight > 0 {
      if rest < weight { return index }
      rest -= weight
    }
    return weights.lastIndex { $0 > 0 }
  }
}

/// A number that wanders about 0 and is drawn back to it: a first-order autoregressive process.
///
/// Its deviation is that of its option whatever the steps, so that halving a step changes nothing but the path.
struct WanderingValue: Sendable {
  private(set) var value: Double
  private let deviation: Double
  private let scale: Double

  /// Starts anywhere the process may be.
  /// - Parameters:
  ///   - deviation: Its standard deviation.
  ///   - scale: After how much (seconds or metres) it has forgotten all but a third of where it was.
  init(deviation: Double, scale: Double, _ random: inout SimulationRandom) {
    self.deviation = deviation
    self.scale = max(1e-6, scale)
    value = deviation * random.gaussian()
  }

  /// Moves on by so many seconds or metres.
  mutating func advance(_ step: Double, _ random: inout SimulationRandom) {
    let kept = exp(-max(0, step) / scale)
    value = value * kept + deviation * (1 - kept * kept).squareRoot() * random.gaussian()
  }
}
