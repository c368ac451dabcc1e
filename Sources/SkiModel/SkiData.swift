public import SkiGeo

/// Runs and lifts that belong together under one name.
public struct SkiArea: Hashable, Sendable {
  /// The id in the source file.
  public var id: SourceID
  /// The name, nil when unnamed.
  public var name: String?
  /// The region's colours, where the source says.
  public var convention: DifficultyConvention?
  /// Whether it exists.
  public var status: Lifecycle
  /// Its outline; empty when the source has only a point.
  package var outlines: [PolygonRings]
  /// A point inside or near it.
  public var centre: Coordinate

  /// Makes a ski area.
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

/// What a spot is.
@nonexhaustive
public enum SpotKind: String, Sendable, Hashable, CaseIterable {
  case liftStation = "lift_station"
  case hut
  case crossing
  case avalancheTransceiverTraining = "avalanche_transceiver_training"
  case avalancheTransceiverCheckpoint = "avalanche_transceiver_checkpoint"
  case other
}

/// A point of interest: a lift's station, a hut.
public struct Spot: Hashable, Sendable {
  /// The id in the source file.
  public var id: SourceID
  /// The name, nil when unnamed.
  public var name: String?
  /// Its other names.
  package var alternativeNames: [AlternativeName] = []
  /// What it is.
  public var kind: SpotKind
  /// For a station: the lift it belongs to, where the source says.
  public var liftID: SourceID?
  /// For a station: `mid`, `bottom` or `top`, where the source says.
  public var position: String?
  /// For a station: whether it is one of a railway or funicular, where nothing that hangs on a rope stops.
  public var isRailway = false
  /// For a station: whether one may board, where the source says.
  public var allowsBoarding: Bool?
  /// For a station: whether one may leave, where the source says.
  public var allowsAlighting: Bool?
  /// Where it is.
  public var coordinate: Coordinate
  /// Metres above mean sea level, nil when unknown.
  public var elevationMetres: Double?

  /// Makes a spot.
  public init(
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

/// Where data came from and on what terms, carried into every map made from it.
public struct DataSource: Hashable, Sendable {
  /// What was read, for example the name of a file.
  public var name: String
  /// The licence, nil when the file does not say.
  public var licence: String?
  /// The words that must be shown with anything made from it, nil when the file does not say.
  public var attribution: String?

  /// Makes a source.
  public init(name: String, licence: String? = nil, attribution: String? = nil) {
    self.name = name
    self.licence = licence
    self.attribution = attribution
  }
}

/// All that was read from a set of files, in file order; nothing is connected yet.
public struct SkiData: Sendable {
  /// The runs.
  public var runs: [Run] = []
  /// The lifts.
  public var lifts: [Lift] = []
  /// The ski areas.
  public var areas: [SkiArea] = []
  /// Single places: stations, huts and the like.
  public var spots: [Spot] = []
  /// The streets.
  public var streets: [Street] = []
  /// The data sets that were read.
  public var sources: [DataSource] = []

  /// Makes empty data.
  public init() {}
}

extension Sequence where Element == DataSource {
  /// The words that must be shown with anything made from the sources, each once, in order.
  package func attributions() -> [String] { compactMap(\.attribution).distinctWords() }

  /// The licences of the sources, each once, in order.
  package func licences() -> [String] { compactMap(\.licence).distinctWords() }
}

extension [String] {
  fileprivate func distinctWords() -> [String] {
    var seen: Set<String> = []
    return filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
