import SkiBase

/// The lattice of the samples of a height grid: columns from west to east, rows from north to south.
///
/// Sample (c, r) is at x = `originX` + c · `stepX`, y = `originY` − r · `stepY`, in the units of ``kind``. The lattice is that
/// of the elevation model or every *n*-th column and row of it, and may reach around the Earth; a height grid holds a few
/// of its tiles. `columns` and `rows` count its samples.
package struct HeightLattice: Hashable, Sendable {
  /// The systems of x and y; the raw values belong to the format.
  package enum Kind: UInt32, Sendable, CaseIterable {
    /// Degrees of longitude and latitude, WGS 84.
    case degrees = 0
    /// Metres of Web Mercator (EPSG 3857).
    case webMercator = 1
  }

  package var kind: Kind
  package var originX: Double
  package var originY: Double
  package var stepX: Double
  package var stepY: Double
  package var columns: Int
  package var rows: Int

  /// Creates a lattice; see ``isValid``.
  package init(
    _ kind: Kind, originX: Double, originY: Double, stepX: Double, stepY: Double, columns: Int, rows: Int
  ) {
    self.kind = kind
    self.originX = originX
    self.originY = originY
    self.stepX = stepX
    self.stepY = stepY
    self.columns = columns
    self.rows = rows
  }

  /// The number of tiles from west to east; the last one may reach beyond the lattice.
  package var tilesAcross: Int { (columns + HeightTileCode.side - 1) / HeightTileCode.side }
  /// The number of tiles from north to south.
  package var tilesDown: Int { (rows + HeightTileCode.side - 1) / HeightTileCode.side }

  /// Half the circumference of the sphere of Web Mercator, in metres, rounded up.
  private static let halfTurnMetres = 20_037_509.0

  /// Indicates whether the lattice has samples and lies on the Earth: at most a turn wide, and from pole to pole, but for
  /// half a step at each end and rounding.
  package var isValid: Bool {
    // A comparison with a number that is not one is false.
    guard columns > 0, columns < 1 << 31, rows > 0, rows < 1 << 31, stepX > 0, stepY > 0 else { return false }
    let (halfTurn, pole) = kind == .degrees ? (180.0, 90.0) : (Self.halfTurnMetres, Self.halfTurnMetres)
    let width = Double(columns) * stepX
    let south = originY - Double(rows - 1) * stepY
    return abs(originX) <= 2 * halfTurn && width <= 2 * halfTurn + 1.5 * stepX
      && originY <= pole + stepY / 2 && south >= -pole - stepY / 2
  }
}

/// The position of a tile of a lattice in tiles; ordered by row, then by column.
package struct HeightTileAddress: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// The row of tiles from the north.
  package var row: UInt32
  /// The column of tiles from the west.
  package var column: UInt32

  package init(row: UInt32, column: UInt32) {
    self.row = row
    self.column = column
  }

  package static func < (a: HeightTileAddress, b: HeightTileAddress) -> Bool {
    a.row == b.row ? a.column < b.column : a.row < b.row
  }
}

/// The fixed part of a height grid as stored in a `.skimap`: 64 bytes, little-endian, no padding.
struct HeightGridRecord: BitwiseCopyable, Sendable {
  var originX = 0.0
  var originY = 0.0
  var stepX = 0.0
  var stepY = 0.0
  var columns: UInt32 = 0
  var rows: UInt32 = 0
  var kind: UInt32 = 0
  /// The height of one step, in millimetres.
  var stepMillimetres: UInt32 = 0
  /// The EPSG code of the vertical reference system; 0 when the source states none.
  var datumEPSG: UInt32 = 0
  var reserved0: UInt32 = 0
  var reserved1: UInt64 = 0

  /// The lattice; nil for a kind of later formats and numbers without meaning.
  var lattice: HeightLattice? {
    guard let kind = HeightLattice.Kind(rawValue: kind) else { return nil }
    let lattice = HeightLattice(
      kind, originX: originX, originY: originY, stepX: stepX, stepY: stepY, columns: Int(columns),
      rows: Int(rows))
    return lattice.isValid ? lattice : nil
  }
}

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
