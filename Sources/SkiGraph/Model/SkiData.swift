package import SkiBase

/// A ski area: runs and lifts under one name.
package struct SkiArea: Hashable, Sendable {
  /// The id in the source file.
  package var id: SourceID
  /// The name; nil when unnamed.
  package var name: String?
  /// The colour convention; nil when the source does not state it.
  package var convention: DifficultyConvention?
  /// The lifecycle.
  package var status: Lifecycle
  /// The outline; empty when the source has only a point.
  package var outlines: [PolygonRings]
  /// A coordinate inside or near the area.
  package var centre: Coordinate

  /// Creates a ski area.
  package init(
    id: SourceID, name: String? = nil, convention: DifficultyConvention? = nil,
    status: Lifecycle = .operating, outlines: [PolygonRings] = [], centre: Coordinate
  ) {
    self.id = id
    self.name = name
    self.convention = convention
    self.status = status
    self.outlines = outlines
    self.centre = centre
  }
}

/// The kind of a point of interest.
@nonexhaustive
package enum SpotKind: String, Sendable, Hashable, CaseIterable {
  /// A station of a lift or railway.
  case liftStation = "lift_station"
  /// A hut or restaurant.
  case hut
  /// A crossing where skis are taken off (`piste:dismount`).
  case crossing
  /// A training ground for avalanche transceivers.
  case avalancheTransceiverTraining = "avalanche_transceiver_training"
  /// A checkpoint for avalanche transceivers.
  case avalancheTransceiverCheckpoint = "avalanche_transceiver_checkpoint"
  /// Another or an unknown kind.
  case other
}

/// A point of interest: a lift's station, a hut.
package struct Spot: Hashable, Sendable {
  /// The id in the source file.
  package var id: SourceID
  /// The name; nil when unnamed.
  package var name: String?
  /// The alternative names.
  package var alternativeNames: [AlternativeName] = []
  /// The kind of the point of interest.
  package var kind: SpotKind
  /// The id of the lift a station belongs to; nil when the source does not state it.
  package var liftID: SourceID?
  /// The source's word for the position of a station along its lift, such as `mid`, `bottom` or `top`; nil without one.
  package var position: String?
  /// Indicates whether a station is one of a railway or funicular and not of a ropeway.
  package var isRailway = false
  /// Indicates whether passengers may board at a station; nil when the source does not state it.
  package var allowsBoarding: Bool?
  /// Indicates whether passengers may alight at a station; nil when the source does not state it.
  package var allowsAlighting: Bool?
  /// The coordinate on WGS 84.
  package var coordinate: Coordinate
  /// The elevation in metres above mean sea level; nil when unknown.
  package var elevationMetres: Double?
  /// The distance in metres from the coordinate to the farthest corner of the outline; 0 for one mapped as a point.
  package var radiusMetres = 0.0

  /// Creates a point of interest; all properties but id, kind and coordinate may be unknown.
  package init(
    id: SourceID, name: String? = nil, kind: SpotKind, liftID: SourceID? = nil, position: String? = nil,
    allowsBoarding: Bool? = nil, allowsAlighting: Bool? = nil, coordinate: Coordinate,
    elevationMetres: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.liftID = liftID
    self.position = position
    self.allowsBoarding = allowsBoarding
    self.allowsAlighting = allowsAlighting
    self.coordinate = coordinate
    self.elevationMetres = elevationMetres
  }
}

/// The origin and the licence of data, stored in every map made from it.
public struct DataSource: Hashable, Sendable {
  /// The name of the data, for example of its file.
  public var name: String
  /// The licence; nil when the file does not state it.
  public var licence: String?
  /// The attribution required with anything made from the data; nil when the file does not state it.
  public var attribution: String?

  /// Creates a data source; licence and attribution may be unknown.
  public init(name: String, licence: String? = nil, attribution: String? = nil) {
    self.name = name
    self.licence = licence
    self.attribution = attribution
  }
}

/// The features read from a set of files, each kind in file order, not connected to a network.
public struct SkiData: Sendable, Equatable {
  /// The runs.
  package var runs: [Run] = []
  /// The lifts.
  package var lifts: [Lift] = []
  /// The ski areas.
  package var areas: [SkiArea] = []
  /// The points of interest: stations, huts and others.
  package var spots: [Spot] = []
  /// The streets.
  package var streets: [Street] = []
  /// The data sets that were read.
  public var sources: [DataSource] = []

  /// Creates empty data.
  public init() {}
}

extension Sequence where Element == DataSource {
  /// Returns the attributions of the sources in order, without duplicates.
  /// - Complexity: O(*n*²) in the sources, which are few.
  package func attributions() -> [String] { Self.words(compactMap(\.attribution)) }

  /// Returns the licences of the sources in order, without duplicates.
  /// - Complexity: O(*n*²) in the sources, which are few.
  package func licences() -> [String] { Self.words(compactMap(\.licence)) }

  private static func words(_ all: [String]) -> [String] {
    all.reduce(into: []) { words, word in
      if !word.isEmpty, !words.contains(word) { words.append(word) }
    }
  }
}
