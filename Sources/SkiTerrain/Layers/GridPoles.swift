import SkiProjection

/// How the rows of a grid of degrees go on beyond the poles.
///
/// Beyond the northernmost row of a grid that goes round the Earth and reaches the pole comes the same row, or the next
/// one, on the other side of the pole: half a turn away. Where the columns of a turn are odd in number, so that none lies
/// opposite, the row itself stands for what is beyond it.
struct GridPoles: Sendable {
  private let rows: Int
  private let hasOpposite: Bool
  /// Whether there is a way over each pole; rows may lie at the pole itself or half a step before it.
  private let north: Way?
  private let south: Way?

  private enum Way: Sendable {
    case rowAtPole
    case rowsBesidePole
  }

  init(_ grid: RasterGrid, wraps: Bool) {
    rows = grid.rows
    hasOpposite = grid.columns % 2 == 0
    guard wraps, grid.reference.kind == .geographic else {
      (north, south) = (nil, nil)
      return
    }
    north = Self.way(90 - grid.originY, step: grid.stepY)
    south = Self.way(90 + grid.y(ofRow: Double(grid.rows - 1)), step: grid.stepY)
  }

  private static func way(_ gap: Double, step: Double) -> Way? {
    if abs(gap) < step * 1e-3 { return .rowAtPole }
    return abs(gap - step / 2) < step * 1e-3 ? .rowsBesidePole : nil
  }

  /// Returns the row that stands for one beyond the ends, and whether it is half a turn away.
  func row(beyond row: Int) -> (isOpposite: Bool, row: Int)? {
    guard let way = row < 0 ? north : south else { return nil }
    let beyond = row < 0 ? -row : row - rows + 1
    let inside = hasOpposite ? (way == .rowAtPole ? beyond : beyond - 1) : 0
    guard inside < rows else { return nil }
    return (hasOpposite, row < 0 ? inside : rows - 1 - inside)
  }
}
