/// A graph of one area that joins everything that might be joined, as an upper bound for the built graph.
///
/// It is built from the raw files alone, by its own rules: runs within 40 m of each other are joined in both directions,
/// anywhere along them; lift ends and mapped stations with every run, area or lift end within 120 m; areas are crossed
/// from any place to any that is not clearly higher. Cliffs, gullies, levels and climbs are ignored: features that this
/// graph does not join, the data does not join.
package struct PermissiveGraph: Sendable {
  /// Metres within which runs meet runs and areas.
  static let runReach = 40.0
  /// Metres within which lift ends meet anything.
  static let liftReach = 120.0
  /// The spacing of the sampled places of a run, in metres.
  static let spacing = 10.0

  /// An operating lift, with its boarding and alighting nodes.
  struct LiftEnds: Sendable {
    var name: String?
    var boards: [Int] = []
    var alights: [Int] = []
    var cluster: Int?
  }

  let area: RawArea
  /// The lines of runs and the rings of areas.
  var tracks: [PermissiveTrack] = []
  var grid = PermissiveGrid(cellMetres: 50)
  var points: [SIMD2<Double>] = []
  /// Metres above the sea by node; nil when unknown.
  var heights: [Double?] = []
  var out: [[Int]] = []
  var lifts: [String: LiftEnds] = [:]
  /// Every station, with its lift's id and its node.
  var stations: [(lift: String, node: Int)] = []

  /// Creates the graph of an area. Complexity: O(*p* · *k*) for *k* lines around each of *p* places, 10 m apart.
  package init(_ area: RawArea) {
    self.area = area
    addTracks()
    for track in tracks.indices { addToGrid(track) }
    for id in area.liftsByID.keys.sorted() { addLift(id) }
    findClusters()
    joinRuns()
    joinStations()
    joinAreas()
    linkTracks()
  }

  mutating func node(_ point: SIMD2<Double>, height: Double?) -> Int {
    points.append(point)
    heights.append(height)
    out.append([])
    return points.count - 1
  }

  mutating func join(_ a: Int, _ b: Int) {
    out[a].append(b)
    out[b].append(a)
  }

  /// Returns the nodes reachable from some nodes. Complexity: O(*n* + *m*).
  func reached(from starts: [Int]) -> [Bool] {
    var reached = [Bool](repeating: false, count: out.count)
    var open = starts
    for start in starts { reached[start] = true }
    while let node = open.popLast() {
      for next in out[node] where !reached[next] {
        reached[next] = true
        open.append(next)
      }
    }
    return reached
  }
}

/// One line of the permissive graph: a run's, or a ring around an area.
struct PermissiveTrack: Sendable {
  var feature: Int
  var line: Int
  var isRing: Bool
  /// Places on it in any order: metres from the first vertex, and the node there.
  var stops: [(offset: Double, node: Int)] = []
}

/// A piece of a track, no longer than the spacing.
struct PermissivePiece: Sendable {
  var track: Int
  var segment: Int
  var start: SIMD2<Double>
  var end: SIMD2<Double>
  var offset: Double
}

/// Finds the pieces of tracks near a point.
struct PermissiveGrid: Sendable {
  let cellMetres: Double
  private var cells: [SIMD2<Int>: [PermissivePiece]] = [:]

  init(cellMetres: Double) { self.cellMetres = cellMetres }

  private func cell(_ point: SIMD2<Double>) -> SIMD2<Int> {
    let place = (point / cellMetres).rounded(.down)
    return SIMD2(Int(max(-1e9, min(1e9, place.x))), Int(max(-1e9, min(1e9, place.y))))
  }

  mutating func insert(_ piece: PermissivePiece) { cells[cell(piece.start), default: []].append(piece) }

  /// Calls a closure with every piece that may come within some metres of a point.
  func forEach(near point: SIMD2<Double>, within metres: Double, _ body: (PermissivePiece) -> Void) {
    let reach = SIMD2(repeating: metres + PermissiveGraph.spacing + 0.1)
    let (low, high) = (cell(point - reach), cell(point + reach))
    for x in low.x...high.x {
      for y in low.y...high.y { for piece in cells[SIMD2(x, y)] ?? [] { body(piece) } }
    }
  }

  /// Returns the nearest place of each track within some metres of a point.
  func feet(
    of point: SIMD2<Double>, within metres: Double
  ) -> [Int: (distance: Double, segment: Int, offset: Double, point: SIMD2<Double>)] {
    var best: [Int: (distance: Double, segment: Int, offset: Double, point: SIMD2<Double>)] = [:]
    forEach(near: point, within: metres) { piece in
      let (distance, fraction) = nearest(point, on: piece.start, piece.end)
      guard distance <= metres, distance < best[piece.track]?.distance ?? .infinity else { return }
      let along = length(piece.end - piece.start) * fraction
      best[piece.track] = (
        distance, piece.segment, piece.offset + along, piece.start + (piece.end - piece.start) * fraction
      )
    }
    return best
  }
}
