package import SkiBase
import SkiSystem

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

extension RasterGrid {
  /// Returns the centre of the raster in WGS 84.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is not on the Earth, `.unsupportedFormat` when PROJ
  ///   knows no transformation from the grid's system, `.internalInconsistency` when PROJ fails.
  package func centre() throws -> Coordinate { try place(rowsNorthOfCentre: 0) }

  /// Returns the direction of the sun at the centre of the raster, with the azimuth from grid north, as hillshades use
  /// it.
  /// - Parameter time: The moment, in UTC.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the centre is not on the Earth.
  package func sunDirection(at time: UniversalTime) throws -> SunDirection {
    let centre = try centre()
    var sun = SunPosition.at(centre, time: time)
    guard case .projected = reference.kind else { return sun }
    let north = try place(rowsNorthOfCentre: 1)
    let perRadian = SampleSpacing.metresPerRadian(latitude: centre.latitude * .pi / 180)
    let convergence =
      atan2(
        (north.longitude - centre.longitude) * perRadian.east,
        (north.latitude - centre.latitude) * perRadian.north) * 180 / .pi
    sun.azimuthDegrees = (sun.azimuthDegrees - convergence + 360).truncatingRemainder(dividingBy: 360)
    return sun
  }

  private func place(rowsNorthOfCentre rows: Double) throws -> Coordinate {
    let place = try GridTransform(self).place(x: Double(columns - 1) / 2, y: Double(self.rows - 1) / 2 - rows)
    let turned = Coordinate(
      latitude: place.latitude, longitude: place.longitude - 360 * (place.longitude / 360).rounded())
    try SkiError.require(
      turned.isValid, "middle of the raster is not on the Earth; give --azimuth and --altitude")
    return turned
  }
}
