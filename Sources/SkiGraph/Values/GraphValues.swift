package import SkiBase

/// The origin of a link: a source feature, or the reason a connector was added.
@nonexhaustive
package enum LinkCause: String, Sendable, Hashable, CaseIterable {
  /// The link is a piece of a source feature.
  case source
  /// Connects two runs that end or pass near each other.
  case nearMiss
  /// Connects the top of a lift, or a station, to a run.
  case liftToRun
  /// Connects a run to a place where a lift is boarded.
  case runToLift
  /// Connects stations of two lifts.
  case liftToLift
  /// Crosses a mapped area between two places on its outline or inside it.
  case areaCrossing
  /// Follows a street or leads to one.
  case street
  /// Is walked between stations, or from run to run where skiing is harder than a ceiling; no grade applies to it.
  case onFoot
  /// Is walked over ground where nothing is mapped, so that skiers have to find the way; no grade applies to it.
  case unmapped

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
    case .onFoot: 7
    case .unmapped: 8
    }
  }

  /// Indicates whether the connector is walked rather than slid down, at the cost of walking.
  package var isOnFoot: Bool { self == .onFoot || self == .unmapped }

  /// Creates a cause from its code, or nil when there is no such code.
  package init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// The Boolean attributes of a link.
package struct LinkFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The difficulty was estimated from the terrain.
  package static let difficultyEstimated = LinkFlags(rawValue: 1 << 0)
  /// The difficulty is that of an overlapping, harder run.
  package static let difficultyFromOverlap = LinkFlags(rawValue: 1 << 1)
  /// The link crosses a mapped area instead of following a mapped line.
  package static let areaCrossing = LinkFlags(rawValue: 1 << 2)
  /// Every point has an elevation.
  package static let hasElevation = LinkFlags(rawValue: 1 << 3)
  /// The run is a ski tour, a hike or another use that has to be allowed explicitly.
  package static let optIn = LinkFlags(rawValue: 1 << 4)
  /// The link follows a line tagged as a connection, on which pushing in both directions is normal.
  package static let connection = LinkFlags(rawValue: 1 << 5)
  /// The direction was estimated: of a lift of unknown kind without a direction tag, or of a path across an area
  /// without elevations.
  package static let directionEstimated = LinkFlags(rawValue: 1 << 6)
  /// A section is steeper than the mapped grade by two grades or more, beyond the error of the elevations.
  package static let steeperThanGraded = LinkFlags(rawValue: 1 << 7)
  /// The run is an ungroomed itinerary, which has to be allowed explicitly.
  package static let itinerary = LinkFlags(rawValue: 1 << 8)
  /// The ride continues from another section of the lift in the same cabin, without boarding or waiting.
  package static let staysOn = LinkFlags(rawValue: 1 << 9)
  /// The ride continues into another section of the lift in the same cabin, without leaving it.
  package static let goesOn = LinkFlags(rawValue: 1 << 10)
  /// The street is a track or path that is snow-covered in the season, of a passage that is too long to be walked unless
  /// it is allowed explicitly.
  package static let snowCovered = LinkFlags(rawValue: 1 << 12)
  /// The street is a track or path that is snow-covered in the season, of a passage short enough to be walked.
  package static let shortSnowPassage = LinkFlags(rawValue: 1 << 13)
  /// Nothing tells in which direction the run falls: each direction in which it is travelled is priced as a climb, by the
  /// differences of its inferred elevations.
  package static let directionUnknown = LinkFlags(rawValue: 1 << 14)
}

/// A run, lift, station, hut or street with the attributes needed to name it and to compute its costs.
package struct GraphFeature: Signposted, Hashable, Sendable {
  /// The type of the feature.
  package var kind: FeatureKind
  /// The id of the feature in its source file.
  package var id: SourceID
  /// The name; nil when it has none.
  package var name: String?
  /// The numbers on its sign, in source order; empty when there are none.
  package var refs: [String]
  /// The names besides ``name``.
  package var alternativeNames: [AlternativeName] = []
  /// The lifecycle: operating, planned, or out of use.
  package var status: Lifecycle
  /// The convention of its difficulty colours: as mapped, else that of its coordinate.
  package var convention: DifficultyConvention
  /// The grade as mapped; nil when ungraded or not a run.
  package var difficulty: Difficulty?
  /// The grade estimated from the steepest sections of an ungraded run; nil without reliable elevations.
  package var estimatedDifficulty: Difficulty?
  package var uses = RunUses(rawValue: 0)
  /// Indicates whether the source maps it as an area.
  package var isArea = false
  /// The grooming, terrain and services of a run; all unknown for other features.
  package var terrain = RunTerrain()
  /// The access and season tags.
  package var access = AccessTags()
  /// The opening hours as tagged, in the syntax of `opening_hours`; nil when the source has none.
  package var openingHours: String?
  /// The kind of a lift; `.unknown` for other features.
  package var liftKind: LiftKind = .unknown
  /// The number of persons a carrier of the lift holds, or the largest carrier; nil when unknown.
  package var occupancy: Int?
  /// The number of persons a lift carries per hour; nil when unknown.
  package var capacityPerHour: Int?
  /// The duration of one ride from end to end in milliseconds as mapped; nil when unknown or implausible.
  package var durationMilliseconds: Int?
  /// Indicates whether a lift's carriers detach from the rope in the stations; nil when unknown.
  package var isDetachable: Bool?
  /// Indicates whether a lift's carriers have bubbles; nil when unknown.
  package var hasBubble: Bool?
  /// Indicates whether a lift's carriers have heated seats; nil when unknown.
  package var isHeated: Bool?
  /// The ropes of a cabin lift that is faster than one with a single rope; nil for other lifts, and in maps of earlier
  /// formats.
  package var ropes: CabinRopes?
  /// The kind of a street; nil for other features, and in maps of earlier formats.
  package var streetKind: StreetKind?
  /// The lift a station belongs to; nil when there is none, and before the feature is read from a graph.
  package internal(set) var parent: FeatureIndex?
  /// The measured ski area that contains it.
  package var area: AreaIndex?
  /// The name of the time zone of a feature outside areas, as `Europe/Zurich`; nil when unknown.
  package var zone: String?
  /// The boarding end of a lift (the lower one when both are), the upper end of a run, or the position of another
  /// feature.
  package var start: GraphPoint
  /// The far end of a lift, the lower end of a run, or the position of another feature.
  package var end: GraphPoint
  /// The node at `start`; nil when the feature is not part of the network.
  package internal(set) var startNode: NodeIndex?
  /// The node at `end`; nil when the feature is not part of the network.
  package internal(set) var endNode: NodeIndex?

  /// Creates a feature outside a network with the given attributes; all others are unknown.
  package init(
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

/// A ski area for statistics: lift ends and run lines clustered by single linkage at 150 m.
package struct GraphArea: Hashable, Sendable {
  /// The name of the mapped area most of its features belong to; nil when none is mapped.
  package var name: String?
  /// The id of that mapped area.
  package var id: SourceID?
  /// The number of operating lifts, two or more for an area used in statistics.
  package var operatingLiftCount: Int
  /// The bounding box of its lift ends and runs.
  package var bounds: BoundingBox
  /// The name of its time zone, as `Europe/Zurich`; nil when unknown.
  package var zone: String?

  /// Creates an area.
  package init(
    name: String?, id: SourceID?, operatingLiftCount: Int, bounds: BoundingBox, zone: String? = nil
  ) {
    self.name = name
    self.id = id
    self.operatingLiftCount = operatingLiftCount
    self.bounds = bounds
    self.zone = zone
  }
}

/// A piece of one feature between two nodes, or a connector.
package struct GraphLink: Hashable, Sendable {
  package var kind: LinkKind
  /// The feature it is a piece of; nil for connectors.
  package var feature: FeatureIndex?
  package var tail: NodeIndex
  package var head: NodeIndex
  /// Indicates whether travel from tail to head is allowed.
  package var allowsForward: Bool
  /// Indicates whether travel from head to tail is allowed.
  package var allowsBackward: Bool
  /// The grade compared with the skier's ceiling; nil when neither mapped nor estimated.
  package var difficulty: Difficulty?
  package var flags: LinkFlags
  package var cause: LinkCause
  /// The confidence that the link exists, in per cent; 100 for a mapped link.
  package var confidencePercent: UInt8
  /// The offset of the link's tail along the line of the source feature, in centimetres.
  package var startOffsetCentimetres: UInt32
  /// The offset of the link's head along the line of the source feature, in centimetres.
  ///
  /// It is less than the start offset when the link runs against the line.
  package var endOffsetCentimetres: UInt32
  /// The shape from tail to head, two points or more; the first and last are the nodes' positions.
  package var points: [GraphPoint]
  /// The horizontal distances from the tail to each point, in centimetres; the first is 0, and they never decrease.
  package var distancesCentimetres: [UInt32]
  /// The inferred elevation of each point, in centimetres from an arbitrary zero; nil where elevations are known or
  /// cannot be inferred.
  ///
  /// They serve costs and directions of runs, and are never displayed.
  package var inferredElevationsCentimetres: [Int32]?
}

/// The properties of a link that routes read, see ``GraphLink``, with its points by their place in the graph.
package struct LinkRow: Sendable {
  package let kind: LinkKind
  /// The feature it is a piece of; nil for connectors.
  package let feature: FeatureIndex?
  /// The grade compared with the skier's ceiling; nil when neither mapped nor estimated.
  package let difficulty: Difficulty?
  package let flags: LinkFlags
  package let cause: LinkCause
  /// The offset of the link's tail along the line of the source feature, in centimetres.
  package let startOffsetCentimetres: UInt32
  /// The offset of the link's head along the line of the source feature, in centimetres.
  package let endOffsetCentimetres: UInt32
  /// The positions of its points in the point arrays.
  package let points: Range<Int>
  /// Indicates whether its costs use inferred elevations, since none are known.
  package let hasInferredElevations: Bool
}
