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

/// The colours of drawings, as `#rrggbb`.
package enum DrawingColours {
  package static let lift = "#333333"
  package static let street = "#bbbbbb"
  package static let link = "#000000"
  package static let subject = "#e6007e"
  package static let unmatched = "#8c8c8c"
  /// The colour of a track as recorded.
  package static let recorded = "#6d4c9f"

  /// Returns the colour of a run: that of its grade, grey when ungraded, brown when it is only skinned or walked up.
  package static func run(
    _ difficulty: Difficulty?, _ convention: DifficultyConvention, uses: RunUses = .downhill
  ) -> String {
    if uses.isDisjoint(with: [.downhill, .connection]), !uses.isDisjoint(with: [.skitour, .hike]) {
      return "#6b4a2f"
    }
    guard let difficulty else { return "#888888" }
    return drawingColour(difficulty.colour(in: convention))
  }

  /// Returns the drawing colour of a difficulty colour, as `#rrggbb`.
  package static func drawingColour(_ colour: DifficultyColour) -> String {
    switch colour {
    case .green: return "#0f9d58"
    case .blue: return "#1f6fd6"
    case .red: return "#d62828"
    case .black, .doubleBlack: return "#111111"
    case .yellow: return "#d9a400"
    case .orange: return "#e36f00"
    case .grey: return "#888888"
    }
  }
}

/// A name of a run, lift or hut other than its primary name.
package struct AlternativeName: Hashable, Sendable {
  /// The kind of a name; the raw value is OpenStreetMap's key.
  @nonexhaustive
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The name in a language.
    case translated = "name"
    case alternative = "alt_name"
    case short = "short_name"
    case old = "old_name"
    case local = "loc_name"
    case official = "official_name"
    /// The name of the run where `name` is that of another feature.
    case piste = "piste:name"

    /// The code in map files; codes are never reused for another case.
    package var code: UInt8 {
      switch self {
      case .translated: 0
      case .alternative: 1
      case .short: 2
      case .old: 3
      case .local: 4
      case .official: 5
      case .piste: 6
      }
    }

    /// Creates a kind from its code, or nil when there is no such code.
    package init?(code: UInt8) {
      guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
      self = match
    }
  }

  /// The kind of the name.
  package var kind: Kind
  /// The language as tagged, usually a BCP 47 tag (`de`, `ja-Latn`); nil when the source does not state it.
  package var language: String?
  /// The name.
  package var text: String

  /// Creates a name.
  package init(_ kind: Kind, language: String? = nil, _ text: String) {
    self.kind = kind
    self.language = language
    self.text = text
  }
}
