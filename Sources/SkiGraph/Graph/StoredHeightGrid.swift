package import SkiBase

/// The height grid of a region: the elevations of its ground and 2 km around, by tiles.
///
/// A value that shares the region's storage; any number of tasks may read tiles at once. A tile is decoded, and its code
/// checked, each time it is read.
package struct StoredHeightGrid: Sendable {
  package let lattice: HeightLattice
  /// The height of one step in millimetres, to which elevations were rounded.
  package let stepMillimetres: UInt32
  /// The EPSG code of the vertical reference system of the source; 0 when it states none.
  package let datumEPSG: UInt32
  private let storage: GraphStorage

  init?(_ storage: GraphStorage) {
    guard let record = storage.heights.grid.first, let lattice = record.lattice else { return nil }
    self.storage = storage
    self.lattice = lattice
    stepMillimetres = record.stepMillimetres
    datumEPSG = record.datumEPSG
  }

  /// The number of tiles.
  package var tileCount: Int { storage.heights.tile.count }
  /// The number of bytes of all tiles.
  package var byteCount: Int { storage.heights.bytes.count }

  /// The attributions that anything made from the elevations has to show.
  package var attributions: [String] { storage.heights.attribution.compactMap { storage.string($0) } }

  /// Returns the address of a tile.
  /// - Precondition: `0 <= position < tileCount`.
  package func address(_ position: Int) -> HeightTileAddress { storage.heights.tile[position] }

  /// Returns the position of a tile; nil when the grid has none there.
  /// - Complexity: O(log *n*) in tiles.
  package func position(of address: HeightTileAddress) -> Int? {
    let tiles = storage.heights.tile
    let position = tiles.partitioningIndex { !($0 < address) }
    return position < tiles.count && tiles[position] == address ? position : nil
  }

  /// Returns the elevations of a tile in metres, rows from the north, each from the west; NaN for voids.
  /// - Throws: ``SkiError`` with code `.malformedData` when its code is malformed.
  /// - Complexity: O(1): one pass over 64 × 64 samples.
  /// - Precondition: `0 <= position < tileCount`.
  package func metres(ofTile position: Int) throws(SkiError) -> [Float] {
    let metresPerStep = Double(stepMillimetres) / 1000
    return try heights(ofTile: position).map {
      $0 == HeightTileCode.void ? .nan : Float(Double($0) * metresPerStep)
    }
  }

  /// Returns the heights of a tile in steps.
  private func heights(ofTile position: Int) throws(SkiError) -> [Int32] {
    let first = storage.heights.firstByte
    let code = storage.heights.bytes.row(Int(first[position])..<Int(first[position + 1]))
    let range = HeightTileCode.range(ofStepMillimetres: stepMillimetres)
    var isWellFormed = false
    let heights = [Int32](unsafeUninitializedCapacity: HeightTileCode.count) { buffer, filled in
      buffer.initialize(repeating: HeightTileCode.void)
      isWellFormed = HeightTileCode.decode(code.unchecked, within: range, into: buffer)
      filled = HeightTileCode.count
    }
    guard isWellFormed else {
      throw MapRule.heightCode.broken(.heightTile, position, in: storage.partName)
    }
    return heights
  }

  /// Decodes every tile.
  /// - Throws: ``SkiError`` with code `.malformedData` for the first one whose code is malformed.
  /// - Complexity: O(*n*) in samples.
  package func verify() throws(SkiError) {
    for position in 0..<tileCount { _ = try heights(ofTile: position) }
  }
}

extension RoutingGraph {
  /// The height grid of the region; nil in maps made without it, and in those of earlier formats.
  package var heightGrid: StoredHeightGrid? { StoredHeightGrid(storage) }

  /// Returns the availability of elevations of all runs and lifts of the region; nil when there are none.
  package func elevationQuality() -> ElevationQuality? {
    let codes = [LinkKind.run.code, LinkKind.lift.code]
    return ElevationQuality.merged(
      (0..<linkCount).lazy.filter { codes.contains(storage.linkKind[$0]) }.map(elevationQuality(ofLink:)))
  }

  /// Returns the availability of elevations of a link.
  func elevationQuality(ofLink link: Int) -> ElevationQuality {
    if LinkFlags(rawValue: storage.linkFlags[link]).contains(.hasElevation) { return .surveyed }
    return storage.hasInferredElevations(link) ? .inferred : .none
  }
}

extension GraphStorage {
  /// Returns whether a link has inferred elevations; a link has them at all of its points or at none.
  package func hasInferredElevations(_ link: Int) -> Bool {
    !pointInferredElevation.isEmpty && pointInferredElevation[Int(linkFirstPoint[link])] != .min
  }
}
