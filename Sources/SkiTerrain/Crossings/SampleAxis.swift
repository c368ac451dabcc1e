/// Where places along a meridian or a parallel lie among samples.
struct SampleAxis {
  /// The sample at or before each place, counted from ``span``'s first.
  let starts: [Int32]
  /// How far each lies beyond it, 0..<1.
  let parts: [Double]
  /// The weights of four samples, from the one before ``starts``; none unless they are wanted.
  let weights: [SIMD4<Double>]
  /// The samples all places take together.
  let span: Range<Int>
  /// Whether heights are bicubic.
  let isCubic: Bool

  /// - Precondition: positions rise, there is one, and all lie where `Int` reaches.
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
