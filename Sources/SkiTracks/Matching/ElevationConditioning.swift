import SkiGraph

/// The elevation of a fix as far as it can be trusted.
struct ConditionedElevation: Sendable, Hashable {
  /// The elevation in metres above mean sea level; NaN when unknown or not to be trusted.
  var metres: Float
  /// The standard deviation of the elevation in metres, without its bias.
  var deviationMetres: Float
  /// The change of the bias since the previous fix, in metres, where the elevations jump; else 0.
  var jumpMetres: Float = 0
}

/// Detects elevations that receivers invent: zero, constant, stale and jumping ones, and estimates their noise.
struct ElevationConditioning {
  /// The number of elevations left out, by reason.
  struct Counts: Hashable, Sendable {
    var zero = 0
    var constant = 0
    var stale = 0
    var jumps = 0
  }

  /// The length of the windows in which a constant elevation is looked for, in seconds.
  private static let windowSeconds = 1200.0
  /// The extents in metres beyond which a traveller does not stay at one elevation: in a window, and in all.
  private static let constantExtentMetres = (window: Float(150), all: Float(500))
  /// The range of elevations in metres that counts as constant.
  private static let constantRangeMetres: Float = 1
  /// The least duration in seconds of a repeated elevation that is stale.
  private static let staleSeconds = 8.0
  /// The change of elevation in metres after a repeated elevation that shows it to be stale.
  private static let staleChangeMetres: Float = 4
  /// The number of elevations on each side of a jump.
  private static let jumpCount = 5
  /// The least jump in metres, and its speed in metres per second.
  private static let jump = (metres: Float(25), metresPerSecond: Float(7))

  private let places: [SIMD2<Float>]
  private let seconds: [Double]
  private var known: [ConditionedElevation]
  private(set) var counts = Counts()

  /// Creates the conditioning of elevations in metres, NaN where unknown, of positions in a plane in order of time.
  init(places: [SIMD2<Float>], seconds: [Double], elevations: [Float]) {
    (self.places, self.seconds) = (places, seconds)
    known = elevations.map {
      ConditionedElevation(metres: $0, deviationMetres: ReceiverElevation.usualDeviationMetres)
    }
  }

  /// Returns the elevation of each position. Complexity: O(*n* log *n*).
  mutating func elevations() -> [ConditionedElevation] {
    removeZeros()
    removeConstants()
    removeStale()
    estimateNoise()
    findJumps()
    return known
  }

  private mutating func removeZeros() {
    for position in known.indices where known[position].metres == 0 {
      known[position].metres = .nan
      counts.zero += 1
    }
  }

  /// Removes elevations that stay the same although the traveller moves: all, or those of a window.
  private mutating func removeConstants() {
    removeConstants(in: known.indices, beyond: Self.constantExtentMetres.all)
    var start = 0
    while start < known.count {
      var end = start + 1
      while end < known.count, seconds[end] - seconds[start] < Self.windowSeconds { end += 1 }
      removeConstants(in: start..<end, beyond: Self.constantExtentMetres.window)
      start = end
    }
  }

  private mutating func removeConstants(in window: Range<Int>, beyond extentMetres: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    var box = (least: SIMD2<Float>(repeating: .infinity), greatest: SIMD2<Float>(repeating: -.infinity))
    let positions = window.filter { known[$0].metres.isFinite }
    for position in positions {
      (low, high) = (min(low, known[position].metres), max(high, known[position].metres))
      box = (pointwiseMin(box.least, places[position]), pointwiseMax(box.greatest, places[position]))
    }
    let extent = box.greatest - box.least
    guard positions.count > 4, high - low < Self.constantRangeMetres,
      (extent * extent).sum() > extentMetres * extentMetres
    else { return }
    for position in positions { known[position].metres = .nan }
    counts.constant += positions.count
  }

  /// Removes repetitions of an elevation after which it changes at once by more than a traveller climbs or descends.
  private mutating func removeStale() {
    var start = 0
    while start < known.count {
      var end = start + 1
      while end < known.count, known[end].metres == known[start].metres { end += 1 }
      if end < known.count, end - start > 2, known[end].metres.isFinite,
        seconds[end - 1] - seconds[start] >= Self.staleSeconds,
        abs(known[end].metres - known[start].metres)
          > Self.staleChangeMetres + 6 * Float(seconds[end] - seconds[end - 1])
          || abs(known[end].metres - known[start].metres) > Self.staleChangeMetres
            && seconds[end] - seconds[end - 1] < 0.2 * (seconds[end - 1] - seconds[start])
      {
        for position in start + 1..<end {
          known[position].metres = .nan
          counts.stale += 1
        }
      }
      start = end
    }
  }

  /// The number of elevations whose noise is estimated together.
  private static let noiseBlock = 1800
  /// The least number of second differences of an estimate.
  private static let leastDifferences = 20
  /// The longest time between the outer elevations of a second difference, in seconds.
  private static let longestSpanSeconds = 20.0

  /// Sets the deviations from second differences, whose median excludes outliers.
  private mutating func estimateNoise() {
    let positions = known.indices.filter { known[$0].metres.isFinite }
    for first in stride(from: 0, to: positions.count, by: Self.noiseBlock) {
      let block = positions[first..<min(positions.count, first + Self.noiseBlock)]
      let squares = squares(of: block).sorted()
      guard squares.count >= Self.leastDifferences else { continue }
      // The median of a squared normal deviation is 0.455 of its mean.
      let deviation = (squares[squares.count / 2] / 0.455).squareRoot()
      for position in block { known[position].deviationMetres = max(4, min(100, deviation)) }
    }
  }

  /// Returns the squared second differences of elevations, each by its expectation for white noise of 1 m.
  private func squares(of block: ArraySlice<Int>) -> [Float] {
    block.indices.dropFirst().dropLast().compactMap { index in
      let (before, here, after) = (block[index - 1], block[index], block[index + 1])
      guard let line = LineDeviation(seconds[before], seconds[here], seconds[after]),
        line.spanSeconds <= Self.longestSpanSeconds
      else { return nil }
      let away =
        known[here].metres - known[before].metres * (1 - line.share) - known[after].metres * line.share
      return away * away / line.variance
    }
  }

  /// Finds jumps between the medians of the elevations before and after a position.
  private mutating func findJumps() {
    let positions = known.indices.filter { known[$0].metres.isFinite }
    let count = Self.jumpCount
    guard positions.count >= 2 * count else { return }
    var place = count
    while place + count <= positions.count {
      let (before, after) = (positions[place - count..<place], positions[place..<place + count])
      let jump = median(after) - median(before)
      let span = Float(seconds[positions[place + count / 2]] - seconds[positions[place - 1 - count / 2]])
      let here = positions[place]
      let limit = max(
        Self.jump.metres + Self.jump.metresPerSecond * span, 6 * known[here].deviationMetres)
      let step = known[here].metres - known[positions[place - 1]].metres
      if abs(jump) > limit, abs(step) > limit / 2 {
        known[here].jumpMetres = jump
        counts.jumps += 1
        place += count
      }
      place += 1
    }
  }

  private func median(_ positions: ArraySlice<Int>) -> Float {
    positions.map { known[$0].metres }.sorted()[positions.count / 2]
  }
}

/// The elevation of a fix by the receiver, where it can be trusted.
package struct ReceiverElevation: Hashable, Sendable {
  /// The elevation in metres above mean sea level.
  package var metres: Double
  /// The standard deviation of the elevation in metres, without its bias.
  package var deviationMetres: Float
  /// The change of the bias since the elevation before, in metres, where the elevations jump; else 0.
  package var jumpMetres: Float

  /// Creates an elevation that is taken as it was stated; nil when it is unknown or impossible.
  init?(of fix: LocationFix) {
    guard let metres = fix.elevationMetres, abs(metres) < Self.greatestMetres else { return nil }
    (self.metres, deviationMetres, jumpMetres) = (metres, Self.usualDeviationMetres, 0)
  }

  /// Creates the elevation of a fix of a recording; nil when it is unknown or must not be used.
  init?(of fix: LocationFix, as conditioned: ConditionedElevation) {
    guard let metres = fix.elevationMetres, conditioned.metres.isFinite else { return nil }
    (self.metres, deviationMetres) = (metres, conditioned.deviationMetres)
    jumpMetres = conditioned.jumpMetres
  }

  /// The elevation in metres beyond which it is an error.
  static let greatestMetres = 10_000.0
  /// The standard deviation assumed where it is not estimated, in metres.
  static let usualDeviationMetres: Float = 4
}
