/// The heights that fit all observations best, where single ones may be quite wrong.
///
/// Weighted least squares, weighted anew a few times so that an observation far from what all others say counts little: a run drawn
/// uphill does not bend the mountain. Each time the normal equations are solved by conjugate gradients, from where the last ended.
///
/// **Source:** iteratively re-weighted least squares with Cauchy's weight 1 / (1 + (r / c)²) (Holland and Welsch 1977); conjugate
/// gradients (Hestenes and Stiefel 1952) with the diagonal as preconditioner. The equations are never written out: each observation
/// has three terms at most.
struct RobustHeightFit {
  /// Residuals of this many standard deviations count half.
  static let cauchyScale = 1.5
  /// How often weights are made anew, and the most steps to a solution: each starts where the last ended, so that none needs to be exact.
  static let rounds = 8
  static let stepLimit = 200
  /// A step that moves no height by more ends a solution, metres.
  static let restMetres = 0.05
  /// Heights that nothing holds rest here, metres, as loosely as if measured this badly.
  static let restingMetres = 2000.0
  static let restingDeviationMetres = 10_000.0

  private let count: Int
  private let observations: [HeightObservation]
  /// The terms of all observations, three each: the unknowns, and their factors.
  private let unknowns: [Int]
  private let factors: [Double]
  private var heights: [Double]
  private var weights: [Double]

  /// Takes the observations of some unknown heights.
  /// - Parameter start: A first guess, of which only the differences matter; nil starts level.
  init(_ observations: [HeightObservation], unknowns count: Int, start: [Double]? = nil) {
    self.count = count
    self.observations = observations
    unknowns = observations.flatMap { [$0.terms.0.unknown, $0.terms.1.unknown, $0.terms.2.unknown] }
    factors = observations.flatMap { [$0.terms.0.factor, $0.terms.1.factor, $0.terms.2.factor] }
    heights = start ?? Array(repeating: Self.restingMetres, count: count)
    weights = observations.map { 1 / ($0.deviationMetres * $0.deviationMetres) }
  }

  /// Returns the heights in metres. Complexity: O(*r* · *s* · *o*) in rounds, steps and observations, the first two bounded.
  mutating func solve(_ stop: () throws -> Void) rethrows -> [Double] {
    for _ in 0..<Self.rounds {
      try descend(stop)
      weigh()
    }
    return heights
  }

  /// The sum of an observation's terms.
  private func sum(_ index: Int) -> Double {
    let at = 3 * index
    return factors[at] * heights[unknowns[at]] + factors[at + 1] * heights[unknowns[at + 1]]
      + factors[at + 2] * heights[unknowns[at + 2]]
  }

  private mutating func weigh() {
    for (index, seen) in observations.enumerated() {
      let residual = (seen.metres - sum(index)) / seen.deviationMetres / Self.cauchyScale
      weights[index] = 1 / (seen.deviationMetres * seen.deviationMetres * (1 + residual * residual))
    }
  }

  /// Goes from the present heights to those of least squares under the present weights.
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
        heights[index] += move
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

  /// What is left to explain at the present heights, and the diagonal of the normal equations.
  private func equations(_ rest: Double) -> (residual: [Double], diagonal: [Double]) {
    var diagonal = [Double](repeating: rest, count: count)
    var residual = heights.map { rest * (Self.restingMetres - $0) }
    for (index, seen) in observations.enumerated() {
      let miss = weights[index] * (seen.metres - sum(index))
      for at in 3 * index..<3 * index + 3 where factors[at] != 0 {
        diagonal[unknowns[at]] += weights[index] * factors[at] * factors[at]
        residual[unknowns[at]] += miss * factors[at]
      }
    }
    return (residual, diagonal)
  }

  /// Puts the matrix of the normal equations times a vector into `image`.
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
