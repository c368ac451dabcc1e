package import SkiBase

/// The set of uses of a run.
package struct RunUses: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static let downhill = RunUses(rawValue: 1 << 0)
  package static let connection = RunUses(rawValue: 1 << 1)
  package static let skitour = RunUses(rawValue: 1 << 2)
  package static let hike = RunUses(rawValue: 1 << 3)
  package static let nordic = RunUses(rawValue: 1 << 4)
  package static let sled = RunUses(rawValue: 1 << 5)
  package static let snowPark = RunUses(rawValue: 1 << 6)
  package static let playground = RunUses(rawValue: 1 << 7)
  package static let sleigh = RunUses(rawValue: 1 << 8)
  package static let iceSkate = RunUses(rawValue: 1 << 9)
  package static let snowTraining = RunUses(rawValue: 1 << 10)
  package static let fatbike = RunUses(rawValue: 1 << 11)
  package static let other = RunUses(rawValue: 1 << 15)
}

/// The geometry of a run: lines skied along (usually one), or areas skied across.
package enum RunGeometry: Hashable, Sendable {
  /// Lines in source order; more than one for a MultiLineString.
  case lines([Polyline])
  /// Areas with their holes; more than one for a MultiPolygon.
  case areas([PolygonRings])
}

/// The direction tag of a run or lift: along its line, both ways, or against its line.
@nonexhaustive
package enum OnewayTag: String, Sendable, Hashable {
  case oneway, twoWay, reverse

  /// Creates the direction of a word of `oneway` in lower case; nil for other words.
  package init?(word: String) {
    switch word {
    case "yes", "true", "1": self = .oneway
    case "no", "false", "0": self = .twoWay
    case "-1", "reverse": self = .reverse
    default: return nil
    }
  }
}

/// A run as the source has it, without repairs.
package struct Run: Signposted, Hashable, Sendable {
  /// The id in the source file.
  package var id: SourceID
  /// The name, without placeholders such as "Ski run"; nil when unnamed.
  package var name: String?
  /// The reference numbers in source order; empty when there are none.
  package var refs: [String]
  /// The alternative names.
  package var alternativeNames: [AlternativeName] = []
  /// The uses.
  package var uses: RunUses
  /// The difficulty grade; nil when ungraded.
  package var difficulty: Difficulty?
  /// The colour convention; nil when the source does not state it, and then it follows from the coordinate.
  package var convention: DifficultyConvention?
  /// The direction tag; nil when the source does not state it.
  package var oneway: OnewayTag?
  /// The lifecycle: operating, planned, or out of use.
  package var status: Lifecycle
  /// The bridge, tunnel and layer tags.
  package var level: Level
  /// The grooming, terrain and services.
  package var terrain: RunTerrain
  /// The access tags.
  package var access = AccessTags()
  /// The opening hours as tagged (`opening_hours`); nil when the source does not state them.
  package var openingHours: String?
  /// The ids of the ski areas it belongs to; empty when the source does not state them.
  package var skiAreaIDs: [SourceID]
  /// The lines or areas of the run.
  package var geometry: RunGeometry

  /// Creates a run; all properties but id, uses and geometry may be unknown.
  package init(
    id: SourceID, name: String? = nil, refs: [String] = [], uses: RunUses = .downhill,
    difficulty: Difficulty? = nil, convention: DifficultyConvention? = nil, oneway: OnewayTag? = nil,
    status: Lifecycle = .operating, level: Level = .ground, terrain: RunTerrain = RunTerrain(),
    skiAreaIDs: [SourceID] = [], geometry: RunGeometry
  ) {
    self.id = id
    self.name = name
    self.refs = refs
    self.uses = uses
    self.difficulty = difficulty
    self.convention = convention
    self.oneway = oneway
    self.status = status
    self.level = level
    self.terrain = terrain
    self.skiAreaIDs = skiAreaIDs
    self.geometry = geometry
  }
}
