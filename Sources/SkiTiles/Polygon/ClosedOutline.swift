import SkiBase

/// The outline of the area that lines cover: a buffer with gaps between near lines closed, without holes.
///
/// Lines are rasterised, dilated far and eroded by less (morphological closing), and the result is traced.
/// **Source:** closing, Serra 1982, "Image analysis and mathematical morphology", by distance transforms.
struct ClosedOutline {
  /// The half-width of the widest gap that is closed, in metres.
  static let closingMetres = 420.0
  /// The distance of the outline from its outermost lines, in metres.
  static let widthMetres = 90.0
  private static let cellMetres = 80.0
  private static let cellsAcross = 240.0

  /// The rings in world units, clockwise.
  private(set) var rings: [[GridPoint]] = []
  /// A point well inside, in world units.
  private(set) var centre = GridPoint(0, 0)

  private let box: WorldBox
  /// The number of world units in a cell.
  private let cell: Double
  /// The number of cells in a metre.
  private let cellsPerMetre: Double
  private let columns: Int
  private let rows: Int
  private let margin: Int

  /// Creates the outline of lines, or returns nil without lines and where they span more than any ski area.
  ///
  /// - Parameters:
  ///   - lines: The lines, in world units.
  ///   - latitude: The latitude of the lines, in degrees.
  /// - Complexity: O(*n*) in vertices and cells passed, with at most some hundred thousand cells.
  init?(_ lines: [[GridPoint]], latitude: Double) {
    var box = WorldBox.empty
    for line in lines { for place in line { box.formUnion(x: place.x, y: place.y) } }
    guard box.isAreaSized else { return nil }
    let steps = 1 / Self.metresPerStep(latitude)
    let (width, height) = (Double(box.east) - Double(box.west), Double(box.south) - Double(box.north))
    cell = Self.cell(box, steps)
    cellsPerMetre = steps / cell
    margin = Self.margin(cellsPerMetre)
    self.box = box
    columns = Int(width / cell) + 2 * margin + 2
    rows = Int(height / cell) + 2 * margin + 2
    trace(lines)
  }

  /// Returns a box that contains the outline of lines in a box; nil where they have none.
  static func extent(around box: WorldBox, latitude: Double) -> WorldBox? {
    guard box.isAreaSized else { return nil }
    let steps = 1 / metresPerStep(latitude)
    let cell = cell(box, steps)
    let reach = Int((Double(margin(steps / cell)) * cell).rounded(.up))
    return WorldBox(
      west: Int32(clamping: Int(box.west) - reach), north: Int32(clamping: Int(box.north) - reach),
      east: Int32(clamping: Int(box.east) + reach), south: Int32(clamping: Int(box.south) + reach))
  }

  /// Returns the number of world units in a cell of the raster of lines in a box.
  private static func cell(_ box: WorldBox, _ steps: Double) -> Double {
    let (width, height) = (Double(box.east) - Double(box.west), Double(box.south) - Double(box.north))
    return max(cellMetres * steps, max(width, height) / cellsAcross)
  }

  /// Returns the number of cells around the lines, beyond which no outline reaches.
  private static func margin(_ cellsPerMetre: Double) -> Int { Int(closingMetres * cellsPerMetre) + 3 }

  /// Returns the number of metres on the ground in a world unit.
  private static func metresPerStep(_ latitude: Double) -> Double {
    let scale = LocalScale(latitude: max(-85, min(85, latitude)))
    return scale.metresPerDegreeLongitude * 360 / 4_294_967_296
  }

  private mutating func trace(_ lines: [[GridPoint]]) {
    let reach = Float(Self.closingMetres * cellsPerMetre)
    let inner = DistanceTransform.depths(of: marks(lines).dilated(squaredReach: reach * reach))
    let back = max(0.5, Float((Self.closingMetres - Self.widthMetres) * cellsPerMetre))
    let tracer = LevelTracer(values: inner, columns: columns, void: .low)
    rings = tracer.lines([back])[0].compactMap { line in
      let ring = line.points.map(place)
      return line.isRing && RingCleaning.doubleAreaOfWorld(ring) > 0 ? ring : nil
    }
    centre = place(middle(of: inner))
  }

  /// Returns the rasterised lines.
  private func marks(_ lines: [[GridPoint]]) -> BitGrid {
    var marks = BitGrid(columns: columns, rows: rows)
    func mark(_ place: SIMD2<Double>) { marks.set(Self.nearest(place.x), Self.nearest(place.y)) }
    for line in lines {
      guard var last = line.first.map(position) else { continue }
      mark(last)
      for corner in line.dropFirst().map(position) {
        let away = corner - last
        let cells = max(abs(away.x), abs(away.y))
        if cells <= 1 {
          if cells > 0 { mark(last + away) }
        } else {
          let count = Int(cells.rounded(.up))
          for step in 1...count { mark(last + away * (Double(step) / Double(count))) }
        }
        last = corner
      }
    }
    return marks
  }

  /// Returns the nearest whole number to a positive number.
  private static func nearest(_ position: Double) -> Int {
    // The sum is exact where it matters, since positions are far below 2^51.
    Int(position + 0.5)
  }

  private func position(_ place: GridPoint) -> SIMD2<Double> {
    SIMD2(Double(place.x) - Double(box.west), Double(place.y) - Double(box.north)) / cell + Double(margin)
  }

  private func place(_ position: SIMD2<Double>) -> GridPoint {
    let steps = (position - Double(margin)) * cell
    return GridPoint(
      Int32(clamping: Int(steps.x.rounded()) + Int(box.west)),
      Int32(clamping: Int(steps.y.rounded()) + Int(box.north)))
  }

  /// Returns the cell nearest to the grid's centre among those at least 80 % as deep inside as the deepest.
  private func middle(of inner: [Float]) -> SIMD2<Double> {
    let deepest = inner.max() ?? 0
    var best = (SIMD2<Double>(0, 0), Double.infinity)
    for index in inner.indices where inner[index] >= 0.8 * deepest {
      let position = SIMD2(Double(index % columns), Double(index / columns))
      let away = position - SIMD2(Double(columns) / 2, Double(rows) / 2)
      let squared = (away * away).sum()
      if squared < best.1 { best = (position, squared) }
    }
    return best.0
  }
}

extension RingCleaning {
  /// Returns twice the signed area of a ring in world units, in floating point. Complexity: O(*n*).
  static func doubleAreaOfWorld(_ ring: [GridPoint]) -> Double {
    guard let first = ring.first, var last = ring.last else { return 0 }
    var sum = 0.0
    for corner in ring {
      let (ax, ay) = (Double(last.x) - Double(first.x), Double(last.y) - Double(first.y))
      let (bx, by) = (Double(corner.x) - Double(first.x), Double(corner.y) - Double(first.y))
      sum += ax * by - ay * bx
      last = corner
    }
    return sum
  }
}

extension WorldBox {
  /// Indicates whether the box is at most a 64th of the world wide and high; a wider one is an error or crosses the
  /// antimeridian.
  var isAreaSized: Bool {
    west <= east && Int(east) - Int(west) <= 1 << 26 && Int(south) - Int(north) <= 1 << 26
  }
}

/// The repair of single rings.
enum RingCleaning {
  /// Returns a ring without repeated corners and spikes; empty when nothing is left.
  /// - Complexity: O(*n*).
  static func cleaned(_ ring: [GridPoint]) -> [GridPoint] {
    var kept: [GridPoint] = []
    kept.reserveCapacity(ring.count)
    for corner in ring { push(corner, &kept) }
    // Removes repeats and spikes across the start of the ring.
    var start = 0
    while kept.count - start > 2 {
      let (first, second) = (kept[start], kept[start + 1])
      let last = kept[kept.count - 1]
      if first == last || isSpike(kept[kept.count - 2], last, first) {
        kept.removeLast()
      } else if isSpike(last, first, second) {
        start += 1
      } else {
        return start == 0 ? kept : Array(kept[start...])
      }
    }
    return []
  }

  private static func push(_ corner: GridPoint, _ kept: inout [GridPoint]) {
    while let last = kept.last {
      if last == corner { return }
      guard kept.count > 1, isSpike(kept[kept.count - 2], last, corner) else { break }
      kept.removeLast()
    }
    kept.append(corner)
  }

  /// Returns whether the second edge of three corners doubles back on the first.
  private static func isSpike(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
    guard RingEdge.turn(a, b, c) == 0 else { return false }
    let (abx, aby) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let (bcx, bcy) = (Int64(c.x) - Int64(b.x), Int64(c.y) - Int64(b.y))
    return abx * bcx + aby * bcy < 0
  }

  /// Returns twice the signed area of a ring, positive when clockwise, *y* pointing down. Complexity: O(*n*).
  static func doubleArea(_ ring: [GridPoint]) -> Int64 {
    guard let first = ring.first, var last = ring.last else { return 0 }
    var sum: Int64 = 0
    for corner in ring {
      sum &+= RingEdge.turn(first, last, corner)
      last = corner
    }
    return sum
  }
}
