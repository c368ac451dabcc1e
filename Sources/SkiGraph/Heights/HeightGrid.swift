import SkiBase

/// The elevations of a region and its surroundings as encoded into a map: tiles of one lattice, in whole steps.
///
/// A value; it grows by the rows of tiles from the north, each from the west.
package struct HeightGrid: Sendable, Hashable {
  package let lattice: HeightLattice
  /// The height of one step, in millimetres; elevations are rounded to the nearest.
  package let stepMillimetres: UInt32
  /// The EPSG code of the vertical reference system of the source; 0 when it states none.
  package let datumEPSG: UInt32
  /// The attributions that anything made from the elevations has to show.
  package let attributions: [String]
  /// The tiles present, in order.
  private(set) var tiles: [HeightTileAddress] = []
  /// The start of each tile's code, and the end of the last one.
  private(set) var firstBytes: [Int] = [0]
  private(set) var bytes: [UInt8] = []

  /// Creates a grid without tiles.
  /// - Precondition: The lattice is valid, and a step is 1 mm to 100 m.
  package init(
    _ lattice: HeightLattice, stepMillimetres: UInt32, datumEPSG: UInt32 = 0, attributions: [String] = []
  ) {
    precondition(lattice.isValid, "lattice has no meaning: \(lattice)")
    precondition(
      Self.steps.contains(stepMillimetres), "step must be \(Self.steps) mm, got \(stepMillimetres)")
    self.lattice = lattice
    self.stepMillimetres = stepMillimetres
    self.datumEPSG = datumEPSG
    self.attributions = attributions
  }

  /// The heights of one step that a map may have, in millimetres.
  static let steps: ClosedRange<UInt32> = 1...100_000

  /// The number of tiles.
  package var tileCount: Int { tiles.count }
  /// The number of bytes of all tiles.
  package var byteCount: Int { bytes.count }

  /// Appends a tile; one of voids alone is left out.
  /// - Parameters:
  ///   - address: Its position, behind that of the tile before.
  ///   - metres: The elevations of its samples, rows from the north, each from the west; NaN for a void. Those that no
  ///     map may hold, below −1,000 m or above 10,000 m, become voids.
  /// - Precondition: The tile lies in the lattice and follows the last one; there are 64 × 64 elevations.
  /// - Complexity: O(1).
  package mutating func append(_ address: HeightTileAddress, metres: [Float]) {
    precondition(
      Int(address.column) < lattice.tilesAcross && Int(address.row) < lattice.tilesDown
        && tiles.last.map { $0 < address } ?? true,
      "tile \(address) is out of order or outside of its lattice")
    let stepsPerMetre = 1000 / Double(stepMillimetres)
    let range = HeightTileCode.range(ofStepMillimetres: stepMillimetres)
    let heights = metres.map { metres in
      let steps = (Double(metres) * stepsPerMetre).rounded()
      return steps >= Double(range.lowerBound) && steps <= Double(range.upperBound)
        ? Int32(steps) : HeightTileCode.void
    }
    guard let code = HeightTileCode.encoded(heights) else { return }
    tiles.append(address)
    bytes += code
    firstBytes.append(bytes.count)
  }
}
