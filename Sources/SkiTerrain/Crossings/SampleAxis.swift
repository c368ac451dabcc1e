/// The positions of parallels or meridians among the samples of a grid.
struct SampleAxis {
  /// The index of the sample at or before each position, relative to the start of ``span``.
  let starts: [Int32]
  /// The fraction beyond that sample, 0..<1.
  let parts: [Double]
  /// The weights of four samples, from the one before ``starts``; empty for bilinear sampling.
  let weights: [SIMD4<Double>]
  /// The range of samples all positions need.
  let span: Range<Int>
  /// Indicates whether sampling is bicubic.
  let isCubic: Bool

  /// Creates the indices and weights of positions.
  /// - Precondition: Positions ascend, there is at least one, and all are within the range of `Int`.
  init(_ positions: ArraySlice<Double>, _ sampling: Sampling) {
    isCubic = sampling == .bicubic
    let first = Int((positions.first ?? 0).rounded(.down)) - (isCubic ? 1 : 0)
    let last = Int((positions.last ?? 0).rounded(.down)) + (isCubic ? 2 : 1)
    span = first..<last + 1
    starts = positions.map { Int32(truncatingIfNeeded: Int($0.rounded(.down)) - first) }
    parts = positions.map { $0 - $0.rounded(.down) }
    weights = isCubic ? parts.map { Cubic.weights($0) } : []
  }
}
