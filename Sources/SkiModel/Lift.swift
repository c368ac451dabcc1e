package import SkiGeo

/// The kind of a lift, in OpenSkiMap's words (the raw value is its `liftType`).
@nonexhaustive
public enum LiftKind: String, Sendable, Hashable, CaseIterable, Codable {
  case gondola
  case chairLift = "chair_lift"
  case cableCar = "cable_car"
  case funicular
  case railway
  case rackRailway = "rack_railway"
  case mixedLift = "mixed_lift"
  case dragLift = "drag_lift"
  case tBar = "t-bar"
  case jBar = "j-bar"
  case platter
  case ropeTow = "rope_tow"
  case magicCarpet = "magic_carpet"
  case unknown

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .gondola: 0
    case .chairLift: 1
    case .cableCar: 2
    case .funicular: 3
    case .railway: 4
    case .rackRailway: 5
    case .mixedLift: 6
    case .dragLift: 7
    case .tBar: 8
    case .jBar: 9
    case .platter: 10
    case .ropeTow: 11
    case .magicCarpet: 12
    case .unknown: 13
    }
  }

  /// Makes a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }

  /// Whether a lift of this kind is ridden both ways when the source says nothing.
  public var isTwoWayByDefault: Bool {
    switch self {
    case .gondola, .cableCar, .funicular, .railway, .rackRailway, .mixedLift: true
    default: false
    }
  }
}

/// A place of a lift where one may board or leave, as the lift itself lists it.
package struct LiftStation: Hashable, Sendable {
  /// The name, nil when unnamed.
  package var name: String?
  /// `mid`, `bottom` or `top`, where the source says.
  package var position: String?
  /// Where it stands.
  package var coordinate: Coordinate
  /// Whether one may board here.
  package var allowsBoarding: Bool
  /// Whether one may leave here.
  package var allowsAlighting: Bool

  /// Makes a station where one may both board and leave.
  package init(
    name: String? = nil, position: String? = nil, coordinate: Coordinate, allowsBoarding: Bool = true,
    allowsAlighting: Bool = true
  ) {
    self.name = name
    self.position = position
    self.coordinate = coordinate
    self.allowsBoarding = allowsBoarding
    self.allowsAlighting = allowsAlighting
  }
}

/// A ride with a direction, as the source has it; nothing is repaired here.
public struct Lift: Signposted, Hashable, Sendable {
  /// The id in the source file.
  public var id: SourceID
  /// The name, nil when unnamed.
  public var name: String?
  /// The numbers on the sign, in source order.
  public var refs: [String]
  /// Its other names.
  package var alternativeNames: [AlternativeName] = []
  /// The kind; `.unknown` when the source says none.
  public var kind: LiftKind
  /// Seats of a carrier, or of the largest one.
  public var occupancy: Int?
  /// People an hour.
  public var capacityPerHour: Int?
  /// Seconds for one ride from end to end, as the source says.
  public var durationSeconds: Double?
  /// Whether the carriers leave the rope at the stations; nil when unknown.
  public var isDetachable: Bool?
  /// Whether its carriers have bubbles; nil when unknown.
  public var hasBubble: Bool?
  /// Whether its carriers have heated seats; nil when unknown.
  public var isHeated: Bool?
  /// The direction tag; nil when the source says nothing.
  package var oneway: OnewayTag?
  /// Whether it exists and runs.
  public var status: Lifecycle
  /// Who may ride it, and in which season.
  package var access = AccessTags()
  /// When it runs, as tagged: an `opening_hours` text; nil when the source says nothing.
  public var openingHours: String?
  /// Ids of the ski areas it belongs to, where the source says.
  public var skiAreaIDs: [SourceID]
  /// The relation of the source that makes one lift of several sections; nil without one.
  public var relationID: SourceID?
  /// Its stations, as far as it lists them: those between the ends and those at them.
  package var stations: [LiftStation]
  /// Its line in source order; more than one part for a MultiLineString.
  package var parts: [Polyline]

  /// Makes a lift; everything but id and line may be unknown.
  package init(
    id: SourceID, name: String? = nil, refs: [String] = [], kind: LiftKind = .unknown,
    occupancy: Int? = nil, capacityPerHour: Int? = nil, durationSeconds: Double? = nil,
    isDetachable: Bool? = nil, oneway: OnewayTag? = nil, status: Lifecycle = .operating,
    skiAreaIDs: [SourceID] = [], stations: [LiftStation] = [], parts: [Polyline]
  ) {
    self.id = id
    self.name = name
    self.refs = refs
    self.kind = kind
    self.occupancy = occupancy
    self.capacityPerHour = capacityPerHour
    self.durationSeconds = durationSeconds
    self.isDetachable = isDetachable
    self.oneway = oneway
    self.status = status
    self.skiAreaIDs = skiAreaIDs
    self.stations = stations
    self.parts = parts
  }
}
