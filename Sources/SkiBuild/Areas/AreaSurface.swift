import SkiSystem

/// The smoothed terrain of an area on a square grid, for the cost of paths.
///
/// A value; `Sendable`. Elevations are bilinear in each cell. The smoothing repeats averages with the weights 1-2-1 in
/// both directions, up to the width of the kernel of `ElevationProfile`.
struct AreaSurface: Sendable {
  let lattice: PlaneLattice
  /// The elevations in metres above mean sea level at the grid points; NaN where not needed.
  private var metres: [Double]

  /// The half-width of the smoothing kernel, in metres.
  private static let kernelMetres = 25.0
  /// The greatest number of averages.
  private static let passLimit = 8

  /// Creates the terrain at the grid points that are needed; returns nil when `read` doesn't know them all.
  /// - Complexity: O(*n*) in grid points.
  init?(
    _ lattice: PlaneLattice, needed: [Bool], resolutionMetres: Double,
    read: ([PlanePoint]) throws -> [Double]?
  ) rethrows {
    let corners = needed.indices.filter { needed[$0] }
    guard let known = try read(corners.map(lattice.point)), known.count == corners.count else { return nil }
    self.lattice = lattice
    metres = Array(repeating: .nan, count: needed.count)
    for (corner, height) in zip(corners, known) { metres[corner] = height }
    let width = max(Self.kernelMetres, resolutionMetres)
    let passes = (width * width / 3 / (lattice.spacingMetres * lattice.spacingMetres)).rounded()
    for _ in 0..<Int(max(0, min(Double(Self.passLimit), passes))) { smooth(corners) }
  }

  private mutating func smooth(_ corners: [Int]) {
    let old = metres
    let columns = lattice.columns
    for corner in corners {
      let (column, row) = (corner % columns, corner / columns)
      guard column > 0, row > 0, column + 1 < columns, row + 1 < lattice.rows else { continue }
      var sum = 4 * old[corner]
      sum += 2 * (old[corner - 1] + old[corner + 1] + old[corner - columns] + old[corner + columns])
      sum += old[corner - columns - 1] + old[corner - columns + 1]
      sum += old[corner + columns - 1] + old[corner + columns + 1]
      if !sum.isNaN { metres[corner] = sum / 16 }
    }
  }

  /// Returns the elevation at a point in metres above mean sea level; nil where none was needed.
  func elevation(at point: PlanePoint) -> Double? {
    let x = max(0, min(Double(lattice.columns - 1), (point.x - lattice.origin.x) / lattice.spacingMetres))
    let y = max(0, min(Double(lattice.rows - 1), (point.y - lattice.origin.y) / lattice.spacingMetres))
    let column = min(Int(x), max(0, lattice.columns - 2))
    let row = min(Int(y), max(0, lattice.rows - 2))
    let (fx, fy) = (x - Double(column), y - Double(row))
    let (right, above) = (min(column + 1, lattice.columns - 1), min(row + 1, lattice.rows - 1))
    var (sum, weights) = (0.0, 0.0)
    func add(_ column: Int, _ row: Int, _ weight: Double) {
      let height = metres[row * lattice.columns + column]
      guard !height.isNaN else { return }
      sum += height * (weight + 1e-9)
      weights += weight + 1e-9
    }
    add(min(column, lattice.columns - 1), min(row, lattice.rows - 1), (1 - fx) * (1 - fy))
    add(right, min(row, lattice.rows - 1), fx * (1 - fy))
    add(min(column, lattice.columns - 1), above, (1 - fx) * fy)
    add(right, above, fx * fy)
    return weights > 0 ? sum / weights : nil
  }
}

/// A square grid of points over a box.
struct PlaneLattice: Sendable {
  let origin: PlanePoint
  let spacingMetres: Double
  let columns: Int
  let rows: Int

  /// Creates a grid that covers a box and one more cell on each side.
  init(_ box: PlaneBox, spacingMetres: Double) {
    self.spacingMetres = spacingMetres
    origin = PlanePoint(
      x: ((box.minX / spacingMetres).rounded(.down) - 1) * spacingMetres,
      y: ((box.minY / spacingMetres).rounded(.down) - 1) * spacingMetres)
    columns = Int(((box.maxX - origin.x) / spacingMetres).rounded(.up)) + 2
    rows = Int(((box.maxY - origin.y) / spacingMetres).rounded(.up)) + 2
  }

  var count: Int { columns * rows }

  /// Returns the point of a number, row by row.
  func point(_ number: Int) -> PlanePoint {
    PlanePoint(
      x: origin.x + Double(number % columns) * spacingMetres,
      y: origin.y + Double(number / columns) * spacingMetres)
  }

  /// Returns the number of the lower left corner of the cell of a point, clamped to the grid.
  func cell(of point: PlanePoint) -> Int {
    let column = max(0, min(Double(columns - 1), (point.x - origin.x) / spacingMetres))
    let row = max(0, min(Double(rows - 1), (point.y - origin.y) / spacingMetres))
    return Int(row) * columns + Int(column)
  }
}
