import SkiBase

extension GraphValidation {
  /// Checks the lattice of the height grid, and that its tiles lie in it, in order, each with a code of its own.
  ///
  /// The codes themselves are checked when a tile is first read; see ``StoredHeightGrid``.
  func checkHeights() throws(SkiError) {
    let heights = s.heights
    guard heights.arePresent else { return }
    try require(heights.grid.count == 1, .heightCounts, .heightGrid, heights.grid.count)
    let tiles = heights.tile.count
    try require(
      heights.firstByte.count == tiles + 1, .heightCounts, .heightFirstByte,
      min(heights.firstByte.count, tiles + 1))
    let record = heights.grid[0]
    guard let lattice = record.lattice else { throw MapRule.heightLattice.broken(.heightGrid, 0, in: part) }
    try require(HeightGrid.steps.contains(record.stepMillimetres), .heightStep, .heightGrid, 0)
    try require(heights.firstByte[0] == 0, .heightBytes, .heightFirstByte, 0)
    try require(Int(heights.firstByte[tiles]) == heights.bytes.count, .heightBytes, .heightFirstByte, tiles)
    for position in 0..<tiles {
      let tile = heights.tile[position]
      try require(
        Int(tile.column) < lattice.tilesAcross && Int(tile.row) < lattice.tilesDown, .heightTile, .heightTile,
        position)
      try require(
        position == 0 || heights.tile[position - 1] < tile, .heightOrder, .heightTile, position)
      try require(
        heights.firstByte[position] < heights.firstByte[position + 1], .heightBytes, .heightFirstByte,
        position + 1)
    }
    for (position, text) in heights.attribution.enumerated() {
      try require(Int(text) < s.texts.count, .heightAttribution, .heightAttribution, position)
    }
  }
}
