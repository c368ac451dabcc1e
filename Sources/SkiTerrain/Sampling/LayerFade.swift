import SkiBase

/// The weight of a layer against coarser ones: 1 inside, decreasing towards its voids and ends.
///
/// The weight of a sample rises smoothly with its distance to the nearest missing one: 0 right beside it, 1 from
/// ``coarserSamples`` samples of the next coarser layer on (4 to 64 of its own). It is interpolated bilinearly, as
/// heights are, so that it is 0 exactly where the layer ends. Distances count along rows, columns and diagonals
/// (Chebyshev) and are cached by blocks; blocks far from edges take no memory. Shared by any number of tasks.
final class LayerFade: Sendable {
  /// The width of the fade, in samples of the next coarser layer.
  static let coarserSamples = 4.0
  private static let marginLimits = 4.0...64.0
  /// The number of samples along one side of a block.
  private static let side = 128
  /// The maximum number of cached blocks, and of those near an edge.
  private static let cachedBlockLimit = (all: 1 << 18, nearEdges: 2048)

  /// The last block a caller used.
  struct Cursor {
    fileprivate var key = Int.min
    fileprivate var block: Block?
  }

  /// The distances to the nearest missing sample, ``side`` + 1 samples each way; nil where all are beyond the margin.
  fileprivate typealias Block = [UInt8]

  private struct BlockCache {
    var blocks: [Int: Block?] = [:]
    var nearEdgeCount = 0
  }

  /// The width of the fade in the layer's samples.
  let margin: Int
  private let layer: ElevationLayer
  private let blocksAcross: Int
  private let cache = Locked(BlockCache())

  init(_ layer: ElevationLayer, margin: Int) {
    self.layer = layer
    self.margin = margin
    blocksAcross = layer.grid.samples.columns / Self.side + 2
  }

  /// Returns the fades of layers, with margins from their resolutions at the equator.
  static func fades(of layers: [ElevationLayer]) -> [LayerFade] {
    let resolutions = layers.map { $0.grid.resolutionMetres(latitude: 0) }
    return zip(layers, resolutions).map { layer, own in
      let coarser = resolutions.filter { $0 > own * 1.01 }.min() ?? own
      let samples = (coarser / own * coarserSamples).rounded(.up)
      return LayerFade(
        layer, margin: Int(min(marginLimits.upperBound, max(marginLimits.lowerBound, samples))))
    }
  }

  /// Returns the weight at a position where the layer has a height, 0...1.
  /// - Throws: ``SkiError`` when a nearby tile can't be read.
  /// - Complexity: O(1), and the reading of a block and a margin around it the first time.
  func weight(x: Double, y: Double, _ cursor: inout Cursor) throws -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int(left), Int(top))
    let (blockColumn, blockRow) = (Self.block(of: column), Self.block(of: row))
    let key = key(blockColumn, blockRow)
    if key != cursor.key {
      cursor.block = try block(key, column: blockColumn * Self.side, row: blockRow * Self.side)
      cursor.key = key
    }
    guard let block = cursor.block else { return 1 }
    let at = (row - blockRow * Self.side) * (Self.side + 1) + column - blockColumn * Self.side
    let below = at + Self.side + 1
    let distance = bilinear(
      Double(block[at]), Double(block[at + 1]), Double(block[below]), Double(block[below + 1]),
      fx: x - left, fy: y - top)
    return Self.smooth((distance - 1) / Double(margin))
  }

  /// Returns whether the weight is 1 in all blocks that contain the given columns and rows.
  /// - Throws: ``SkiError`` when a nearby tile can't be read.
  /// - Complexity: O(1) for a block of 128 × 128 samples, and the reading of those not cached.
  func isFull(xs: [Double], ys: [Double]) throws -> Bool {
    let columns = Set(xs.lazy.map { Self.block(of: Int($0.rounded(.down))) })
    for row in Set(ys.lazy.map({ Self.block(of: Int($0.rounded(.down))) })) {
      for column in columns {
        let block = try block(key(column, row), column: column * Self.side, row: row * Self.side)
        guard block == nil else { return false }
      }
    }
    return true
  }

  /// Returns the index of the block of a sample, which is at least −``side``.
  private static func block(of sample: Int) -> Int { (sample + side) / side - 1 }

  private func key(_ blockColumn: Int, _ blockRow: Int) -> Int {
    (blockRow + 1) * blocksAcross + blockColumn + 1
  }

  /// Returns the smoothstep function of a value, 0...1.
  private static func smooth(_ part: Double) -> Double {
    let t = min(1, max(0, part))
    return t * t * (3 - 2 * t)
  }

  private func block(_ key: Int, column: Int, row: Int) throws -> Block? {
    if let known = cache.withLock({ $0.blocks[key] }) { return known }
    let block = try distances(column: column, row: row)
    cache.withLock { kept in
      if kept.blocks.count >= Self.cachedBlockLimit.all
        || kept.nearEdgeCount >= Self.cachedBlockLimit.nearEdges
      {
        kept = BlockCache()
      }
      if kept.blocks.updateValue(block, forKey: key) == nil, block != nil { kept.nearEdgeCount += 1 }
    }
    return block
  }

  /// Returns the distances of a block's samples, or nil when all are beyond the margin.
  private func distances(column: Int, row: Int) throws -> Block? {
    let reach = margin + 1
    let window = RasterWindow(
      column: column - reach, row: row - reach, columns: Self.side + 1 + 2 * reach,
      rows: Self.side + 1 + 2 * reach)
    var map = try missing(in: window)
    guard map.contains(0) else { return nil }
    Self.spread(&map, columns: window.columns, rows: window.rows)
    var block: Block = []
    block.reserveCapacity((Self.side + 1) * (Self.side + 1))
    for line in reach...reach + Self.side {
      let start = line * window.columns + reach
      block.append(contentsOf: map[start...start + Self.side])
    }
    return block.allSatisfy { $0 >= reach } ? nil : block
  }

  /// Returns 0 for each missing sample of a window, a distance beyond the margin for the others.
  private func missing(in window: RasterWindow) throws -> [UInt8] {
    let far = UInt8(margin + 1)
    return try withUnsafeTemporaryAllocation(of: Float.self, capacity: window.count) { heights in
      heights.initialize(repeating: .nan)
      try layer.read(window, into: heights)
      return heights.map { $0.isNaN ? 0 : far }
    }
  }

  /// Computes the Chebyshev distance transform in place.
  ///
  /// **Source:** the two-pass algorithm of Rosenfeld and Pfaltz 1966.
  private static func spread(_ map: inout [UInt8], columns: Int, rows: Int) {
    map.withUnsafeMutableBufferPointer { map in
      for row in 0..<rows {
        for column in 0..<columns { relax(map, column, row, columns, rows, step: -1) }
      }
      for row in (0..<rows).reversed() {
        for column in (0..<columns).reversed() { relax(map, column, row, columns, rows, step: 1) }
      }
    }
  }

  private static func relax(
    _ map: UnsafeMutableBufferPointer<UInt8>, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int,
    step: Int
  ) {
    let at = row * columns + column
    var least = map[at]
    if column + step >= 0, column + step < columns { least = min(least, map[at + step] + 1) }
    if row + step >= 0, row + step < rows {
      let next = at + step * columns
      least = min(least, map[next] + 1)
      if column > 0 { least = min(least, map[next - 1] + 1) }
      if column + 1 < columns { least = min(least, map[next + 1] + 1) }
    }
    map[at] = least
  }
}

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
