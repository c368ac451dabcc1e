public import SkiGeo
public import SkiModel

/// What one moves on along a link; the raw values are the words of every output format.
@nonexhaustive
public enum LinkKind: String, Sendable, Hashable, CaseIterable, Codable {
  case run, lift, walk, connector

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .run: 0
    case .lift: 1
    case .walk: 2
    case .connector: 3
    }
  }

  /// Makes a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// Why a link exists that is in no source: the reason a connector was made.
@nonexhaustive
package enum LinkCause: String, Sendable, Hashable, CaseIterable {
  /// The link is a piece of a source feature.
  case source
  /// Two runs end or pass near each other.
  case nearMiss
  /// From the top of a lift, or a station, to a run.
  case liftToRun
  /// From a run to a boarding place.
  case runToLift
  /// Between stations of two lifts.
  case liftToLift
  /// Across a mapped area between two places where something touches it.
  case areaCrossing
  /// Along or to a street.
  case street

  /// The code used in map files; a code is never given to another case.
  package var code: UInt8 {
    switch self {
    case .source: 0
    case .nearMiss: 1
    case .liftToRun: 2
    case .runToLift: 3
    case .liftToLift: 4
    case .areaCrossing: 5
    case .street: 6
    }
  }

  /// Makes a cause from its code, or nil when there is no such code.
  package init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// Facts about a link that are yes or no.
package struct LinkFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The difficulty was estimated from the terrain.
  package static let difficultyEstimated = LinkFlags(rawValue: 1 << 0)
  /// The difficulty is that of an overlapping, harder run.
  package static let difficultyFromOverlap = LinkFlags(rawValue: 1 << 1)
  /// The link crosses a mapped area instead of following a mapped line.
  package static let areaCrossing = LinkFlags(rawValue: 1 << 2)
  /// The profile is known: every point has an elevation.
  package static let hasElevation = LinkFlags(rawValue: 1 << 3)
  /// The run is a ski tour, hike or other way that has to be opted in to.
  package static let optIn = LinkFlags(rawValue: 1 << 4)
  /// The link follows a tagged connection: pushing both ways is normal.
  package static let connection = LinkFlags(rawValue: 1 << 5)
  /// The direction was guessed: a lift's of unknown kind without a tag, or a way's across an area without heights.
  package static let directionEstimated = LinkFlags(rawValue: 1 << 6)
  /// A stretch here is two grades or more steeper than the painted grade, beyond the noise of the heights.
  package static let steeperThanGraded = LinkFlags(rawValue: 1 << 7)
  /// The run is an ungroomed itinerary, which has to be opted in to.
  package static let itinerary = LinkFlags(rawValue: 1 << 8)
  /// The ride begins in a cabin that comes from another section of the lift: one is aboard and does not wait.
  package static let staysOn = LinkFlags(rawValue: 1 << 9)
  /// The ride ends in a cabin that goes on into another section of the lift: one does not get off there.
  package static let goesOn = LinkFlags(rawValue: 1 << 10)
}

/// What a feature is.
@nonexhaustive
public enum FeatureKind: String, Sendable, Hashable, CaseIterable, Codable {
  case run, lift, station, hut, street

  /// The code used in map files; a code is never given to another case.
  public var code: UInt8 {
    switch self {
    case .run: 0
    case .lift: 1
    case .station: 2
    case .hut: 3
    case .street: 4
    }
  }

  /// Makes a kind from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// A place with an elevation in whole centimetres where one is known, as graphs store it.
public struct GraphPoint: Hashable, Sendable, Codable {
  /// Where.
  public var position: FixedCoordinate
  /// Centimetres above mean sea level, nil when unknown. Smoothed along its feature: see the builder.
  public var elevationCentimetres: Int32?

  /// Makes a point.
  public init(position: FixedCoordinate, elevationCentimetres: Int32?) {
    self.position = position
    self.elevationCentimetres = elevationCentimetres
  }

  /// Where, in degrees.
  public var coordinate: Coordinate { position.coordinate }
  /// Metres above mean sea level, nil when unknown.
  public var elevationMetres: Double? { elevationCentimetres.map { Double($0) / 100 } }
}

/// A run, lift, station or hut as the graph knows it: everything needed to name it and to price it.
public struct GraphFeature: Signposted, Hashable, Sendable {
  /// What it is.
  public var kind: FeatureKind
  /// The feature's own id in its source file.
  public var id: SourceID
  /// Its name; nil when it has none.
  public var name: String?
  /// The numbers on its sign, in source order.
  public var refs: [String]
  /// Its other names.
  package var alternativeNames: [AlternativeName] = []
  /// Whether it operates, is planned, or is out of use.
  public var status: Lifecycle
  /// The convention its colours follow.
  public var convention: DifficultyConvention
  /// The grade as mapped; nil when ungraded or not a run.
  public var difficulty: Difficulty?
  /// For an ungraded run: the grade its steepest sections suggest; nil without trustworthy heights.
  public var estimatedDifficulty: Difficulty?
  package var uses: RunUses = []
  /// Whether the source maps it as an area.
  public var isArea = false
  /// Of a run: how it is kept, and whether it is gladed or lit.
  public var terrain = RunTerrain()
  /// Who may use it and in which season, as tagged.
  package var access = AccessTags()
  /// When it is open, as tagged: an `opening_hours` text; nil when the source says nothing.
  public var openingHours: String?
  /// The kind of a lift; unknown for all else.
  public var liftKind: LiftKind = .unknown
  /// Seats of a lift's carrier, or of the largest one; nil when unknown.
  public var occupancy: Int?
  /// People a lift carries in an hour; nil when unknown.
  public var capacityPerHour: Int?
  /// Milliseconds for one ride from end to end as the source says, already judged plausible; nil otherwise.
  public var durationMilliseconds: Int?
  /// Whether a lift's carriers leave the rope at the stations; nil when unknown.
  public var isDetachable: Bool?
  /// Whether a lift's carriers have bubbles; nil when unknown.
  public var hasBubble: Bool?
  /// Whether a lift's carriers have heated seats; nil when unknown.
  public var isHeated: Bool?
  /// What a street is; nil for all else, and in maps made before it was kept.
  public var streetKind: StreetKind?
  /// The lift a station belongs to.
  public var parent: FeatureIndex?
  /// The measured ski area it lies in.
  package var area: AreaIndex?
  /// Lift: the boarding end (the lower one when both are). Run: the upper end. Others: the place itself.
  public var start: GraphPoint
  /// Lift: the far end. Run: the lower end. Others: the place itself.
  public var end: GraphPoint
  /// The node at `start`; nil when the feature is not part of the network.
  public var startNode: NodeIndex?
  /// The node at `end`; nil when the feature is not part of the network.
  public var endNode: NodeIndex?

  /// Makes a feature of which only the given parts are known.
  public init(
    kind: FeatureKind, id: SourceID, name: String? = nil, refs: [String] = [],
    status: Lifecycle = .operating, convention: DifficultyConvention = .europe, start: GraphPoint,
    end: GraphPoint
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.refs = refs
    self.status = status
    self.convention = convention
    self.start = start
    self.end = end
  }
}

/// A ski area for measuring: lift ends and run lines clustered by single linkage at 150 m.
package struct GraphArea: Hashable, Sendable {
  /// The name of the mapped area most of its features belong to; nil when none is mapped.
  package var name: String?
  /// The id of that mapped area.
  package var id: SourceID?
  /// How many operating lifts it holds; areas for measuring have two or more.
  package var operatingLiftCount: Int
  /// The box around its lift ends and runs.
  package var bounds: BoundingBox

  /// Makes an area.
  package init(
    name: String?, id: SourceID?, operatingLiftCount: Int, bounds: BoundingBox
  ) {
    self.name = name
    self.id = id
    self.operatingLiftCount = operatingLiftCount
    self.bounds = bounds
  }
}

/// A piece of one feature between two nodes, or a made connector, with all its facts.
package struct GraphLink: Hashable, Sendable {
  package var kind: LinkKind
  /// The feature it is a piece of; nil for connectors.
  package var feature: FeatureIndex?
  package var tail: NodeIndex
  package var head: NodeIndex
  /// Whether one may go from tail to head.
  package var allowsForward: Bool
  /// Whether one may go from head to tail.
  package var allowsBackward: Bool
  /// The grade that counts for a ceiling; nil when ungraded and not estimated.
  package var difficulty: Difficulty?
  package var flags: LinkFlags
  package var cause: LinkCause
  /// How sure the builder is that the link exists: 0 guess ... 100 mapped so.
  package var confidencePercent: UInt8
  /// Centimetres along the source feature's line where the link starts (at its tail).
  package var startOffsetCentimetres: UInt32
  /// Centimetres along the source feature's line where the link ends; less than the start when it runs against the line.
  package var endOffsetCentimetres: UInt32
  /// The shape from tail to head, two points or more; the first and last are the nodes' positions.
  package var points: [GraphPoint]
  /// Centimetres along the map (horizontal) from the tail to each point; starts with 0, never falls.
  package var distancesCentimetres: [UInt32]
  /// Centimetres of height at each point, inferred from all that is known around; nil where heights are known, or none could be
  /// inferred. They are for prices and directions, never to be shown: their zero is arbitrary.
  package var inferredElevationsCentimetres: [Int32]?

  /// Makes a link.
  package init(
    kind: LinkKind, feature: FeatureIndex?, tail: NodeIndex, head: NodeIndex, allowsForward: Bool,
    allowsBackward: Bool, difficulty: Difficulty? = nil, flags: LinkFlags = [],
    cause: LinkCause = .source, confidencePercent: UInt8 = 100, startOffsetCentimetres: UInt32 = 0,
    endOffsetCentimetres: UInt32 = 0, points: [GraphPoint], distancesCentimetres: [UInt32],
    inferredElevationsCentimetres: [Int32]? = nil
  ) {
    self.kind = kind
    self.feature = feature
    self.tail = tail
    self.head = head
    self.allowsForward = allowsForward
    self.allowsBackward = allowsBackward
    self.difficulty = difficulty
    self.flags = flags
    self.cause = cause
    self.confidencePercent = confidencePercent
    self.startOffsetCentimetres = startOffsetCentimetres
    self.endOffsetCentimetres = endOffsetCentimetres
    self.points = points
    self.distancesCentimetres = distancesCentimetres
    self.inferredElevationsCentimetres = inferredElevationsCentimetres
  }
}
