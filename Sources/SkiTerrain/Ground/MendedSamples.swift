/// A window of a raster's samples in which faulty ones are voids, and voids can be filled.
///
/// Rows run from north to south; `count == columns * rows`. The outermost samples are neither tested nor filled: they
/// only support the others. A value; not for whole rasters, since it costs some 10 bytes a sample.
struct MendedSamples {
  /// The origin of a sample.
  enum Origin: UInt8, Sendable {
    /// As the raster has it, which may be a void.
    case raster
    /// A void in place of a faulty sample.
    case dropped
    /// Interpolated in a void.
    case filled
    /// Interpolated in place of a faulty sample.
    case replaced
    /// That of another model, shifted to meet the raster.
    case shifted
  }

  let columns: Int
  let rows: Int
  /// The distances between columns and between rows in metres.
  let stepMetres: (column: Double, row: Double)
  /// The heights in metres above the source's datum; NaN for voids.
  private(set) var metres: [Float]
  private(set) var origins: [Origin]

  /// The difference in metres from the median of the eight samples around that ground may have: a part that does not
  /// depend on the distance between samples, and one that grows with it, a slope of 31° on all sides.
  private static let outlierMetres = (base: 25.0, perMetre: 0.6)
  /// The least number of known neighbours by which a sample is judged.
  private static let leastJudges = 3
  /// The height in metres above which samples around zeros show a hole filled with 0, not the sea.
  private static let filledHoleMetres: Float = 100
  /// The range of plausible heights in metres.
  static let plausibleMetres: ClosedRange<Float> = -450...9000

  /// Creates the samples of a window.
  /// - Precondition: `metres.count == columns * rows`, steps are positive.
  init(metres: [Float], columns: Int, stepMetres: (column: Double, row: Double)) {
    precondition(
      columns > 0 && metres.count % columns == 0, "\(metres.count) samples make no rows of \(columns)")
    precondition(stepMetres.column > 0 && stepMetres.row > 0, "steps must be positive, got \(stepMetres)")
    self.metres = metres
    self.columns = columns
    self.stepMetres = stepMetres
    rows = metres.count / columns
    origins = [Origin](repeating: .raster, count: metres.count)
  }

  private var outlierLimit: Float {
    Float(Self.outlierMetres.base + Self.outlierMetres.perMetre * max(stepMetres.column, stepMetres.row))
  }

  // MARK: Faults

  /// Returns whether no sample is a void or a possible fault. Complexity: O(*n*), a few instructions each.
  func isIntact() -> Bool {
    guard columns > 2, rows > 2 else { return false }
    let limit = outlierLimit
    return metres.withUnsafeBufferPointer { heights in
      var bad = 0
      for height in heights { bad &+= Self.plausibleMetres.contains(height) && height != 0 ? 0 : 1 }
      guard bad == 0 else { return false }
      let steep = steepRows(heights, limit / 2)
      for row in 1..<rows - 1 where steep[row - 1] || steep[row] || steep[row + 1] {
        for at in row * columns + 1..<(row + 1) * columns - 1
        where neighbours(heights, at, within: limit) < 5 {
          if isOutlier(at, limit) { return false }
        }
      }
      return true
    }
  }

  /// Indicates the rows with a sample that differs from the next one in its row or column by more than a limit.
  ///
  /// A sample in the middle of three rows that have none differs from all eight around it by twice the limit at most.
  private func steepRows(_ heights: UnsafeBufferPointer<Float>, _ limit: Float) -> [Bool] {
    (0..<rows).map { row in
      let start = row * columns
      let below = row + 1 < rows ? columns : 0
      var steep = 0
      for at in start..<start + columns - 1 {
        steep &+= abs(heights[at &+ 1] - heights[at]) <= limit ? 0 : 1
        steep &+= abs(heights[at &+ below] - heights[at]) <= limit ? 0 : 1
      }
      let last = start + columns - 1
      return steep > 0 || !(abs(heights[last + below] - heights[last]) <= limit)
    }
  }

  /// Makes faulty samples voids: implausible heights, holes filled with 0, and those far off the median of the samples
  /// around them.
  ///
  /// Outliers are searched twice, since one may hide another beside it.
  /// - Complexity: O(*n*).
  mutating func dropFaults() {
    for at in metres.indices where !metres[at].isNaN && !Self.plausibleMetres.contains(metres[at]) {
      drop(at)
    }
    dropFilledHoles()
    guard columns > 2, rows > 2 else { return }
    let limit = outlierLimit
    for _ in 0..<2 {
      var outliers: [Int] = []
      metres.withUnsafeBufferPointer { heights in
        for row in 1..<rows - 1 {
          for at in row * columns + 1..<(row + 1) * columns - 1
          where neighbours(heights, at, within: limit) < 5 && isOutlier(at, limit) {
            outliers.append(at)
          }
        }
      }
      for at in outliers { drop(at) }
    }
  }

  private mutating func drop(_ at: Int) {
    metres[at] = .nan
    origins[at] = .dropped
  }

  /// Returns the number of the eight samples around one that differ from it by a limit at most. With five of them the
  /// median does so, too.
  @inline(__always)
  private func neighbours(_ heights: UnsafeBufferPointer<Float>, _ at: Int, within limit: Float) -> Int {
    let own = heights[at]
    let (above, below) = (at &- columns, at &+ columns)
    var near = 0
    near &+= abs(heights[above &- 1] - own) <= limit ? 1 : 0
    near &+= abs(heights[above] - own) <= limit ? 1 : 0
    near &+= abs(heights[above &+ 1] - own) <= limit ? 1 : 0
    near &+= abs(heights[at &- 1] - own) <= limit ? 1 : 0
    near &+= abs(heights[at &+ 1] - own) <= limit ? 1 : 0
    near &+= abs(heights[below &- 1] - own) <= limit ? 1 : 0
    near &+= abs(heights[below] - own) <= limit ? 1 : 0
    near &+= abs(heights[below &+ 1] - own) <= limit ? 1 : 0
    return near
  }

  /// Returns whether a sample is far off the median of the known ones around it.
  private func isOutlier(_ at: Int, _ limit: Float) -> Bool {
    let own = metres[at]
    guard !own.isNaN else { return false }
    let known = around(at).lazy.map { metres[$0] }.filter { !$0.isNaN }.sorted()
    guard known.count >= Self.leastJudges else { return false }
    let median = (known[(known.count - 1) / 2] + known[known.count / 2]) / 2
    return abs(own - median) > limit
  }

  /// Returns the samples around one that is not outermost.
  private func around(_ at: Int) -> [Int] {
    let (above, below) = (at - columns, at + columns)
    return [above - 1, above, above + 1, at - 1, at + 1, below - 1, below, below + 1]
  }

  /// Drops connected zeros most of whose known neighbours are so high that they can be no shore.
  private mutating func dropFilledHoles() {
    var isSeen = [Bool](repeating: false, count: metres.count)
    for start in metres.indices where metres[start] == 0 && !isSeen[start] {
      isSeen[start] = true
      var hole = [start]
      var (high, low) = (0, 0)
      var next = 0
      while next < hole.count {
        let at = hole[next]
        next += 1
        let (row, column) = (at / columns, at % columns)
        for line in max(0, row - 1)...min(rows - 1, row + 1) {
          for place in max(0, column - 1)...min(columns - 1, column + 1) {
            let other = line * columns + place
            let height = metres[other]
            if height == 0 {
              if !isSeen[other] { hole.append(other) }
              isSeen[other] = true
            } else if !height.isNaN {
              if height > Self.filledHoleMetres { high += 1 } else { low += 1 }
            }
          }
        }
      }
      guard high > low else { continue }
      for at in hole { drop(at) }
    }
  }

  // MARK: Voids

  /// Fills voids within a distance of known samples that lie in holes: between known samples at most so many metres apart
  /// along a row, a column or a diagonal.
  ///
  /// The heights solve the Laplace equation: each is the mean of its neighbours, so that none lies outside those around
  /// the void. A border without known samples beyond is not continued.
  /// - Complexity: O(*n* + *v* · *w*) in samples, and in voids and their width.
  mutating func fillHoles(upToMetres limit: Double, withinMetres reach: Double) {
    let gaps = SampleGaps(self, limitMetres: limit)
    let distances = distancesMetres(upTo: reach)
    let isFree = metres.indices.map { gaps.isBetween[$0] && distances[$0].isFinite }
    var values = metres
    let free = HarmonicFill.fill(&values, where: isFree, columns: columns, stepMetres: stepMetres)
    metres = values
    for at in free { origins[at] = origins[at] == .dropped ? .replaced : .filled }
  }

  /// Fills voids within a distance of known samples by another model's heights, shifted to meet the known samples.
  ///
  /// The shift is the difference of the two models at the known samples beside a void. It is carried into the void as a
  /// solution of the Laplace equation that is 0 from the distance on.
  /// **Source:** the delta surface fill of Grohman, Kroenung and Strebeck 2006, "Filling SRTM voids: the delta surface
  /// fill method".
  /// - Parameters:
  ///   - base: The other model's height at each sample in metres, also at some beyond the reach, where it is taken as it
  ///     is; NaN where it has none or none was asked for.
  ///   - reach: The distance in metres.
  /// - Complexity: O(*n* + *v* · *w*) in samples, and in voids and the samples within reach.
  mutating func fill(from base: [Float], withinMetres reach: Double) {
    precondition(base.count == metres.count, "\(base.count) heights for \(metres.count) samples")
    let distances = distancesMetres(upTo: reach)
    var shifts = zip(metres, base).map { $0 - $1 }
    var isFree = [Bool](repeating: false, count: metres.count)
    let voids = metres.indices.filter { metres[$0].isNaN && !base[$0].isNaN }
    for at in voids {
      if distances[at] <= Float(reach) { isFree[at] = true } else { shifts[at] = 0 }
    }
    _ = HarmonicFill.fill(&shifts, where: isFree, columns: columns, stepMetres: stepMetres)
    for at in voids where !shifts[at].isNaN {
      metres[at] = base[at] + shifts[at]
      origins[at] = origins[at] == .dropped ? .replaced : .shifted
    }
  }

  /// Returns the distance of each sample from the nearest known one in metres, infinite beyond a limit.
  ///
  /// **Source:** the chamfer distance of Borgefors 1986, "Distance transformations in digital images"; up to 8 % too
  /// long.
  func distancesMetres(upTo limit: Double) -> [Float] {
    let (across, down) = (Float(stepMetres.column), Float(stepMetres.row))
    let slant = (across * across + down * down).squareRoot()
    var distances = metres.map { $0.isNaN ? Float.infinity : 0 }
    func relax(_ at: Int, _ row: Int, _ column: Int, _ step: Int) {
      var least = distances[at]
      if column + step >= 0, column + step < columns { least = min(least, distances[at + step] + across) }
      if row + step >= 0, row + step < rows {
        let next = at + step * columns
        least = min(least, distances[next] + down)
        if column > 0 { least = min(least, distances[next - 1] + slant) }
        if column + 1 < columns { least = min(least, distances[next + 1] + slant) }
      }
      distances[at] = least
    }
    for row in 0..<rows { for column in 0..<columns { relax(row * columns + column, row, column, -1) } }
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() { relax(row * columns + column, row, column, 1) }
    }
    return distances.map { $0 <= Float(limit) ? $0 : .infinity }
  }
}

/// The voids that lie between known samples.
private struct SampleGaps {
  /// Indicates the voids between known samples within the limit along some axis; outermost samples never are.
  private(set) var isBetween: [Bool]

  /// Finds the voids.
  /// - Complexity: O(*n*) in the samples.
  init(_ samples: MendedSamples, limitMetres: Double) {
    isBetween = [Bool](repeating: false, count: samples.metres.count)
    let (columns, rows) = (samples.columns, samples.rows)
    let (across, down) = samples.stepMetres
    let slant = (across * across + down * down).squareRoot()
    for row in 0..<rows { mark(samples, from: (0, row), by: (1, 0), limitMetres / across) }
    for column in 0..<columns {
      mark(samples, from: (column, 0), by: (0, 1), limitMetres / down)
      mark(samples, from: (column, 0), by: (1, 1), limitMetres / slant)
      mark(samples, from: (column, 0), by: (-1, 1), limitMetres / slant)
    }
    for row in 1..<max(1, rows) {
      mark(samples, from: (0, row), by: (1, 1), limitMetres / slant)
      mark(samples, from: (columns - 1, row), by: (-1, 1), limitMetres / slant)
    }
  }

  /// Marks the voids along one line of samples.
  private mutating func mark(
    _ samples: MendedSamples, from start: (column: Int, row: Int), by step: (column: Int, row: Int),
    _ limit: Double
  ) {
    var (column, row) = start
    var last = Int.min
    var number = 0
    let stride = step.row * samples.columns + step.column
    while column >= 0, column < samples.columns, row < samples.rows {
      let at = row * samples.columns + column
      if !samples.metres[at].isNaN {
        if last != Int.min, number - last > 1, Double(number - last) <= limit {
          for back in 1..<number - last { set(at - back * stride, samples) }
        }
        last = number
      }
      number += 1
      column += step.column
      row += step.row
    }
  }

  private mutating func set(_ at: Int, _ samples: MendedSamples) {
    let (row, column) = (at / samples.columns, at % samples.columns)
    guard row > 0, row < samples.rows - 1, column > 0, column < samples.columns - 1 else { return }
    isBetween[at] = true
  }
}
