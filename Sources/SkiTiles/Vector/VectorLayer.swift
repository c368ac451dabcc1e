import SkiGeo

/// A layer of the vector tiles of a map.
public enum VectorLayer: String, Sendable, Hashable, CaseIterable {
  /// Ski areas as the ground their lifts and runs cover.
  case areas
  /// Streets and paths, where the map has them.
  case streets
  /// The ways between lifts and runs that are in no source.
  case connectors
  case runs
  case lifts
  /// Where runs meet.
  case junctions
  /// Where lifts are boarded and left, and huts.
  case stations
  /// One point for each name.
  case labels

  /// What is in it, for those who draw it.
  var summary: String {
    switch self {
    case .areas: "ski areas: the ground their lifts and runs cover"
    case .streets: "streets and paths that may be walked"
    case .connectors: "ways between lifts and runs that are in no source"
    case .runs: "runs, drawn in the direction they are skied"
    case .lifts: "lifts, drawn in the direction they are ridden"
    case .junctions: "places where runs meet"
    case .stations: "places where lifts are boarded or left, and huts"
    case .labels: "one point for the name of each area, lift and run, with the direction there"
    }
  }

  /// The first zoom anything of it is shown at, in maps that go deep enough.
  var firstZoom: Int {
    switch self {
    case .areas, .runs, .lifts, .labels: 0
    case .stations: 12
    case .streets, .connectors: 13
    case .junctions: 14
    }
  }

  /// What its features are.
  var geometry: LayerWriter.GeometryType {
    switch self {
    case .areas: .polygon
    case .streets, .connectors, .runs, .lifts: .line
    case .junctions, .stations, .labels: .point
    }
  }

  /// How much its features stand out beside those of other layers of the same size, in doublings.
  var prominence: Double {
    switch self {
    case .areas: 30
    case .lifts: 1
    case .runs: 0
    case .labels: -1
    case .streets: -8
    case .stations, .connectors: -10
    case .junctions: -12
    }
  }

  /// The attributes its features may have.
  var keys: [AttributeKey] {
    switch self {
    case .areas: [.id, .name, .convention, .liftCount]
    case .streets: [.id, .name, .ref, .kind, .lengthMetres]
    case .connectors: [.cause, .confidence, .oneway, .lengthMetres]
    case .runs:
      [
        .id, .name, .ref, .kind, .uses, .difficulty, .estimatedDifficulty, .convention, .colour, .colourName,
        .symbol, .groomed, .status, .area, .oneway, .lengthMetres,
      ]
    case .lifts:
      [
        .id, .name, .ref, .liftType, .colour, .status, .oneway, .occupancy, .capacity, .durationSeconds,
        .detachable, .lengthMetres,
      ]
    case .junctions: [.cause, .confidence, .elevationMetres]
    case .stations: [.id, .kind, .name, .lift, .liftType, .position, .elevationMetres]
    case .labels:
      [
        .kind, .name, .ref, .difficulty, .colour, .colourName, .symbol, .convention, .liftType, .status,
        .liftCount, .oneway, .bearing, .rank,
      ]
    }
  }

  /// The zooms it is shown at among those a source has.
  func zooms(in zooms: ClosedRange<Int>) -> ClosedRange<Int> {
    max(zooms.lowerBound, min(firstZoom, zooms.upperBound))...zooms.upperBound
  }
}
