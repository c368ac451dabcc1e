/// Puts lines that were traced over a tile and its surroundings on the world, cut and simplified so that they meet those of
/// the next tile exactly.
///
/// Where a line passes the tile's edges it has a vertex, computed from the step that passes it alone; between those vertices
/// each piece is simplified by itself, so that the piece inside a tile does not depend on what lies outside.
struct TileLines {
  private let window: TileWindow
  private let stepsPerSample: Double
  private let threshold: UInt8

  /// - Parameters:
  ///   - window: The tile.
  ///   - samplesAcross: Samples along the tile's side.
  ///   - threshold: Vertices of a lower level are left out: see ``VertexLevels``.
  init(_ window: TileWindow, samplesAcross: Int, threshold: UInt8) {
    self.window = window
    stepsPerSample = Double(TileWindow.extent << window.shift) / Double(samplesAcross)
    self.threshold = threshold
  }

  /// Returns the vertices of a line that are kept; none of one that is too small to see within the tile.
  /// - Complexity: O(*n* log *n*).
  func vertices(_ line: LevelTracer.Line, leastSteps: Int) -> [WorldVertex] {
    var places = line.points.map { point in
      // Samples are the middles of pixels.
      SIMD2(
        Int(((point.x + 0.5) * stepsPerSample).rounded()), Int(((point.y + 0.5) * stepsPerSample).rounded()))
    }
    if line.isRing, let first = places.first { places.append(first) }
    let (pieces, isCut) = cut(places)
    if !isCut, isSpeck(places, leastSteps << window.shift) { return [] }
    var vertices: [WorldVertex] = []
    for piece in pieces { append(piece, to: &vertices) }
    if line.isRing, vertices.count > 1 { vertices.removeLast() }
    return vertices
  }

  /// Whether a line that passes no edge of the tile is narrower than some steps and lies in the tile.
  private func isSpeck(_ places: [SIMD2<Int>], _ least: Int) -> Bool {
    var (low, high) = (places[0], places[0])
    for place in places {
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    return max(high.x - low.x, high.y - low.y) < least
  }

  /// Cuts a line where it passes the tile's edges.
  private func cut(_ places: [SIMD2<Int>]) -> (pieces: [[SIMD2<Int>]], isCut: Bool) {
    guard var last = places.first else { return ([], false) }
    let side = TileWindow.extent << window.shift
    let origin = SIMD2(window.originX, window.originY) &+ (1 << 31)
    var pieces = [[last]]
    for place in places.dropFirst() {
      var crossings: [(share: Double, place: SIMD2<Int>)] = []
      for axis in 0...1 {
        for edge in [origin[axis], origin[axis] + side] where (last[axis] < edge) != (place[axis] < edge) {
          crossings.append(Self.crossing(last, place, axis: axis, edge: edge))
        }
      }
      for crossing in crossings.sorted(by: { $0.share < $1.share }) {
        pieces[pieces.count - 1].append(crossing.place)
        pieces.append([crossing.place])
      }
      pieces[pieces.count - 1].append(place)
      last = place
    }
    return (pieces, pieces.count > 1)
  }

  private static func crossing(
    _ a: SIMD2<Int>, _ b: SIMD2<Int>, axis: Int, edge: Int
  ) -> (share: Double, place: SIMD2<Int>) {
    let share = Double(edge - a[axis]) / Double(b[axis] - a[axis])
    var place = SIMD2(repeating: edge)
    place[1 - axis] = a[1 - axis] + Int((Double(b[1 - axis] - a[1 - axis]) * share).rounded())
    return (share, place)
  }

  /// Adds the vertices of a piece that are kept, its ends among them.
  private func append(_ piece: [SIMD2<Int>], to vertices: inout [WorldVertex]) {
    var points = ShapePoints()
    for place in piece {
      let (x, y) = (Int32(clamping: place.x - 1 << 31), Int32(clamping: place.y - 1 << 31))
      if points.count > 0, points.xs[points.count - 1] == x, points.ys[points.count - 1] == y { continue }
      points.xs.append(x)
      points.ys.append(y)
      points.levels.append(0)
    }
    VertexLevels.set(&points, 0..<points.count)
    for index in 0..<points.count where points.levels[index] >= threshold {
      let vertex = WorldVertex(x: points.xs[index], y: points.ys[index], level: VertexLevels.always)
      if let last = vertices.last, last.x == vertex.x, last.y == vertex.y { continue }
      vertices.append(vertex)
    }
  }
}
