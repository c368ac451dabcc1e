import SkiBase

/// The heights between layers whose grids end one step before another begins.
///
/// Pixel tiles of whole degrees do so: the last row of one is a step north of the first row of the next. Tiles of one width
/// are one layer; where they narrow towards the poles, as those of Copernicus do at 50° and 60°, two layers meet and neither
/// has four samples around a place within that step. There the outermost rows are interpolated linearly across it, each with
/// its own columns, so that heights are continuous with both layers.
struct LayerSeam {
  private let layers: [ElevationLayer]
  private let order: [Int]
  private var cursors: [ElevationLayer.Cursor]

  /// The tolerance of the sum of weights, which is 1 where two grids of one step meet.
  private static let tolerance = 1e-6

  /// Creates the seams of layers in their order at some places.
  init(_ layers: [ElevationLayer], order: [Int]) {
    self.layers = layers
    self.order = order
    cursors = Array(repeating: .init(), count: layers.count)
  }

  /// Returns the height at a place where no layer has one; NaN unless it lies in a seam.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*s*) in the number of layers.
  mutating func elevation(at place: Coordinate) throws -> Double {
    var (sum, total) = (0.0, 0.0)
    // Grids that need PROJ are left out: they end along lines that are no parallels.
    for index in order where layers[index].grid.isSeparable {
      let grid = layers[index].grid
      guard let (x, y) = try grid.position(of: place) else { continue }
      let inside = (
        x: grid.wraps ? x : min(max(0, x), Double(grid.samples.columns - 1)),
        y: min(max(0, y), Double(grid.samples.rows - 1))
      )
      let (across, down) = (abs(x - inside.x), abs(y - inside.y))
      guard across < 1, down < 1, across + down > 0 else { continue }
      let height = try layers[index].elevation(x: inside.x, y: inside.y, .bilinear, &cursors[index])
      guard !height.isNaN else { continue }
      let weight = (1 - across) * (1 - down)
      sum += height * weight
      total += weight
    }
    return abs(total - 1) < Self.tolerance ? sum / total : .nan
  }
}
