/// The continuation of the rows of a grid in degrees beyond the poles.
///
/// On a grid that wraps around the Earth and reaches a pole, the rows beyond it are those on its other side, half a
/// turn away. If the number of columns is odd, so that none is opposite, the outermost row is repeated.
struct GridPoles: Sendable {
  private let rows: Int
  private let hasOpposite: Bool
  /// The position of rows relative to each pole, on it or half a step beside it; nil without a continuation.
  private let north: PoleRows?
  private let south: PoleRows?

  private enum PoleRows: Sendable {
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
    north = Self.poleRows(90 - grid.originY, step: grid.stepY)
    south = Self.poleRows(90 + grid.y(ofRow: Double(grid.rows - 1)), step: grid.stepY)
  }

  private static func poleRows(_ gap: Double, step: Double) -> PoleRows? {
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
