/// The conversion of lines traced over a tile and its buffer to world units, cut and simplified to match adjacent
/// tiles.
///
/// A line gets a vertex at each crossing of the tile's edges, computed from the crossing segment alone; the pieces
/// between are simplified separately, so that the piece inside a tile doesn't depend on vertices outside.
struct TileLines {
  private let window: TileWindow
  private let stepsPerSample: Double
  private let threshold: UInt8

  /// Creates the conversion of a tile.
  /// - Parameters:
  ///   - window: The tile.
  ///   - samplesAcross: The number of samples along the tile's side.
  ///   - threshold: The least level of vertices to keep; see ``VertexLevels``.
  init(_ window: TileWindow, samplesAcross: Int, threshold: UInt8) {
    self.window = window
    stepsPerSample = Double(TileWindow.extent << window.shift) / Double(samplesAcross)
    self.threshold = threshold
  }

  /// Returns the vertices of a line to keep; none of a line within the tile that is smaller than `leastSteps` tile
  /// units.
  /// - Complexity: O(*n* log *n*).
  func vertices(_ line: LevelTracer.Line, leastSteps: Int) -> [WorldVertex] {
    var places = line.points.map { point in
      // Samples are the centres of pixels.
      SIMD2(
        Int(((point.x + 0.5) * stepsPerSample).rounded()), Int(((point.y + 0.5) * stepsPerSample).rounded()))
    }
    if line.isRing, let first = places.first { places.append(first) }
    let (pieces, isCut) = cut(places)
    if !isCut, isTooSmall(places, leastSteps << window.shift) { return [] }
    var vertices: [WorldVertex] = []
    for piece in pieces { append(piece, to: &vertices) }
    if line.isRing, vertices.count > 1 { vertices.removeLast() }
    return vertices
  }

  /// Returns whether a line that crosses no edge of the tile has a smaller extent than the limit.
  private func isTooSmall(_ places: [SIMD2<Int>], _ least: Int) -> Bool {
    var (low, high) = (places[0], places[0])
    for place in places {
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    return max(high.x - low.x, high.y - low.y) < least
  }

  /// Splits a line at the tile's edges.
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

  /// Appends the vertices of a simplified piece, including its ends.
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
