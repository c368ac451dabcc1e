import SkiBase

/// Estimates the noise of positions from the recording itself.
///
/// The deviation of a position from the line between two others is noise where the traveller stands or rides a lift, and
/// more than that on a descent. Low quantiles of its square over half an hour are those of the former. At the interval of
/// the fixes it is the white part that deviates, half a minute away from both the drifting part does too.
///
/// **Source:** second differences as estimators of noise: von Neumann 1941; Gasser, Sroka and Jennen-Steinmetz 1986.
struct NoiseEstimation {
  /// The length of a block in seconds; a block is estimated together with its neighbours.
  private static let blockSeconds = 600.0
  /// The least number of deviations of an estimate.
  private static let leastCount = 40
  /// The distance in seconds to the other two positions, for the drifting part.
  private static let driftSpan = 25.0...45.0
  /// The variance of the deviation of a drift from the line between two others half a minute away, by its own variance
  /// and 3 / 2: (3/2 - 2ρ + ρ²/2) / (3/2) for ρ = exp(-1/2).
  private static let driftShare: Float = 0.314
  /// The greatest interval in seconds at which all deviations are taken for noise.
  private static let denseSeconds = 3.0

  /// The squared deviations of a block in square metres, each by its expectation for white noise of 1 m.
  private struct Block {
    var near: [Float] = []
    var far: [Float] = []
    var isDense = true
  }

  private let places: [SIMD2<Float>]
  private let seconds: [Double]

  /// Creates the estimation for positions in a plane with their times, in order of time.
  init(places: [SIMD2<Float>], seconds: [Double]) { (self.places, self.seconds) = (places, seconds) }

  /// Returns the noise at each position; nil where there are too few positions for an estimate.
  /// - Complexity: O(*n* log *n*).
  func noise() -> [PositionNoise?] {
    guard let start = seconds.first else { return [] }
    var blocks: [Int: Block] = [:]
    func block(_ position: Int) -> Int {
      Int(max(-1e9, min(1e9, (seconds[position] - start) / Self.blockSeconds)))
    }
    addNear(to: &blocks, block)
    addFar(to: &blocks, block)
    var known: [Int: PositionNoise?] = [:]
    return places.indices.map { position in
      let number = block(position)
      if let noise = known[number] { return noise }
      let noise = Self.noise((number - 1...number + 1).compactMap { blocks[$0] })
      known[number] = .some(noise)
      return noise
    }
  }

  private func addNear(to blocks: inout [Int: Block], _ block: (Int) -> Int) {
    guard places.count > 2 else { return }
    for position in 1..<places.count - 1 {
      let span = seconds[position + 1] - seconds[position - 1]
      guard span > 0, span <= 60, let square = square(position - 1, position, position + 1) else { continue }
      blocks[block(position), default: Block()].near.append(square)
      if span > 2 * Self.denseSeconds { blocks[block(position), default: Block()].isDense = false }
    }
  }

  private func addFar(to blocks: inout [Int: Block], _ block: (Int) -> Int) {
    var (first, last) = (0, 0)
    var next = -Double.infinity
    for position in places.indices where seconds[position] >= next {
      next = seconds[position] + 5
      while first + 1 < position, seconds[position] - seconds[first + 1] >= Self.driftSpan.lowerBound {
        first += 1
      }
      last = max(last, position)
      while last + 1 < places.count, seconds[last] - seconds[position] < Self.driftSpan.lowerBound {
        last += 1
      }
      guard Self.driftSpan.contains(seconds[position] - seconds[first]),
        Self.driftSpan.contains(seconds[last] - seconds[position]),
        let square = square(first, position, last)
      else { continue }
      blocks[block(position), default: Block()].far.append(square)
    }
  }

  /// Returns the squared deviation of a position from the line between two others, by its expectation for white noise of
  /// 1 m along each axis; nil when the two have the same time.
  private func square(_ before: Int, _ position: Int, _ after: Int) -> Float? {
    guard let line = LineDeviation(seconds[before], seconds[position], seconds[after]) else { return nil }
    let away = places[position] - places[before] * (1 - line.share) - places[after] * line.share
    return (away * away).sum() / (2 * line.variance)
  }

  private static func noise(_ blocks: [Block]) -> PositionNoise? {
    let near = blocks.flatMap(\.near)
    let far = blocks.flatMap(\.far)
    guard near.count >= leastCount || far.count >= leastCount else { return nil }
    let isDense = blocks.allSatisfy(\.isDense)
    let white = near.count >= leastCount ? variance(near, isDense ? .all : .half) : 0
    let whole = far.count >= leastCount ? variance(far, .half) : 0
    let drifting = max(0, whole - white) / driftShare
    return PositionNoise(
      whiteMetres: white.squareRoot(), driftingMetres: drifting.squareRoot())
  }

  /// The share of deviations that are noise alone.
  private enum NoiseShare {
    case all, half
  }

  /// Returns the variance of noise from a quantile of squared deviations, which are distributed exponentially.
  private static func variance(_ squares: [Float], _ share: NoiseShare) -> Float {
    let sorted = squares.sorted()
    switch share {
    // The median of all; ln 2 of the mean.
    case .all: return sorted[sorted.count / 2] / 0.693
    // The fifth of all is two fifths of a half: -ln(1 - 2/5) of its mean.
    case .half: return sorted[sorted.count / 5] / 0.511
    }
  }
}

/// The deviation of a value from the line between an earlier and a later one: the second difference at any interval.
struct LineDeviation {
  /// The weight of the later value; that of the earlier is the rest of 1.
  let share: Float
  /// The time between the earlier and the later value, in seconds.
  let spanSeconds: Double

  /// Creates the deviation for three times in seconds, in ascending order; nil when the outer two are the same.
  init?(_ before: Double, _ here: Double, _ after: Double) {
    spanSeconds = after - before
    guard spanSeconds > 0 else { return nil }
    share = Float((here - before) / spanSeconds)
  }

  /// The variance of the deviation of independent values with a variance of 1.
  var variance: Float { 1 + share * share + (1 - share) * (1 - share) }
}

/// The noise of positions, along each axis.
struct PositionNoise: Sendable, Hashable {
  /// The standard deviation of the part that is independent from fix to fix, in metres.
  var whiteMetres: Float
  /// The standard deviation of the part correlated over about a minute, in metres.
  var driftingMetres: Float

  /// The correlation time of the drifting part in seconds, as measured for receivers of phones.
  static let driftSeconds: Float = 60

  /// The standard deviation of both parts together, in metres.
  var metres: Float { (whiteMetres * whiteMetres + driftingMetres * driftingMetres).squareRoot() }

  /// The time in seconds within which fixes are one observation, for the mixture of both parts.
  var correlationSeconds: Float {
    let (white, drifting) = (whiteMetres * whiteMetres, driftingMetres * driftingMetres)
    return (white * 2 + drifting * Self.driftSeconds / 2) / max(1e-6, white + drifting)
  }
}
