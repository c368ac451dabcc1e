public import SkiBase
import SkiSystem

/// A cell of a fixed grid of nested squares, which stands for every position in it.
///
/// The grid is the same for all people, at all times and on all maps: whoever combines several cells of one person
/// learns the smallest of them and no more. The Earth is divided into bands of 128 km by latitude; within a band,
/// metres east are measured at its middle latitude, so that cells are square to 3 % up to 70°. Sides are 125 · 2ⁿ m
/// from 125 m to 64 km; all divide the height of a band, so that four cells make up exactly one of the next size.
public struct GridCell: Hashable, Sendable, Codable {
  /// The side in metres.
  public let sideMetres: Int
  /// The number of the row northwards from the equator.
  package let row: Int32
  /// The number of the column eastwards from Greenwich.
  package let column: Int32

  /// The permitted sides in metres, ascending: 125, 250, … 64,000.
  public static let sidesMetres = (0...9).map { 125 << $0 }
  /// The least side in metres.
  package static let leastSideMetres = 125

  private static let bandMetres = 128_000.0
  /// The length of a degree of latitude on a sphere of 6,371,008.8 m, in metres.
  private static let metresPerDegree = 111_195.080_233_532_9

  /// Creates the smallest cell with a coordinate.
  /// - Parameter place: A valid coordinate.
  package init(at place: Coordinate) {
    let north = place.latitude * Self.metresPerDegree
    let east = place.longitude * Self.metresPerDegree * Self.scale(ofMetresNorth: north)
    let side = Double(Self.leastSideMetres)
    self.init(
      sideMetres: Self.leastSideMetres, row: Int32((north / side).rounded(.down)),
      column: Int32((east / side).rounded(.down)))
  }

  package init(sideMetres: Int, row: Int32, column: Int32) {
    (self.sideMetres, self.row, self.column) = (sideMetres, row, column)
  }

  /// Returns the cell of a greater side that contains this one.
  /// - Precondition: The side is a permitted one and not less than this cell's.
  package func ancestor(sideMetres: Int) -> GridCell {
    precondition(
      sideMetres >= self.sideMetres && Self.sidesMetres.contains(sideMetres),
      "a cell of \(self.sideMetres) m is in none of \(sideMetres) m")
    let shift = (sideMetres / self.sideMetres).trailingZeroBitCount
    return GridCell(sideMetres: sideMetres, row: row >> Int32(shift), column: column >> Int32(shift))
  }

  /// The centre, the only coordinate that stands for a position in the cell.
  public var centre: Coordinate { place(0.5, 0.5) }

  /// The corners counterclockwise from the south-west.
  public var corners: [Coordinate] { [place(0, 0), place(0, 1), place(1, 1), place(1, 0)] }

  private func place(_ northShare: Double, _ eastShare: Double) -> Coordinate {
    let side = Double(sideMetres)
    let scale = Self.scale(ofMetresNorth: (Double(row) + 0.5) * side)
    let latitude = (Double(row) + northShare) * side / Self.metresPerDegree
    let longitude = (Double(column) + eastShare) * side / scale / Self.metresPerDegree
    return Coordinate(latitude: min(90, max(-90, latitude)), longitude: min(180, max(-180, longitude)))
  }

  /// Returns the cosine of the latitude in the middle of a place's band.
  private static func scale(ofMetresNorth metres: Double) -> Double {
    let middle = ((metres / bandMetres).rounded(.down) + 0.5) * bandMetres
    return max(0.01, cos(middle / metresPerDegree * .pi / 180))
  }
}

extension GridCell {
  /// Creates a cell from its members.
  /// - Throws: `DecodingError`, or ``SkiError`` with code `.malformedData` for a side that the grid does not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let side = try container.decode(Int.self, forKey: .sideMetres)
    guard Self.sidesMetres.contains(side) else {
      throw SkiError(.malformedData, "cell with a side of \(side) m is not of the grid; store it again")
    }
    self.init(
      sideMetres: side, row: try container.decode(Int32.self, forKey: .row),
      column: try container.decode(Int32.self, forKey: .column))
  }
}

/// The precision with which a ``ShareGrant`` shows a position.
public enum SharePrecision: Hashable, Sendable {
  /// The coordinate, the attachment to the map, the activity and the speed.
  case exact
  /// The cell of a fixed grid, with a side in metres: 125 times a power of two, see ``GridCell``.
  case grid(metres: Int)
  /// The ski area.
  case areaOnly
  /// Nothing, whatever other grants allow: a block.
  case hidden
}

extension SharePrecision: LosslessStringConvertible, Codable {
  /// The precision as text: `exact`, `grid:250`, `area` or `hidden`.
  public var description: String {
    switch self {
    case .exact: "exact"
    case .grid(let metres): "grid:\(metres)"
    case .areaOnly: "area"
    case .hidden: "hidden"
    }
  }

  /// Creates a precision from its text; nil for any other text and for a side that the grid does not have.
  public init?(_ description: String) {
    switch description {
    case "exact": self = .exact
    case "area": self = .areaOnly
    case "hidden": self = .hidden
    default:
      guard description.hasPrefix("grid:"), let metres = Int(description.dropFirst(5)),
        GridCell.sidesMetres.contains(metres)
      else { return nil }
      self = .grid(metres: metres)
    }
  }

  /// Creates a precision from one string.
  /// - Throws: `DecodingError` for another type, ``SkiError`` with code `.invalidArgument` for any other text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let precision = SharePrecision(text) else {
      throw SkiError(
        .invalidArgument,
        "precision \(text.terminalSafe()) is unknown; give exact, grid:METRES, area or hidden")
    }
    self = precision
  }

  /// Encodes the precision as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension SharePrecision {
  /// The rank from the finest, 0, to the coarsest; ``hidden`` comes last.
  package var coarseness: Int {
    switch self {
    case .exact: 0
    case .grid(let metres): metres
    case .areaOnly: Int.max - 1
    case .hidden: Int.max
    }
  }
}
