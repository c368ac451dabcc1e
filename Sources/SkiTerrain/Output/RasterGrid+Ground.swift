import SkiBase

extension RasterGrid {
  /// Returns the sample spacing of a row on the ground, in metres.
  /// - Parameter row: The row from the north, from 0.
  /// - Returns: The distances to the next column eastwards and to the next row southwards.
  package func stepMetres(atRow row: Int) -> (eastMetres: Double, southMetres: Double) {
    let step = SampleSpacing(self).step(ofRow: row)
    return (step.eastMetres, step.southMetres)
  }
}

extension ElevationRaster {
  /// Returns the lowest and the highest elevation in metres; nil when all samples are voids.
  /// - Throws: The errors of `ElevationRaster.read(_:into:)`; ``SkiError`` with code `.cancelled`,
  ///   `.timedOut` or `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n*) in the samples; the raster is read once, by all cores.
  package func elevationRangeMetres() throws -> ClosedRange<Double>? {
    let rows = max(1, min(grid.rows, (1 << 20) / grid.columns))
    let plan = BlockPlan(grid.window, columns: grid.columns, rows: rows)
    let queue = BlockQueue(count: plan.count) { _ in }
    let found = Locked<(low: Float, high: Float)>((.infinity, -.infinity))
    WorkerThreads.run(min(WorkerThreads.available, plan.count)) { number in
      let heights = UnsafeMutableBufferPointer<Float>.allocate(capacity: plan.largest.count)
      defer { heights.deallocate() }
      while let index = queue.takeRun()?.first {
        do {
          if number == 0 { try WorkLimit.check("reading elevations") }
          let window = plan.window(of: index)
          let part = UnsafeMutableBufferPointer(rebasing: heights[..<window.count])
          try read(window, into: part)
          let range = Self.range(of: part)
          found.withLock { $0 = (min($0.low, range.low), max($0.high, range.high)) }
          queue.finish(index)
        } catch {
          queue.fail(error)
        }
      }
    }
    try queue.check()
    let range = found.withLock { $0 }
    return range.low <= range.high ? Double(range.low)...Double(range.high) : nil
  }

  /// Returns the range of elevations; comparisons with NaN are false, so voids are ignored.
  private static func range(of heights: UnsafeMutableBufferPointer<Float>) -> (low: Float, high: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    for height in heights {
      low = height < low ? height : low
      high = height > high ? height : high
    }
    return (low, high)
  }
}
