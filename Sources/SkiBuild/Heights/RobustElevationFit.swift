/// The robust least-squares fit of elevations to observations, some of which may be outliers.
///
/// Weights are updated several times, so that an observation far from all others counts little. Each time the normal
/// equations are solved by conjugate gradients, starting from the last solution; they are never formed, since each
/// observation has at most three terms.
///
/// **Source:** iteratively reweighted least squares with Cauchy's weight 1 / (1 + (r / c)²), Holland and Welsch 1977;
/// conjugate gradients, Hestenes and Stiefel 1952, with the diagonal as preconditioner.
struct RobustElevationFit {
  /// The residual in standard deviations that halves the weight.
  static let cauchyScale = 1.5
  /// The number of weight updates.
  static let rounds = 8
  /// The greatest number of steps of a solution; since each continues the last one, none needs to be exact.
  static let stepLimit = 200
  /// The greatest change of an elevation in metres below which a solution ends.
  static let restMetres = 0.05
  /// The prior elevation of all unknowns, in metres.
  static let restingMetres = 2000.0
  /// The standard deviation of the prior elevation, in metres.
  static let restingDeviationMetres = 10_000.0

  private let count: Int
  private let observations: [ElevationObservation]
  /// The unknowns of all observations, three each.
  private let unknowns: [Int]
  /// The factors of all observations, three each.
  private let factors: [Double]
  private var elevations: [Double]
  private var weights: [Double]

  /// Creates the fit of observations.
  /// - Parameter start: The initial elevations, of which only differences matter; nil for level ones.
  init(_ observations: [ElevationObservation], unknowns count: Int, start: [Double]? = nil) {
    self.count = count
    self.observations = observations
    var unknowns: [Int] = []
    var factors: [Double] = []
    unknowns.reserveCapacity(3 * observations.count)
    factors.reserveCapacity(3 * observations.count)
    for seen in observations {
      for term in [seen.terms.0, seen.terms.1, seen.terms.2] {
        unknowns.append(term.unknown)
        factors.append(term.factor)
      }
    }
    (self.unknowns, self.factors) = (unknowns, factors)
    elevations = start ?? Array(repeating: Self.restingMetres, count: count)
    weights = observations.map { 1 / ($0.deviationMetres * $0.deviationMetres) }
  }

  /// Returns the elevations in metres. Complexity: O(*r* · *s* · *o*) in rounds, steps and observations, the first two
  /// bounded.
  mutating func solve(_ stop: () throws -> Void) rethrows -> [Double] {
    for _ in 0..<Self.rounds {
      try descend(stop)
      weigh()
    }
    return elevations
  }

  /// Returns the sum of an observation's terms.
  private func sum(_ index: Int) -> Double {
    let at = 3 * index
    return factors[at] * elevations[unknowns[at]] + factors[at + 1] * elevations[unknowns[at + 1]]
      + factors[at + 2] * elevations[unknowns[at + 2]]
  }

  private mutating func weigh() {
    for (index, seen) in observations.enumerated() {
      let residual = (seen.metres - sum(index)) / seen.deviationMetres / Self.cauchyScale
      weights[index] = 1 / (seen.deviationMetres * seen.deviationMetres * (1 + residual * residual))
    }
  }

  /// Minimises the weighted squares by conjugate gradients from the current elevations.
  private mutating func descend(_ stop: () throws -> Void) rethrows {
    let rest = 1 / (Self.restingDeviationMetres * Self.restingDeviationMetres)
    var (residual, diagonal) = equations(rest)
    var direction = zip(residual, diagonal).map { $0 / $1 }
    var energy = zip(residual, direction).reduce(0) { $0 + $1.0 * $1.1 }
    var image = [Double](repeating: 0, count: count)
    for _ in 0..<Self.stepLimit where energy > 0 {
      try stop()
      apply(to: direction, rest, &image)
      let resistance = zip(direction, image).reduce(0) { $0 + $1.0 * $1.1 }
      guard resistance > 0 else { return }
      let length = energy / resistance
      var (greatest, next) = (0.0, 0.0)
      for index in 0..<count {
        let move = length * direction[index]
        elevations[index] += move
        residual[index] -= length * image[index]
        greatest = max(greatest, abs(move))
        next += residual[index] * residual[index] / diagonal[index]
      }
      guard greatest > Self.restMetres else { return }
      let turn = next / energy
      for index in 0..<count {
        direction[index] = residual[index] / diagonal[index] + turn * direction[index]
      }
      energy = next
    }
  }

  /// Returns the residual of the normal equations at the current elevations, and their diagonal.
  private func equations(_ rest: Double) -> (residual: [Double], diagonal: [Double]) {
    var diagonal = [Double](repeating: rest, count: count)
    var residual = elevations.map { rest * (Self.restingMetres - $0) }
    for (index, seen) in observations.enumerated() {
      let miss = weights[index] * (seen.metres - sum(index))
      for at in 3 * index..<3 * index + 3 where factors[at] != 0 {
        diagonal[unknowns[at]] += weights[index] * factors[at] * factors[at]
        residual[unknowns[at]] += miss * factors[at]
      }
    }
    return (residual, diagonal)
  }

  /// Computes the product of the normal equations' matrix and a vector.
  private func apply(to vector: [Double], _ rest: Double, _ image: inout [Double]) {
    unknowns.withUnsafeBufferPointer { unknowns in
      factors.withUnsafeBufferPointer { factors in
        weights.withUnsafeBufferPointer { weights in
          vector.withUnsafeBufferPointer { vector in
            image.withUnsafeMutableBufferPointer { image in
              for index in 0..<count { image[index] = rest * vector[index] }
              for index in 0..<weights.count {
                let at = 3 * index
                let (a, b, c) = (unknowns[at], unknowns[at + 1], unknowns[at + 2])
                let sum =
                  weights[index]
                  * (factors[at] * vector[a] + factors[at + 1] * vector[b] + factors[at + 2] * vector[c])
                image[a] += factors[at] * sum
                image[b] += factors[at + 1] * sum
                image[c] += factors[at + 2] * sum
              }
            }
          }
        }
      }
    }
  }
}
