import CKernels
import SkiBase

/// The marching-squares tracer of one band of rows, which computes crossings of contours with edges and links them.
///
/// The band of a sample counts the levels at or below it, so the levels that cross an edge are the numbers between two
/// bands, and only the position of a crossing on its edge needs floating point. Cells with equal corners are skipped.
/// Crossings are shared by the two cells beside their edge; cells take those of the edges above and to the left in
/// order, without a lookup.
///
/// In an ambiguous cell the north-western and south-eastern corners are connected, above or below the level, as in GDAL
/// 3.6; lines of different levels don't cross. Cells with a void corner have no contours: lines end at the last known
/// samples. Belongs to one thread. **Source:** Lorensen and Cline 1987, "Marching cubes", in two dimensions.
struct BandTracer {
  /// The greatest number of points of a band, so that a tiny interval fails before it exhausts memory.
  static let mostCrossings: Int32 = 1 << 25

  let levels: ContourLevels
  private let columns: Int
  private(set) var crossings = CrossingStore()
  /// The crossings of the band's first row of samples, from the west, lower levels first.
  private(set) var topBorder: [Int32] = []
  /// The crossings of the band's last row of samples, in the same order.
  private(set) var bottomBorder: [Int32] = []
  /// The first crossing of each crossed edge of the row above, in order.
  private var above: [Int32] = []
  /// The first crossing of each crossed edge of the row below, in order.
  private var below: [Int32] = []
  private let cells: UnsafeMutablePointer<Int32>

  init(levels: ContourLevels, columns: Int) {
    self.levels = levels
    self.columns = columns
    cells = .allocate(capacity: max(1, columns))
  }

  func deallocate() {
    crossings.deallocate()
    cells.deallocate()
  }

  mutating func begin() {
    crossings.removeAll()
    topBorder.removeAll(keepingCapacity: true)
    bottomBorder.removeAll(keepingCapacity: true)
    above.removeAll(keepingCapacity: true)
    below.removeAll(keepingCapacity: true)
  }

  /// A row of samples: elevations in metres and their bands.
  struct Samples {
    let elevations: UnsafePointer<Float>
    let bands: UnsafePointer<Int32>
  }

  /// Traces the cells between two rows of samples.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the band has too many points.
  mutating func trace(_ north: Samples, _ south: Samples, row: Int32, isFirst: Bool) throws {
    swap(&above, &below)
    below.removeAll(keepingCapacity: true)
    let found = terrain_contour_cells(north.bands, south.bands, columns - 1, cells)
    var cursor = 0
    // The first crossing of the left edge, if the cell before was visited.
    var left = Int32(-1)
    for index in 0..<found {
      let column = Int(cells[index])
      let nw = north.bands[column]
      let ne = north.bands[column + 1]
      let sw = south.bands[column]
      let se = south.bands[column + 1]
      let least = min(min(nw, ne), min(sw, se))
      if index > 0, cells[index - 1] != column - 1 { left = -1 }
      if column == 0 { left = cross(north, south, 0, 0, nw, sw, 1, row) }
      var top = Int32(-1)
      if isFirst {
        top = cross(north, north, column, column + 1, nw, ne, Int32(column) << 1, row)
        if top >= 0 { topBorder.append(contentsOf: top..<crossings.count) }
      } else if nw != ne, nw != noBand, ne != noBand {
        top = above[cursor]
        cursor += 1
      }
      let right = cross(
        north, south, column + 1, column + 1, ne, se, Int32(column + 1) << 1 | 1, row)
      let bottom = cross(south, south, column, column + 1, sw, se, Int32(column) << 1, row &+ 1)
      if bottom >= 0 { below.append(bottom) }
      if least != noBand {
        link(nw, sw, se, ne, Starts(top: top, left: left, bottom: bottom, right: right))
      }
      left = right
      guard crossings.count <= Self.mostCrossings else { throw tooMany() }
    }
  }

  /// Collects the crossings of the last row of samples, once its cells are traced.
  mutating func end() {
    for start in below {
      let edge = crossings.base[Int(start)].point
      var next = start
      while next < crossings.count, crossings.base[Int(next)].point.key == edge.key {
        bottomBorder.append(next)
        next += 1
      }
    }
  }

  /// Adds the crossings of an edge, lower levels first, and returns the first; −1 when there are none.
  @inline(__always)
  private mutating func cross(
    _ a: Samples, _ b: Samples, _ columnA: Int, _ columnB: Int, _ bandA: Int32, _ bandB: Int32,
    _ edge: Int32, _ row: Int32
  ) -> Int32 {
    guard bandA != bandB, bandA != noBand, bandB != noBand else { return -1 }
    let first = crossings.count
    let low = min(bandA, bandB)
    let high = max(bandA, bandB)
    crossings.reserve(high &- low)
    let heightA = Double(a.elevations[columnA])
    let rise = Double(b.elevations[columnB]) - heightA
    var level = low
    while level < high {
      level &+= 1
      let fraction = (levels.levelMetres(level) - heightA) / rise
      let slack = levels.halfGapMetres(level) / abs(rise)
      crossings.append(
        ContourPoint(edge: edge, row: row, fraction: Self.snapped(fraction), slack: Float(min(slack, 1))),
        level: level)
    }
    return first
  }

  /// Returns the fraction with values within 1e-9 of a sample moved to it, so that points are never nearer than that.
  @inline(__always)
  private static func snapped(_ fraction: Double) -> Float {
    if fraction < 1e-9 { return 0 }
    return fraction > 1 - 1e-9 ? 1 : Float(fraction)
  }

  private struct Starts {
    let top: Int32
    let left: Int32
    let bottom: Int32
    let right: Int32
  }

  /// Links the crossings of a cell, level by level, with higher ground on the right.
  @inline(__always)
  private func link(_ nw: Int32, _ sw: Int32, _ se: Int32, _ ne: Int32, _ starts: Starts) {
    let least = min(min(nw, ne), min(sw, se))
    let most = max(max(nw, ne), max(sw, se))
    let top = starts.top &- min(nw, ne) &- 1
    let left = starts.left &- min(nw, sw) &- 1
    let bottom = starts.bottom &- min(sw, se) &- 1
    let right = starts.right &- min(ne, se) &- 1
    var level = least
    while level < most {
      level &+= 1
      let corners =
        (nw >= level ? 1 : 0) | (sw >= level ? 2 : 0) | (se >= level ? 4 : 0) | (ne >= level ? 8 : 0)
      switch corners {
      case 1: join(top &+ level, left &+ level)
      case 2: join(left &+ level, bottom &+ level)
      case 4: join(bottom &+ level, right &+ level)
      case 8: join(right &+ level, top &+ level)
      case 3: join(top &+ level, bottom &+ level)
      case 6: join(left &+ level, right &+ level)
      case 12: join(bottom &+ level, top &+ level)
      case 9: join(right &+ level, left &+ level)
      case 14: join(left &+ level, top &+ level)
      case 13: join(bottom &+ level, left &+ level)
      case 11: join(right &+ level, bottom &+ level)
      case 7: join(top &+ level, right &+ level)
      case 5:
        join(bottom &+ level, left &+ level)
        join(top &+ level, right &+ level)
      default:
        join(left &+ level, bottom &+ level)
        join(right &+ level, top &+ level)
      }
    }
  }

  @inline(__always)
  private func join(_ from: Int32, _ to: Int32) {
    crossings.base[Int(from)].next = to
    crossings.base[Int(to)].mark |= 1
  }

  private func tooMany() -> SkiError {
    SkiError(
      .limitExceeded,
      "contours would have more than \(Self.mostCrossings) points in one band of the raster; "
        + "choose a larger interval")
  }
}

/// The band of a void.
let noBand = Int32.min

/// A growable array of a band's crossings without bounds checks in the inner loop.
///
/// Belongs to one thread; the owner deallocates it.
struct CrossingStore {
  private(set) var base: UnsafeMutablePointer<ContourCrossing>
  private(set) var count: Int32 = 0
  private var capacity: Int32

  init(capacity: Int32 = 1 << 12) {
    self.capacity = capacity
    base = .allocate(capacity: Int(capacity))
  }

  func deallocate() { base.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Reserves capacity for more crossings.
  /// - Complexity: O(1) amortised.
  @inline(__always)
  mutating func reserve(_ more: Int32) {
    if count &+ more > capacity { grow(more) }
  }

  /// Appends a crossing; the capacity must be reserved.
  @inline(__always)
  mutating func append(_ point: ContourPoint, level: Int32) {
    base[Int(count)] = ContourCrossing(point: point, next: -1, mark: level &* 2)
    count &+= 1
  }

  @inline(never)
  private mutating func grow(_ more: Int32) {
    let larger = max(capacity &* 2, count &+ more)
    let moved = UnsafeMutablePointer<ContourCrossing>.allocate(capacity: Int(larger))
    moved.update(from: base, count: Int(count))
    base.deallocate()
    base = moved
    capacity = larger
  }
}
