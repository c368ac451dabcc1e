import SkiBase

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
