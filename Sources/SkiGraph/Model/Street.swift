package import SkiBase

/// The kind of a street for walking; the raw value is OpenStreetMap's `highway`, without `_link`.
@nonexhaustive
public enum StreetKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// The kind of this name in OpenStreetMap's `highway`.
  case trunk, primary, secondary, tertiary, unclassified, residential
  /// A street on which walkers have priority (`highway=living_street`).
  case livingStreet = "living_street"
  /// The kind of this name in OpenStreetMap's `highway`.
  case service, pedestrian, road, track, path, footway, bridleway, cycleway, steps

  /// The code in map files; codes are never reused for another case.
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

  /// Creates a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .trunk
    case 1: self = .primary
    case 2: self = .secondary
    case 3: self = .tertiary
    case 4: self = .unclassified
    case 5: self = .residential
    case 6: self = .livingStreet
    case 7: self = .service
    case 8: self = .pedestrian
    case 9: self = .road
    case 10: self = .track
    case 11: self = .path
    case 12: self = .footway
    case 13: self = .bridleway
    case 14: self = .cycleway
    case 15: self = .steps
    default: return nil
    }
  }
}

/// A street or path walkable in winter, as the source has it, without repairs.
///
/// Streets form a separate network: they connect only at shared vertices, and are walked, never skied.
package struct Street: Hashable, Sendable {
  /// The id in the source file.
  package var id: SourceID
  /// The name; nil when unnamed.
  package var name: String?
  /// The reference number; nil without one.
  package var ref: String?
  /// The kind of the street.
  package var kind: StreetKind
  /// The bridge, tunnel and layer tags.
  package var level: Level
  /// The lifecycle: operating, planned, or out of use.
  package var status: Lifecycle
  /// The value of the `access` tag in lower case; nil when the source does not state it.
  package var access: String?
  /// The value of the `foot` tag in lower case; nil when the source does not state it.
  package var foot: String?
  /// Indicates whether the source states that it is cleared of snow (`winter_service=yes`).
  package var isCleared: Bool
  /// The lines in source order; more than one for a MultiLineString.
  package var lines: [Polyline]

  /// Creates a street; all properties but id, kind and lines may be unknown.
  package init(
    id: SourceID, name: String? = nil, ref: String? = nil, kind: StreetKind, level: Level = .ground,
    status: Lifecycle = .operating, access: String? = nil, foot: String? = nil, isCleared: Bool = false,
    lines: [Polyline]
  ) {
    self.id = id
    self.name = name
    self.ref = ref
    self.kind = kind
    self.level = level
    self.status = status
    self.access = access
    self.foot = foot
    self.isCleared = isCleared
    self.lines = lines
  }

  /// The extent of the lines; nil without vertices.
  /// - Complexity: O(*n*) in the vertices.
  package var bounds: BoundingBox? { BoundingBox(lines.lazy.flatMap(\.coordinates)) }
}
