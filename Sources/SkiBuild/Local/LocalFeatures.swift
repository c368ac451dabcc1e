import SkiBase
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

/// A spatial index of the ends of lifts' lines.
struct LiftEndIndex {
  /// The tree of ends: those of lift *l* are the items 2*l* and 2*l* + 1.
  private let tree: BoxIndex

  /// Creates the index. Complexity: O(*n* log *n*).
  init(_ lifts: [LocalLift], stop: OrderedWork.CancellationSignal) {
    tree = BoxIndex(lifts.flatMap(\.drawnEnds).map { PlaneBox($0) }, stop: stop)
  }

  /// Returns the lifts whose ends lie in a box, in order; a lift twice when both do.
  func lifts(in box: PlaneBox) throws -> [Int] { try tree.query(box).map { $0 / 2 } }

  /// Returns the lifts that may have an end near one of a lift's, including itself, in order.
  func lifts(meeting lift: LocalLift, within metres: Double) throws -> [Int] {
    var found: Set<Int> = []
    for end in lift.drawnEnds { found.formUnion(try lifts(in: PlaneBox(end, grownBy: metres))) }
    return found.sorted()
  }
}

extension LocalLift {
  /// The first and the last point of its line.
  var drawnEnds: [PlanePoint] { [track.plane[0], track.plane[track.plane.count - 1]] }
}

/// A street near a group, with its number in the input.
struct LocalStreet: Sendable {
  var number: Int
  var street: Street
}

/// The snow cover of a part of a street in the season.
enum SnowCover: Sendable, Hashable {
  /// It is near a street that cars use, cleared, or of a kind that stays open.
  case cleared
  /// It is snow-covered, of a passage that is short enough to be walked.
  case short
  /// It is snow-covered, of a passage that is too long to be walked unless allowed.
  case long
}

/// A section of a street between two nodes.
struct StreetSegment: Sendable {
  /// The index of the street in the group.
  var street: Int
  /// The site of its first point.
  var tail: Int
  /// The site of its last point.
  var head: Int
  /// The distance along the street to its start, in centimetres.
  var startOffset: UInt32
  var points: [GraphPoint]
  /// The distance on the map from the tail to each point, in centimetres.
  var distances: [UInt32]
  /// The snow cover in the season.
  var snow = SnowCover.cleared
}

/// The streets of a group, before and after they are connected.
struct LocalStreets: Sendable {
  var streets: [LocalStreet]
  var segments: [StreetSegment] = []
  /// The connectors to streets: site, the street's site, and terrain.
  var connectors: [(tail: Int, head: Int, ground: ConnectorProfile)] = []
}
