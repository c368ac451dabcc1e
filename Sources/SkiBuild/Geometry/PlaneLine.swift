/// A line in a group's projection, with boxes around every few segments for fast searches along it.
///
/// A value of flat arrays; `Sendable`.
struct PlaneLine: Sendable {
  /// A place on a line nearest to a point.
  struct NearestPlace: Sendable, Hashable {
    var segment: Int
    /// The fraction of the segment, 0...1.
    var fraction: Double
    var distanceMetres: Double
  }

  /// The vertices, at least one.
  let points: [PlanePoint]
  /// The boxes around ``blockSize`` consecutive segments each, grown by ``marginMetres``.
  let blocks: [PlaneBox]
  /// The box around all vertices.
  let box: PlaneBox

  /// The number of segments in a block.
  static let blockSize = 8
  /// The growth of the boxes in metres, a thousand times the rounding of a point computed on a segment.
  static let marginMetres = 1e-6
  /// The factor of a squared distance beyond which a distance is greater in spite of rounding.
  private static let slack = 1 + 1e-12

  /// Creates a line. Complexity: O(*n*) in vertices.
  init(_ points: [PlanePoint]) {
    self.points = points
    box = PlaneBox(points)
    blocks = stride(from: 0, to: max(1, points.count - 1), by: Self.blockSize).map { first in
      PlaneBox(points[first..<min(points.count, first + Self.blockSize + 1)], grownBy: Self.marginMetres)
    }
  }

  /// The number of segments.
  var segmentCount: Int { points.count - 1 }

  /// Returns the segments of a block.
  func segments(ofBlock block: Int) -> Range<Int> {
    let first = block * Self.blockSize
    return first..<max(first, min(segmentCount, first + Self.blockSize))
  }

  /// Returns the place nearest to a point, the first of equals; nil where the line is farther away than a limit.
  ///
  /// Blocks and segments whose squared distance exceeds the least known one, by more than rounding may hide, are
  /// skipped.
  /// - Complexity: O(*n*) in vertices, most of them by their block.
  func nearest(to point: PlanePoint, within limitMetres: Double = .infinity) -> NearestPlace? {
    var bound = limitMetres * limitMetres * Self.slack
    guard box.grown(by: Self.marginMetres).squareMetres(to: point) <= bound else { return nil }
    guard let first = nearestBlock(to: point), blocks[first].squareMetres(to: point) <= bound else {
      return nil
    }
    if blocks.count > 1 {
      for segment in segments(ofBlock: first) {
        bound = min(bound, square(from: point, to: segment).metres * Self.slack)
      }
    }
    var best: NearestPlace?
    func offer(_ segment: Int, _ fraction: Double, _ place: PlanePoint) {
      let metres = point.distanceMetres(to: place)
      guard metres <= limitMetres, metres < best?.distanceMetres ?? .infinity else { return }
      best = NearestPlace(segment: segment, fraction: fraction, distanceMetres: metres)
      bound = min(bound, metres * metres * Self.slack)
    }
    for block in blocks.indices where blocks[block].squareMetres(to: point) <= bound {
      if block == 0 { offer(0, 0, points[0]) }
      for segment in segments(ofBlock: block) {
        let near = square(from: point, to: segment)
        if near.metres <= bound { offer(segment, near.fraction, near.place) }
      }
    }
    return best
  }

  private func nearestBlock(to point: PlanePoint) -> Int? {
    var best: (square: Double, block: Int)?
    for block in blocks.indices {
      let square = blocks[block].squareMetres(to: point)
      if square < best?.square ?? .infinity { best = (square, block) }
    }
    return best?.block
  }

  /// Returns the squared distance in square metres from a point to a segment, and the nearest place on it.
  private func square(
    from point: PlanePoint, to segment: Int
  ) -> (metres: Double, fraction: Double, place: PlanePoint) {
    let (a, b) = (points[segment], points[segment + 1])
    let fraction = point.nearestFraction(from: a, to: b)
    let place = a.towards(b, fraction)
    return (point.squareMetres(to: place), fraction, place)
  }
}

extension PlaneBox {
  /// Returns the squared distance to a point in square metres; 0 inside.
  func squareMetres(to point: PlanePoint) -> Double {
    let x = max(0, minX - point.x, point.x - maxX)
    let y = max(0, minY - point.y, point.y - maxY)
    return x * x + y * y
  }
}
