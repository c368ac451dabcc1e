import SkiBase

/// The samples around some rows of crossings, and the interpolation between them.
///
/// Each row of samples is interpolated at the meridians once; parallels are interpolated from these rows. When
/// crossings are denser than samples, most rows take a few additions a crossing.
struct CrossingInterpolation {
  private let across: SampleAxis
  private let down: SampleAxis
  private let samples: [Float]
  private let voids: Voids

  private enum Voids {
    case none, some, all
  }

  /// Creates the interpolation by reading its samples.
  /// - Precondition: Both axes have the same sampling.
  init(_ layer: ElevationLayer, _ across: SampleAxis, _ down: SampleAxis) throws {
    self.across = across
    self.down = down
    let window = RasterWindow(
      column: across.span.lowerBound, row: down.span.lowerBound, columns: across.span.count,
      rows: down.span.count)
    let samples = try [Float](unsafeUninitializedCapacity: window.count) { memory, filled in
      let target = UnsafeMutableBufferPointer(rebasing: memory[..<window.count])
      target.initialize(repeating: .nan)
      try layer.read(window, into: target)
      filled = window.count
    }
    let missing = samples.withUnsafeBufferPointer { samples in
      var missing = 0
      for sample in samples { missing &+= sample.isNaN ? 1 : 0 }
      return missing
    }
    voids = missing == 0 ? .none : missing == samples.count ? .all : .some
    self.samples = samples
  }

  /// Writes the heights of the crossings, with a stride between rows; NaN where there is none.
  func fill(_ metres: UnsafeMutablePointer<Double>, stride: Int) {
    let count = across.starts.count
    guard voids != .all else {
      for row in down.starts.indices { (metres + row * stride).update(repeating: .nan, count: count) }
      return
    }
    let kept = across.isCubic ? 4 : 2
    samples.withUnsafeBufferPointer { samples in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: kept * count) { memory in
        guard let lines = memory.baseAddress, let samples = samples.baseAddress else { return }
        memory.initialize(repeating: 0)
        // The row of samples held by each line of the buffer.
        var rows = SIMD4<Int>(repeating: -1)
        for row in down.starts.indices {
          let top = Int(down.starts[row]) - (kept == 4 ? 1 : 0)
          for line in top..<top + kept where rows[line % kept] != line {
            fillLine(samples + line * across.span.count, into: lines + line % kept * count)
            rows[line % kept] = line
          }
          let target = metres + row * stride
          if kept == 4 {
            blendFour(lines, top: top, down.weights[row], into: target)
          } else {
            blendTwo(lines + top % 2 * count, lines + (top + 1) % 2 * count, down.parts[row], into: target)
          }
          if voids == .some { recompute(samples, row: row, target) }
        }
      }
    }
  }

  /// Interpolates one row of samples at the meridians.
  private func fillLine(_ samples: UnsafePointer<Float>, into line: UnsafeMutablePointer<Double>) {
    across.starts.withUnsafeBufferPointer { starts in
      guard across.isCubic else {
        across.parts.withUnsafeBufferPointer { parts in
          for index in 0..<starts.count {
            let cell = samples + Int(starts[index])
            line[index] = Double(cell[0]) * (1 - parts[index]) + Double(cell[1]) * parts[index]
          }
        }
        return
      }
      across.weights.withUnsafeBufferPointer { weights in
        for index in 0..<starts.count {
          let cell = samples + (Int(starts[index]) - 1)
          let four = SIMD4(Double(cell[0]), Double(cell[1]), Double(cell[2]), Double(cell[3]))
          line[index] = (four * weights[index]).sum()
        }
      }
    }
  }

  private func blendTwo(
    _ north: UnsafePointer<Double>, _ south: UnsafePointer<Double>, _ part: Double,
    into target: UnsafeMutablePointer<Double>
  ) {
    let rest = 1 - part
    for index in 0..<across.starts.count { target[index] = north[index] * rest + south[index] * part }
  }

  private func blendFour(
    _ lines: UnsafePointer<Double>, top: Int, _ weights: SIMD4<Double>,
    into target: UnsafeMutablePointer<Double>
  ) {
    let count = across.starts.count
    let (a, b) = (lines + top % 4 * count, lines + (top + 1) % 4 * count)
    let (c, d) = (lines + (top + 2) % 4 * count, lines + (top + 3) % 4 * count)
    let (wa, wb, wc, wd) = (weights[0], weights[1], weights[2], weights[3])
    for index in 0..<count {
      target[index] = a[index] * wa + b[index] * wb + c[index] * wc + d[index] * wd
    }
  }

  /// Recomputes NaN heights without the samples of zero weight, and bilinearly where one of the sixteen is missing.
  private func recompute(_ samples: UnsafePointer<Float>, row: Int, _ target: UnsafeMutablePointer<Double>) {
    let (width, fy) = (across.span.count, down.parts[row])
    for index in 0..<across.starts.count where target[index].isNaN {
      let fx = across.parts[index]
      let cell = samples + Int(down.starts[row]) * width + Int(across.starts[index])
      let (nw, ne) = (Double(cell[0]), fx > 0 ? Double(cell[1]) : Double(cell[0]))
      guard fy > 0 else {
        target[index] = nw * (1 - fx) + ne * fx
        continue
      }
      let sw = Double(cell[width])
      let se = fx > 0 ? Double(cell[width + 1]) : sw
      target[index] = bilinear(nw, ne, sw, se, fx: fx, fy: fy)
    }
  }
}
