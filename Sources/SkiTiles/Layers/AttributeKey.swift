/// The key of an attribute of features in vector tiles.
enum AttributeKey: UInt8, CaseIterable, Sendable {
  case id, name, ref, kind, convention, difficulty, estimatedDifficulty, colour, colourName, symbol, uses
  case groomed, status, area, oneway, rank, bearing, mapLengthMetres
  case liftType, occupancy, capacity, durationSeconds, detachable
  case lift, position, elevationMetres, cause, confidence, liftCount
  case grooming, gladed, lit, patrolled, snowmaking, bubble, heated
  case isIndex, intervalMetres, fromDegrees, toDegrees

  /// The name in tiles.
  var name: String {
    switch self {
    case .id: "id"
    case .name: "name"
    case .ref: "ref"
    case .kind: "kind"
    case .convention: "convention"
    case .difficulty: "difficulty"
    case .estimatedDifficulty: "estimatedDifficulty"
    case .colour: "colour"
    case .colourName: "colourName"
    case .symbol: "symbol"
    case .uses: "uses"
    case .groomed: "groomed"
    case .status: "status"
    case .area: "area"
    case .oneway: "oneway"
    case .rank: "rank"
    case .bearing: "bearing"
    case .mapLengthMetres: "length"
    case .liftType: "liftType"
    case .occupancy: "occupancy"
    case .capacity: "capacity"
    case .durationSeconds: "duration"
    case .detachable: "detachable"
    case .lift: "lift"
    case .position: "position"
    case .elevationMetres: "elevation"
    case .cause: "cause"
    case .confidence: "confidence"
    case .liftCount: "lifts"
    case .grooming: "grooming"
    case .gladed: "gladed"
    case .lit: "lit"
    case .patrolled: "patrolled"
    case .snowmaking: "snowmaking"
    case .bubble: "bubble"
    case .heated: "heated"
    case .isIndex: "index"
    case .intervalMetres: "interval"
    case .fromDegrees: "from"
    case .toDegrees: "to"
    }
  }

  /// The type of its values.
  var kind: TileSet.Field.Kind {
    switch self {
    case .groomed, .area, .oneway, .detachable, .isIndex, .gladed, .lit, .patrolled, .snowmaking, .bubble,
      .heated:
      .boolean
    case .rank, .bearing, .mapLengthMetres, .occupancy, .capacity, .durationSeconds, .elevationMetres,
      .confidence, .liftCount, .intervalMetres, .fromDegrees, .toDegrees:
      .number
    default: .string
    }
  }
}

/// An attribute of a feature: its key, and the index of its value in the region's table.
struct Attribute: BitwiseCopyable, Sendable {
  var key: AttributeKey
  var value: UInt32
}
