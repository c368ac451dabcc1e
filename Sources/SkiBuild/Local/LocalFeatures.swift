import SkiModel

/// A run of a group with what was made of it.
struct LocalRun {
  var run: Run
  /// Its lines, as positions in the network; empty for areas.
  var lines: [Int] = []
  /// Its areas; empty for lines.
  var areas: [LocalArea] = []
  /// The mapped grade, or that of a mapped area around the run's line.
  var grade: Difficulty?
  /// For an ungraded run: the grade of its terrain.
  var estimatedGrade: Difficulty?
}

/// A mapped area on the flat map.
struct LocalArea {
  var shape: GEOSGeometry
  var outline: [PlanePoint]
  var box: PlaneBox
  /// The heights its outer edge carries; empty when it doesn't at every corner.
  var knownHeights: [GroundHeight] = []
  /// The lines whose width it draws; empty for an area of its own.
  var outlined: [Int] = []
  /// Whether it only draws the width of mapped lines.
  var isOutline: Bool { !outlined.isEmpty }
}

/// A station of a lift of a group.
struct LocalStation {
  var name: String?
  var position: LinePosition
  var site: Int
  var boards: Bool
  var alights: Bool
  /// How sure it is that people board and leave here: 100 where the source says so.
  var confidencePercent: UInt8 = 100
  /// The spots that describe it, as positions in the group.
  var spots: [Int] = []
}

/// A lift of a group with what was made of it.
struct LocalLift {
  var lift: Lift
  var track: TrackLine
  /// In order along the drawn line; the first and last are its ends.
  var stations: [LocalStation] = []
  /// Whether the direction was guessed.
  var isEstimated = false
  /// Metres above mean sea level of the ground at each vertex; nil when it isn't known at every one.
  var groundMetres: [Double]?
  /// Metres between samples of the source of its heights; 0 where they come with its vertices.
  var resolutionMetres = 0.0
}

/// A hut of a group.
struct LocalHut {
  /// The spot that describes it, as a position in the group.
  var spot: Int
  /// The site it is reached by; nil while nothing leads there.
  var site: Int?
}
