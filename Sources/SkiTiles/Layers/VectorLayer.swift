/// A layer of the vector tiles of a map; the raw value is its name, the order of cases that in tiles.
public enum VectorLayer: String, Sendable, Hashable, CaseIterable {
  /// The ski areas, as outlines around their lifts and runs.
  case areas
  /// The bands of slope in degrees, where elevation is given.
  case slopeBands = "slope-bands"
  /// The contours, where elevation is given.
  case contours
  /// The runs mapped as areas, as polygons.
  case runAreas = "run-areas"
  /// The streets and paths, where the map has them.
  case streets
  /// The connectors between lifts and runs that are in no source.
  case connectors
  /// The runs, as lines in the direction they are skied.
  case runs
  /// The lifts, as lines in the direction they are ridden.
  case lifts
  /// The points where runs meet.
  case junctions
  /// The stations of lifts, and huts.
  case stations
  /// The labels, a point for each name.
  case labels

  /// A description of the content for map designers.
  var summary: String {
    switch self {
    case .areas: "ski areas: the ground their lifts and runs cover"
    case .slopeBands: "ground with a slope of 27 degrees or more, in bands of slope"
    case .contours: "lines of equal elevation"
    case .runAreas: "runs that are mapped as areas: the ground they cover"
    case .streets: "streets and paths that may be walked"
    case .connectors: "connectors: links between lifts and runs that are in no source"
    case .runs: "runs, drawn in the direction they are skied"
    case .lifts: "lifts, drawn in the direction they are ridden"
    case .junctions: "points where runs meet"
    case .stations: "points where lifts are boarded or left, and huts"
    case .labels: "one point for the name of each area, lift and run, with the direction there"
    }
  }

  /// The lowest zoom of the layer, in tile sets that reach it.
  var firstZoom: Int {
    switch self {
    case .areas, .runAreas, .runs, .lifts, .labels: 0
    case .contours: 10
    case .slopeBands: 11
    case .stations: 12
    case .streets, .connectors: 13
    case .junctions: 14
    }
  }

  /// The type of its features' geometry.
  var geometry: LayerWriter.GeometryType {
    switch self {
    case .areas, .runAreas, .slopeBands: .polygon
    case .contours, .streets, .connectors, .runs, .lifts: .line
    case .junctions, .stations, .labels: .point
    }
  }

  /// The priority of its features over those of other layers of the same size, as a binary logarithm of size.
  var priority: Double {
    switch self {
    case .areas: 30
    case .lifts: 1
    case .runs: 0
    case .runAreas, .labels: -1
    case .streets: -8
    case .stations, .connectors: -10
    case .junctions: -12
    case .slopeBands: -30
    case .contours: -40
    }
  }

  /// The attributes its features may have.
  var keys: [AttributeKey] {
    switch self {
    case .areas: [.id, .name, .convention, .liftCount]
    case .slopeBands: [.fromDegrees, .toDegrees]
    case .contours: [.elevationMetres, .isIndex, .intervalMetres]
    case .runAreas:
      [
        .id, .name, .ref, .kind, .uses, .difficulty, .estimatedDifficulty, .convention, .colour, .colourName,
        .symbol, .groomed, .grooming, .gladed, .lit, .patrolled, .snowmaking, .status, .area,
      ]
    case .streets: [.id, .name, .ref, .kind, .mapLengthMetres]
    case .connectors: [.cause, .confidence, .oneway, .mapLengthMetres]
    case .runs:
      [
        .id, .name, .ref, .kind, .uses, .difficulty, .estimatedDifficulty, .convention, .colour, .colourName,
        .symbol, .groomed, .grooming, .gladed, .lit, .patrolled, .snowmaking, .status, .area, .oneway,
        .mapLengthMetres,
      ]
    case .lifts:
      [
        .id, .name, .ref, .liftType, .colour, .status, .oneway, .occupancy, .capacity, .durationSeconds,
        .detachable, .bubble, .heated, .mapLengthMetres,
      ]
    case .junctions: [.cause, .confidence, .elevationMetres]
    case .stations: [.id, .kind, .name, .lift, .liftType, .position, .elevationMetres]
    case .labels:
      [
        .kind, .name, .ref, .difficulty, .colour, .colourName, .symbol, .convention, .liftType, .status,
        .liftCount, .area, .oneway, .bearing, .rank,
      ]
    }
  }

  /// Indicates whether its features are derived from elevation, for each tile by itself.
  package var isTerrain: Bool { self == .contours || self == .slopeBands }

  /// Returns twice the least area of a ring, in square tile units: one pixel, 16 for slope bands, none at the deepest
  /// zoom.
  func leastDoubleArea(isDeepest: Bool) -> Int64 {
    if self == .slopeBands { return 32 * 64 }
    return isDeepest ? 1 : 2 * 64
  }

  /// Indicates whether small rings cut by the tile's edge are kept, because they may belong to large ones.
  var keepsCutPieces: Bool { self == .slopeBands }

  /// Returns the zooms of the layer within those of a tile set.
  func zooms(in zooms: ClosedRange<Int>) -> ClosedRange<Int> {
    max(zooms.lowerBound, min(firstZoom, zooms.upperBound))...zooms.upperBound
  }
}
