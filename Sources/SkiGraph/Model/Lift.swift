package import SkiBase

/// The kind of a lift, in OpenSkiMap's terms (the raw value is its `liftType`).
@nonexhaustive
public enum LiftKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Cabins on a circulating rope.
  case gondola
  /// Chairs on a circulating rope.
  case chairLift = "chair_lift"
  /// Large cabins that shuttle between two stations (aerial tramway).
  case cableCar = "cable_car"
  /// Coupled rail cars drawn by a rope.
  case funicular
  /// A railway without rack or rope.
  case railway
  /// A rack railway.
  case rackRailway = "rack_railway"
  /// Chairs and cabins on one rope.
  case mixedLift = "mixed_lift"
  /// A drag lift of unknown type.
  case dragLift = "drag_lift"
  /// A drag lift with a bar for two.
  case tBar = "t-bar"
  /// A drag lift with a bar for one.
  case jBar = "j-bar"
  /// A drag lift with a disc for one (button lift).
  case platter
  /// A moving rope to hold on to.
  case ropeTow = "rope_tow"
  /// A conveyor belt.
  case magicCarpet = "magic_carpet"
  /// A lift whose kind the source does not state.
  case unknown

  /// The code in map files; codes are never reused for another case.
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

  /// Creates a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .gondola
    case 1: self = .chairLift
    case 2: self = .cableCar
    case 3: self = .funicular
    case 4: self = .railway
    case 5: self = .rackRailway
    case 6: self = .mixedLift
    case 7: self = .dragLift
    case 8: self = .tBar
    case 9: self = .jBar
    case 10: self = .platter
    case 11: self = .ropeTow
    case 12: self = .magicCarpet
    case 13: self = .unknown
    default: return nil
    }
  }

  /// Indicates whether lifts of this kind carry passengers in both directions when the source does not state it.
  public var isTwoWayByDefault: Bool {
    switch self {
    case .gondola, .cableCar, .funicular, .railway, .rackRailway, .mixedLift: true
    default: false
    }
  }
}

/// A station listed by a lift, for boarding or alighting.
package struct LiftStation: Hashable, Sendable {
  /// The name; nil when unnamed.
  package var name: String?
  /// The position along the lift, `mid`, `bottom` or `top`; nil when the source does not state it.
  package var position: String?
  /// The coordinate.
  package var coordinate: Coordinate
  /// Indicates whether passengers may board.
  package var allowsBoarding: Bool
  /// Indicates whether passengers may alight.
  package var allowsAlighting: Bool

  /// Creates a station, by default for boarding and alighting.
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

/// A lift as the source has it, without repairs.
package struct Lift: Signposted, Hashable, Sendable {
  /// The id in the source file.
  package var id: SourceID
  /// The name; nil when unnamed.
  package var name: String?
  /// The reference numbers in source order; empty when there are none.
  package var refs: [String]
  /// The alternative names.
  package var alternativeNames: [AlternativeName] = []
  /// The kind; `.unknown` when the source does not state it.
  package var kind: LiftKind
  /// The number of persons a carrier holds, or the largest carrier; nil when unknown.
  package var occupancy: Int?
  /// The capacity in persons per hour; nil when unknown.
  package var capacityPerHour: Int?
  /// The duration of a ride from end to end in seconds; nil when the source does not state it.
  package var durationSeconds: Double?
  /// Indicates whether carriers detach from the rope at stations; nil when unknown.
  package var isDetachable: Bool?
  /// Indicates whether carriers have bubbles; nil when unknown.
  package var hasBubble: Bool?
  /// Indicates whether carriers have heated seats; nil when unknown.
  package var isHeated: Bool?
  /// The ropes of a cabin lift, where its tags state a faster system than a single one; nil otherwise.
  package var ropes: CabinRopes?
  /// The direction tag; nil when the source does not state it.
  package var oneway: OnewayTag?
  /// The lifecycle: operating, planned, or out of use.
  package var status: Lifecycle
  /// The access tags.
  package var access = AccessTags()
  /// The opening hours as tagged (`opening_hours`); nil when the source does not state them.
  package var openingHours: String?
  /// The ids of the ski areas it belongs to; empty when the source does not state them.
  package var skiAreaIDs: [SourceID]
  /// The relation in the source that joins several sections into one lift; nil without one.
  package var relationID: SourceID?
  /// The stations the source lists, at the ends and between them.
  package var stations: [LiftStation]
  /// The line in source order; more than one part for a MultiLineString.
  package var parts: [Polyline]

  /// Creates a lift; all properties but id and line may be unknown.
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
