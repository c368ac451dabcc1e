/// How a run is prepared; the raw value is OpenStreetMap's `piste:grooming`.
@nonexhaustive
public enum Grooming: String, Sendable, Hashable, CaseIterable, Codable {
  /// Groomed flat, as runs for everybody are.
  case classic
  /// Left to grow bumps.
  case mogul
  case skating
  case classicAndSkating = "classic+skating"
  /// Rolled by a snow scooter.
  case scooter
  /// Marked at most, not prepared.
  case backcountry
  /// Not prepared.
  case ungroomed = "no"

  /// Whether a machine smooths the snow.
  public var isGroomed: Bool {
    switch self {
    case .classic, .skating, .classicAndSkating, .scooter: true
    case .mogul, .backcountry, .ungroomed: false
    }
  }

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .classic: 0
    case .mogul: 1
    case .skating: 2
    case .classicAndSkating: 3
    case .scooter: 4
    case .backcountry: 5
    case .ungroomed: 6
    }
  }

  /// Makes a grooming from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}
