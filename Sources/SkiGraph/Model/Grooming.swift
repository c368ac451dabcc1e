/// The grooming of a run; the raw value is OpenStreetMap's `piste:grooming`.
@nonexhaustive
public enum Grooming: String, Sendable, Hashable, CaseIterable, Codable {
  /// Flat grooming for alpine and classic skiing.
  case classic
  /// Moguls that are left to form.
  case mogul
  /// Grooming for skating.
  case skating
  /// Grooming for classic skiing and skating.
  case classicAndSkating = "classic+skating"
  /// Grooming by a snowmobile.
  case scooter
  /// Terrain without grooming, marked at most.
  case backcountry
  /// Terrain without grooming.
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

  /// Creates a kind of grooming from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .classic
    case 1: self = .mogul
    case 2: self = .skating
    case 3: self = .classicAndSkating
    case 4: self = .scooter
    case 5: self = .backcountry
    case 6: self = .ungroomed
    default: return nil
    }
  }
}
