import SkiGraph

/// A run of a group during the build.
struct LocalRun {
  var run: Run
  /// The indices of the run's lines in the network; empty for areas.
  var lines: [Int] = []
  /// The areas of the run; empty for lines.
  var areas: [LocalArea] = []
  /// The mapped grade, or that of a mapped area around the run's line.
  var grade: Difficulty?
  /// The grade estimated from the terrain of an ungraded run.
  var estimatedGrade: Difficulty?
  /// Indicates whether skiers use the run without allowing it: it is neither barred nor an itinerary.
  var isOpen = true
}

/// A projected mapped area.
struct LocalArea {
  var shape: GEOSGeometry
  var outline: [PlanePoint]
  var box: PlaneBox
  /// The elevations of its outer ring; empty unless every corner has one.
  var knownElevations: [PointElevation] = []
  /// The lines whose width it outlines; empty for an area of its own.
  var outlined: [Int] = []
  /// Indicates whether the area only outlines mapped lines.
  var isOutline: Bool { !outlined.isEmpty }
}

/// A station of a lift of a group.
struct LocalStation {
  var name: String?
  var position: LinePosition
  var site: Int
  var boards: Bool
  var alights: Bool
  /// The confidence in per cent that passengers board and alight here: 100 where the source says so.
  var confidencePercent: UInt8 = 100
  /// The indices of the spots that describe it.
  var spots: [Int] = []
}

/// A lift of a group during the build.
struct LocalLift {
  var lift: Lift
  var track: ProjectedLine
  /// The stations in order along the drawn line; the first and last are its ends.
  var stations: [LocalStation] = []
  /// Indicates whether the direction is estimated.
  var isEstimated = false
  /// Indicates whether it is ridden against its line since skiing shows that it is drawn downhill, see ``InvertedLifts``.
  var isTurned = false
  /// The elevations of the ground in metres above mean sea level at the vertices; nil unless all are known.
  var terrainMetres: [Double]?
  /// The resolution of the elevation source in metres; 0 where elevations come with the vertices.
  var resolutionMetres = 0.0
}

extension LocalLift {
  /// The end of its line that is higher, or else the last one, since lifts are mostly drawn upwards.
  var likelyTop: PlanePoint {
    track.plane[(track.climbMetres ?? 0) < 0 ? 0 : track.plane.count - 1]
  }
}

/// A hut of a group.
struct LocalHut {
  /// The index of the spot that describes it.
  var spot: Int
  /// The site that gives access to it; nil while nothing leads there.
  var site: Int?
}
