public import SkiGeo

/// The kind of a street, as far as walking goes; the raw value is OpenStreetMap's `highway`, without `_link`.
@nonexhaustive
public enum StreetKind: String, Sendable, Hashable, CaseIterable, Codable {
  case trunk, primary, secondary, tertiary, unclassified, residential
  case livingStreet = "living_street"
  case service, pedestrian, road, track, path, footway, bridleway, cycleway, steps

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .trunk: 0
    case .primary: 1
    case .secondary: 2
    case .tertiary: 3
    case .unclassified: 4
    case .residential: 5
    case .livingStreet: 6
    case .service: 7
    case .pedestrian: 8
    case .road: 9
    case .track: 10
    case .path: 11
    case .footway: 12
    case .bridleway: 13
    case .cycleway: 14
    case .steps: 15
    }
  }

  /// Makes a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// A street or path that may be walked in winter, as the source has it; nothing is repaired here.
///
/// Streets are a network of their own: they meet each other only where they share a vertex, and are pushed or walked
/// along, never skied, whatever lies on them.
public struct Street: Hashable, Sendable {
  /// The id in the source file.
  public var id: SourceID
  /// The name, nil when unnamed.
  public var name: String?
  /// The number on the sign.
  public var ref: String?
  /// What it is.
  public var kind: StreetKind
  /// Bridge, tunnel, layer.
  package var level: Level
  /// Whether it exists.
  public var status: Lifecycle
  /// The word of its `access` tag, lower case; nil when the source says nothing.
  public var access: String?
  /// The word of its `foot` tag, lower case; nil when the source says nothing.
  public var foot: String?
  /// Its lines in source order; more than one for a MultiLineString.
  package var lines: [Polyline]

  /// Makes a street; everything but id, kind and lines may be unknown.
  package init(
    id: SourceID, name: String? = nil, ref: String? = nil, kind: StreetKind, level: Level = .ground,
    status: Lifecycle = .operating, access: String? = nil, foot: String? = nil, lines: [Polyline]
  ) {
    self.id = id
    self.name = name
    self.ref = ref
    self.kind = kind
    self.level = level
    self.status = status
    self.access = access
    self.foot = foot
    self.lines = lines
  }

  /// The box around its lines; nil without vertices. Complexity: O(*v*).
  public var bounds: BoundingBox? { BoundingBox(lines.lazy.flatMap(\.coordinates)) }
}
