/// A layer of the vector tiles of a map.
public enum VectorLayer: String, Sendable, Hashable, CaseIterable {
  /// Ski areas as the ground their lifts and runs cover.
  case areas
  /// Steep ground, where elevation is given.
  case slopeBands = "slope-bands"
  /// Lines of equal height, where elevation is given.
  case contours
  /// Runs that are mapped as areas, as the ground they cover.
  case runAreas = "run-areas"
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
    case .slopeBands: "ground of 27 degrees and more, by how steep it is"
    case .contours: "lines of equal height"
    case .runAreas: "runs that are mapped as areas: the ground they cover"
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
    case .areas, .runAreas, .runs, .lifts, .labels: 0
    case .contours: 10
    case .slopeBands: 11
    case .stations: 12
    case .streets, .connectors: 13
    case .junctions: 14
    }
  }

  /// What its features are.
  var geometry: LayerWriter.GeometryType {
    switch self {
    case .areas, .runAreas, .slopeBands: .polygon
    case .contours, .streets, .connectors, .runs, .lifts: .line
    case .junctions, .stations, .labels: .point
    }
  }

  /// How much its features stand out beside those of other layers of the same size, in doublings.
  var prominence: Double {
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
    case .streets: [.id, .name, .ref, .kind, .lengthMetres]
    case .connectors: [.cause, .confidence, .oneway, .lengthMetres]
    case .runs:
      [
        .id, .name, .ref, .kind, .uses, .difficulty, .estimatedDifficulty, .convention, .colour, .colourName,
        .symbol, .groomed, .grooming, .gladed, .lit, .patrolled, .snowmaking, .status, .area, .oneway,
        .lengthMetres,
      ]
    case .lifts:
      [
        .id, .name, .ref, .liftType, .colour, .status, .oneway, .occupancy, .capacity, .durationSeconds,
        .detachable, .bubble, .heated, .lengthMetres,
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

  /// Whether it is made of elevation, for each tile by itself.
  var isGround: Bool { self == .contours || self == .slopeBands }

  /// Twice the least area of a ring, in a tile's steps: a pixel, or what pleases the eye.
  func leastDoubleArea(isDeepest: Bool) -> Int64 {
    if self == .slopeBands { return 32 * 64 }
    return isDeepest ? 1 : 2 * 64
  }

  /// Whether small rings that the tile's edge cuts are kept, because they may be large.
  var keepsCutPieces: Bool { self == .slopeBands }

  /// The zooms it is shown at among those a source has.
  func zooms(in zooms: ClosedRange<Int>) -> ClosedRange<Int> {
    max(zooms.lowerBound, min(firstZoom, zooms.upperBound))...zooms.upperBound
  }
}
