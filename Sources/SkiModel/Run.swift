public import SkiGeo

/// What a run is used for; a run may have several uses.
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

/// The shape of a run: lines skied along (usually one), or areas skied across.
public enum RunGeometry: Hashable, Sendable {
  /// Lines in source order; more than one for a MultiLineString.
  case lines([Polyline])
  /// Areas with their holes; more than one for a MultiPolygon.
  case areas([PolygonRings])
}

/// What a source says about the ways a run or lift may be used: nothing, one way, both ways, or against its line.
@nonexhaustive
package enum OnewayTag: String, Sendable, Hashable {
  case oneway, twoWay, reverse
}

/// One named or tagged way or area skied down, as the source has it; nothing is repaired here.
public struct Run: Signposted, Hashable, Sendable {
  /// The id in the source file.
  public var id: SourceID
  /// The name, without placeholders such as "Ski run"; nil when unnamed.
  public var name: String?
  /// The numbers on the sign, in source order.
  public var refs: [String]
  /// Its other names.
  package var alternativeNames: [AlternativeName] = []
  /// What it is used for.
  package var uses: RunUses
  /// The grade; nil when ungraded.
  public var difficulty: Difficulty?
  /// The region's colours, where the source says; else it follows from the place.
  public var convention: DifficultyConvention?
  /// The direction tag; nil when the source says nothing.
  package var oneway: OnewayTag?
  /// Whether it exists.
  public var status: Lifecycle
  /// Bridge, tunnel, layer.
  package var level: Level
  /// How it is kept, and whether it is gladed or lit.
  public var terrain: RunTerrain
  /// Who may use it, and in which season.
  package var access = AccessTags()
  /// When it is open, as tagged: an `opening_hours` text; nil when the source says nothing.
  public var openingHours: String?
  /// Ids of the ski areas it belongs to, where the source says.
  public var skiAreaIDs: [SourceID]
  /// Its shape.
  public var geometry: RunGeometry

  /// Makes a run; everything but id, uses and shape may be unknown.
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
