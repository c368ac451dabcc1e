import SkiBase

/// The samples of a layer with faults and voids mended, in blocks made where they are asked for.
///
/// Faulty samples are voids. Voids within ``reachMetres`` of known samples are filled: from the layers below where these
/// have heights, else, in holes, from the samples around; see ``MendedSamples``. Where a small cell has none of them,
/// heights are those of the layer. Shared by any number of tasks.
final class LayerMending: Sendable {
  /// The distance in metres from known samples within which voids are filled.
  static let reachMetres = 200.0
  /// The width in metres of the widest holes that are filled from their rims; beyond its end a layer is not continued.
  private static let holeMetres = 4 * reachMetres
  /// The greatest number of samples within reach, which bounds the cost for models finer than 4 m.
  private static let reachLimit = 48
  /// The number of samples along one side of a block that is mended, and of a cell that is judged: small, so that lines
  /// near the edge of a tile seldom ask for the next one.
  private static let (side, cellSide) = (64, 16)
  /// The number of samples around a cell that decide whether its own are faulty: two passes of eight neighbours.
  private static let judgeCount = 3
  /// The greatest numbers of cells and blocks in the cache; a block takes 21 kB.
  private static let cacheLimit = (cells: 1 << 18, blocks: 2048)

  /// A closure that returns the heights of coordinates in the layers below, around a centre; NaN where none has one
  /// that is not bridged.
  typealias Base = @Sendable (_ centre: Coordinate, _ places: [Coordinate]) throws -> [Double]

  /// The samples of a block, and one more column and row.
  private enum Block: Sendable {
    /// None is known.
    case empty
    case mended(metres: [Float], origins: [MendedSamples.Origin])
  }

  private struct BlockCache {
    /// Indicates for each cell that was judged whether it is intact.
    var cells: [Int: Bool] = [:]
    var blocks: [Int: Block] = [:]
  }

  /// The last cell and the last block a caller used.
  private struct Cursor {
    var cell = Int.min
    var isIntact = false
    var key = Int.min
    var column = 0
    var row = 0
    var block = Block.empty
  }

  let layer: ElevationLayer
  private let base: Base?
  private let cellsAcross: Int
  private let cache = Locked(BlockCache())

  /// Creates the mending of a layer.
  /// - Parameter base: The layers below; nil without any.
  init(_ layer: ElevationLayer, base: Base? = nil) {
    self.layer = layer
    self.base = base
    cellsAcross = layer.grid.samples.columns / Self.cellSide + 4 * Self.side / Self.cellSide
  }

  /// The heights at coordinates.
  struct Heights {
    /// The heights in metres by bilinear interpolation; NaN where the layer has none.
    var metres: [Double]
    /// Indicates the heights that depend on a filled sample.
    var isBridged: [Bool]
    /// The faulty samples that were replaced for these heights.
    var replaced: Set<Int> = []
  }

  /// Returns the heights at coordinates.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*n*), and for each new block O(*s*) in its samples; O(*s* · *w*) with voids and their width.
  func heights(at places: [Coordinate]) throws -> Heights {
    var found = Heights(
      metres: [Double](repeating: .nan, count: places.count),
      isBridged: [Bool](repeating: false, count: places.count))
    var (sampling, cursor) = (ElevationLayer.Cursor(), Cursor())
    try places.withUnsafeBufferPointer { places in
      try found.metres.withUnsafeMutableBufferPointer {
        try layer.sample(places, .bilinear, into: $0, &sampling)
      }
      try layer.withPositions(of: places) { xs, ys, start, count in
        for offset in 0..<count {
          try mend(start + offset, xs[offset], ys[offset], &found, &cursor)
        }
      }
    }
    return found
  }

  /// Replaces a height at a position where samples around it are mended.
  private func mend(
    _ number: Int, _ x: Double, _ y: Double, _ found: inout Heights, _ cursor: inout Cursor
  ) throws {
    let reach = Double(2 * Self.reachLimit)
    guard x >= -reach, y >= -reach, x <= Double(layer.grid.samples.columns) + reach,
      y <= Double(layer.grid.samples.rows) + reach
    else { return }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (Int(left), Int(top))
    guard try !isIntact(column, row, &cursor) else { return }
    try move(&cursor, toColumn: column, row: row)
    guard case .mended(let metres, let origins) = cursor.block else { return }
    var cell = MendedCell(fx: x - left, fy: y - top)
    for (across, down) in cell.corners {
      let at = (row - cursor.row + down) * (Self.side + 1) + column - cursor.column + across
      cell.add(metres[at], origins[at], across, down)
      if origins[at] == .replaced {
        found.replaced.insert(sampleNumber(column + across, row + down))
      }
    }
    if cell.isMended {
      found.metres[number] = cell.metres
      found.isBridged[number] = cell.isBridged && !cell.metres.isNaN
    }
  }

  /// Returns the number of a sample, which may lie within reach beyond the first or last.
  private func sampleNumber(_ column: Int, _ row: Int) -> Int {
    let reach = 2 * Self.reachLimit
    return (row + reach) * (layer.grid.samples.columns + 2 * reach + 2) + column + reach
  }

  /// Returns whether all samples of the cell with a sample, and one more column and row, are known and without faults.
  private func isIntact(_ column: Int, _ row: Int, _ cursor: inout Cursor) throws -> Bool {
    let (across, down, key) = number(column, row, Self.cellSide)
    guard key != cursor.cell else { return cursor.isIntact }
    cursor.isIntact =
      try cache.withLock { $0.cells[key] } ?? judge(across * Self.cellSide, down * Self.cellSide, key)
    cursor.cell = key
    return cursor.isIntact
  }

  private func judge(_ column: Int, _ row: Int, _ key: Int) throws -> Bool {
    let margin = (Self.judgeCount, Self.judgeCount)
    let isIntact =
      try spacing(column, row, Self.cellSide).map {
        try samples(column, row, side: Self.cellSide, margin: margin, $0.spacing).isIntact()
      } ?? false
    cache.withLock { kept in
      if kept.cells.count >= Self.cacheLimit.cells { kept.cells = [:] }
      kept.cells[key] = isIntact
    }
    return isIntact
  }

  /// Returns the column and row of the square of samples that has a sample, and their number.
  private func number(_ column: Int, _ row: Int, _ side: Int) -> (across: Int, down: Int, key: Int) {
    // Floored quotients: positions begin before the first sample.
    let before = 2 * Self.side / side
    let (across, down) = ((column + 2 * Self.side) / side - before, (row + 2 * Self.side) / side - before)
    return (across, down, (down + before) * cellsAcross + across + before)
  }

  private func move(_ cursor: inout Cursor, toColumn column: Int, row: Int) throws {
    let (across, down, key) = number(column, row, Self.side)
    guard key != cursor.key else { return }
    (cursor.column, cursor.row) = (across * Self.side, down * Self.side)
    cursor.block = try block(key, column: cursor.column, row: cursor.row)
    cursor.key = key
  }

  private func block(_ key: Int, column: Int, row: Int) throws -> Block {
    if let known = cache.withLock({ $0.blocks[key] }) { return known }
    let block = try makeBlock(column: column, row: row)
    cache.withLock { kept in
      if kept.blocks.count >= Self.cacheLimit.blocks { kept.blocks = [:] }
      kept.blocks[key] = block
    }
    return block
  }

  /// Returns the centre of a square of samples, with the distances between rows and columns there in metres; nil beyond
  /// the Earth.
  private func spacing(
    _ column: Int, _ row: Int, _ side: Int
  ) throws -> (centre: Coordinate, spacing: (row: Double, column: Double))? {
    let centre = try layer.grid.place(x: Double(column + side / 2), y: Double(row + side / 2))
    guard centre.isValid else { return nil }
    let spacing = layer.grid.spacingsMetres(at: centre)
    let isUsable = spacing.row > 0 && spacing.column > 0 && spacing.row.isFinite && spacing.column.isFinite
    return isUsable ? (centre, spacing) : nil
  }

  private func makeBlock(column: Int, row: Int) throws -> Block {
    guard let (centre, spacing) = try spacing(column, row, Self.side) else { return .empty }
    let margin = (Self.margin(spacing.column), Self.margin(spacing.row))
    var wide = try samples(column, row, side: Self.side, margin: margin, spacing)
    guard wide.metres.contains(where: { !$0.isNaN }) else { return .empty }
    wide.dropFaults()
    if let base {
      let heights = try baseHeights(base, below: wide, column - margin.0, row - margin.1, centre)
      wide.fill(from: heights, withinMetres: Self.reachMetres)
    }
    wide.fillHoles(upToMetres: Self.holeMetres, withinMetres: Self.reachMetres)
    return Self.inner(wide, margin)
  }

  /// Returns the number of samples around a block that its voids may depend on.
  private static func margin(_ stepMetres: Double) -> Int {
    3 * Int(min(Double(reachLimit), (reachMetres / stepMetres).rounded(.up))) + judgeCount
  }

  /// Returns the samples of a square, and of one more column and row, with a margin.
  private func samples(
    _ column: Int, _ row: Int, side: Int, margin: (columns: Int, rows: Int),
    _ spacing: (row: Double, column: Double)
  ) throws -> MendedSamples {
    let window = RasterWindow(
      column: column - margin.columns, row: row - margin.rows, columns: side + 1 + 2 * margin.columns,
      rows: side + 1 + 2 * margin.rows)
    let metres = try [Float](unsafeUninitializedCapacity: window.count) { memory, filled in
      let target = UnsafeMutableBufferPointer(rebasing: memory[..<window.count])
      target.initialize(repeating: .nan)
      try layer.read(window, into: target)
      filled = window.count
    }
    return MendedSamples(
      metres: metres, columns: window.columns, stepMetres: (column: spacing.column, row: spacing.row))
  }

  /// Returns the heights of the layers below at voids, and at the known samples beside them within reach.
  private func baseHeights(
    _ base: Base, below samples: MendedSamples, _ column: Int, _ row: Int, _ centre: Coordinate
  ) throws -> [Float] {
    let step = max(samples.stepMetres.column, samples.stepMetres.row)
    let distances = samples.distancesMetres(upTo: Self.reachMetres + 2 * step)
    var heights = [Float](repeating: .nan, count: samples.metres.count)
    var (numbers, places): ([Int], [Coordinate]) = ([], [])
    for at in samples.metres.indices
    where samples.metres[at].isNaN ? distances[at].isFinite : samples.isBesideVoid(at) {
      let place = try layer.grid.place(
        x: Double(column + at % samples.columns), y: Double(row + at / samples.columns))
      guard place.isValid else { continue }
      numbers.append(at)
      places.append(place)
    }
    for (at, height) in zip(numbers, try base(centre, places)) { heights[at] = Float(height) }
    return heights
  }

  /// Returns a block without its margin.
  private static func inner(_ samples: MendedSamples, _ margin: (columns: Int, rows: Int)) -> Block {
    var metres: [Float] = []
    var inner: [MendedSamples.Origin] = []
    for row in margin.rows...margin.rows + side {
      let line = row * samples.columns + margin.columns
      metres += samples.metres[line...line + side]
      inner += samples.origins[line...line + side]
    }
    if metres.allSatisfy(\.isNaN) { return .empty }
    return .mended(metres: metres, origins: inner)
  }
}

/// The bilinear interpolation between four samples, some of which may be mended.
private struct MendedCell {
  let fx: Double
  let fy: Double
  /// The height in metres; NaN when a sample with a weight is unknown.
  private(set) var metres = 0.0
  /// Indicates whether a sample with a weight is not as the raster has it.
  private(set) var isMended = false
  /// Indicates whether a sample with a weight was interpolated.
  private(set) var isBridged = false

  init(fx: Double, fy: Double) { (self.fx, self.fy) = (fx, fy) }

  /// The offsets of the samples with a weight.
  var corners: [(across: Int, down: Int)] {
    switch (fx > 0, fy > 0) {
    case (true, true): [(0, 0), (1, 0), (0, 1), (1, 1)]
    case (true, false): [(0, 0), (1, 0)]
    case (false, true): [(0, 0), (0, 1)]
    case (false, false): [(0, 0)]
    }
  }

  mutating func add(_ height: Float, _ origin: MendedSamples.Origin, _ across: Int, _ down: Int) {
    let weight = (across == 1 ? fx : 1 - fx) * (down == 1 ? fy : 1 - fy)
    metres += weight * Double(height)
    if origin != .raster || height.isNaN { isMended = true }
    if origin == .filled || origin == .replaced { isBridged = true }
  }
}

extension MendedSamples {
  /// Returns whether one of the samples around an inner one is a void.
  fileprivate func isBesideVoid(_ at: Int) -> Bool {
    let (row, column) = (at / columns, at % columns)
    guard row > 0, row < rows - 1, column > 0, column < columns - 1 else { return false }
    return [at - 1, at + 1, at - columns, at + columns].contains { metres[$0].isNaN }
  }
}
