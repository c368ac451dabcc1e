/// How a run is prepared; the raw value is OpenStreetMap's `piste:grooming`.
@nonexhaustive
public enum Grooming: String, Sendable, Hashable, CaseIterable {
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

  /// The code used in map files: the position in the list of cases.
  public var code: UInt8 { UInt8(Self.allCases.firstIndex(of: self)!) }

  /// Makes a grooming from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard Int(code) < Self.allCases.count else { return nil }
    self = Self.allCases[Int(code)]
  }
}
