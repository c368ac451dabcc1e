/// The grooming of a run; the raw value is OpenStreetMap's `piste:grooming`.
@nonexhaustive
public enum Grooming: String, Sendable, Hashable, CaseIterable, Codable {
  /// Groomed flat, for alpine and classic skiing.
  case classic
  /// Moguls are left to form.
  case mogul
  /// Groomed for skating.
  case skating
  /// Groomed for classic skiing and skating.
  case classicAndSkating = "classic+skating"
  /// Groomed by a snowmobile.
  case scooter
  /// Not groomed, marked at most.
  case backcountry
  /// Not groomed.
  case ungroomed = "no"

  /// Indicates whether a machine smooths the snow.
  public var isGroomed: Bool {
    switch self {
    case .classic, .skating, .classicAndSkating, .scooter: true
    case .mogul, .backcountry, .ungroomed: false
    }
  }

  /// The code in map files; codes are never reused for another case.
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

  /// Creates a grooming from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}
