import SkiBase
import SkiSystem

/// A random number generator with the distributions of the simulation, equal for the same seed on every machine.
///
/// **Source:** SplitMix64 (Steele, Lea and Flood 2014) for the bits, Box and Muller 1958 for the normal distribution.
struct SimulationRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64
  private var spare: Double?

  /// Creates a generator from a seed; different streams of one seed are independent.
  init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    state = next() ^ (stream &* 0xD134_2543_DE82_EF95)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state.mixed()
  }

  /// Returns a uniform number in 0..<1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a uniform number between two bounds.
  mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Returns a number of the standard normal distribution.
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

  /// Returns a number of the exponential distribution with a mean.
  mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// Returns whether an event of a probability happens.
  mutating func happens(_ probability: Double) -> Bool { unit() < probability }

  /// Returns a random index by weights; nil when none is positive.
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

/// A first-order autoregressive process around 0 (Ornstein–Uhlenbeck).
///
/// Its distribution is independent of the step size.
struct AutoregressiveProcess: Sendable {
  private(set) var value: Double
  private let deviation: Double
  private let scale: Double

  /// Creates a process in its stationary distribution.
  /// - Parameters:
  ///   - deviation: The standard deviation.
  ///   - scale: The correlation length (seconds or metres), after which the correlation is 1/e.
  init(deviation: Double, scale: Double, _ random: inout SimulationRandom) {
    self.deviation = deviation
    self.scale = max(1e-6, scale)
    value = deviation * random.gaussian()
  }

  /// Advances by a number of seconds or metres.
  mutating func advance(_ step: Double, _ random: inout SimulationRandom) {
    let kept = exp(-max(0, step) / scale)
    value = value * kept + deviation * (1 - kept * kept).squareRoot() * random.gaussian()
  }
}
