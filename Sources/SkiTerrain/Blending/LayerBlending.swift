import SkiBase

/// The blending of several layers at arbitrary coordinates: the finest counts most, cross-faded at the edge of its
/// coverage.
///
/// Each layer contributes by its weight (see ``LayerFade``) times the weight that finer layers left. Heights change
/// without a step where a finer layer ends or has a void, where a coarser one ends below it, and where two of one step
/// meet (see ``LayerSeam``); a single layer's heights are unchanged.
struct LayerBlending {
  private let files: ElevationFiles
  private let sampling: Sampling
  private var cursors: [ElevationLayer.Cursor]
  private var fadeCursors: [LayerFade.Cursor]

  init(_ files: ElevationFiles, _ sampling: Sampling) {
    self.files = files
    self.sampling = sampling
    cursors = Array(repeating: .init(), count: files.layers.count)
    fadeCursors = Array(repeating: .init(), count: files.layers.count)
  }

  /// The incomplete coordinates, and a buffer for the heights of one layer.
  private struct Pending {
    /// The indices among all coordinates.
    var indices: [Int]
    var places: [Coordinate]
    var elevations: [Double]
  }

  /// Writes the heights at coordinates that share one order of layers.
  mutating func mix(
    _ places: UnsafeBufferPointer<Coordinate>, order: [Int], into metres: UnsafeMutableBufferPointer<Double>
  ) throws {
    var means = [ElevationMean](repeating: ElevationMean(), count: places.count)
    var pending = Pending(
      indices: Array(places.indices), places: Array(places),
      elevations: [Double](repeating: .nan, count: places.count))
    for index in order where !pending.indices.isEmpty {
      try sample(index, at: &pending)
      let remaining = try add(index, pending, to: &means)
      if remaining.count == pending.indices.count { continue }
      pending.places = remaining.map { pending.places[$0] }
      pending.indices = remaining.map { pending.indices[$0] }
    }
    for (index, mean) in means.enumerated() { metres[index] = mean.metres }
    guard sampling != .nearest, files.layers.count > 1 else { return }
    var seam = LayerSeam(files.layers, order: order)
    for index in places.indices where metres[index].isNaN {
      metres[index] = try seam.elevation(at: places[index])
    }
  }

  private mutating func sample(_ index: Int, at pending: inout Pending) throws {
    let places = pending.places
    try places.withUnsafeBufferPointer { places in
      try pending.elevations.withUnsafeMutableBufferPointer { heights in
        try files.layers[index].sample(
          places, sampling, into: UnsafeMutableBufferPointer(rebasing: heights[..<places.count]),
          &cursors[index])
      }
    }
  }

  /// Adds the heights of one layer; returns the positions of the pending coordinates still incomplete.
  private mutating func add(_ index: Int, _ pending: Pending, to means: inout [ElevationMean]) throws -> [Int]
  {
    let (layer, fade) = (files.layers[index], files.fades[index])
    var cursor = fadeCursors[index]
    var remaining: [Int] = []
    try pending.places.withUnsafeBufferPointer { places in
      try layer.withPositions(of: places) { xs, ys, start, count in
        for offset in 0..<count {
          let (at, place) = (start + offset, pending.indices[start + offset])
          if !pending.elevations[at].isNaN {
            let weight = try fade.weight(x: xs[offset], y: ys[offset], &cursor)
            means[place].add(pending.elevations[at], weight)
          }
          if means[place].left > 0 { remaining.append(at) }
        }
      }
    }
    fadeCursors[index] = cursor
    return remaining
  }
}

/// The weighted mean of the heights at one coordinate.
struct ElevationMean {
  var metres = Double.nan
  var weight = 0.0
  /// The weight left by finer layers.
  var left = 1.0

  mutating func add(_ height: Double, _ weight: Double) {
    let share = left * weight
    self.weight += share
    if metres.isNaN {
      metres = height
    } else if self.weight > 0 {
      metres += (height - metres) * (share / self.weight)
    }
    left -= share
  }
}
