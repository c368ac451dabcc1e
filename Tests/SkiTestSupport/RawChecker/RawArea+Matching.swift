/// A place on a raw line: the line of the feature, and the distance along it.
struct RawPlace {
  var line: Int
  var segment: Int
  var fraction: Double
  /// Metres from the line's first vertex, on the flat map.
  var offset: Double
  var distance: Double
}

/// The directions in which a piece of a step moves along a raw line.
struct RawMovement {
  var forward = false
  var backward = false
  /// Indicates whether one of the directions it moves in is allowed on the line it moves along.
  var isAllowed = false
  var isOnLine: Bool { forward || backward }
}

extension RawArea {
  /// The distance in metres a vertex may lie off the raw line.
  static let onLineMetres = 1.5

  /// Returns every place of a feature within some metres (≤ the grid's reach) of a point.
  func places(of feature: Int, near point: SIMD2<Double>, within metres: Double) -> [RawPlace] {
    var found: [RawPlace] = []
    for entry in grid.near(point) where entry.feature == Int32(feature) {
      let line = features[feature].lines[Int(entry.line)]
      let index = Int(entry.segment)
      let (distance, fraction) = nearest(point, on: line.points[index], line.points[index + 1])
      guard distance <= metres else { continue }
      let offset = line.offsets[index] + fraction * (line.offsets[index + 1] - line.offsets[index])
      found.append(
        RawPlace(
          line: Int(entry.line), segment: index, fraction: fraction, offset: offset, distance: distance))
    }
    return found
  }

  /// Returns the directions in which the straight piece from `a` to `b` can be a movement along a feature's lines.
  ///
  /// The distance along the line must be that of the piece: a longer one would be a jump across a bend.
  func movement(
    on feature: Int, from a: SIMD2<Double>, _ starts: [RawPlace], to b: SIMD2<Double>, _ ends: [RawPlace]
  ) -> RawMovement {
    var result = RawMovement()
    let straight = length(b - a)
    for start in starts {
      for end in ends where end.line == start.line {
        let along = end.offset - start.offset
        guard abs(abs(along) - straight) <= 3 + 0.05 * straight else { continue }
        let line = features[feature].lines[start.line]
        let forward = along >= -0.5
        let backward = along <= 0.5
        result.forward = result.forward || forward
        result.backward = result.backward || backward
        if forward && line.allowsForward || backward && line.allowsBackward { result.isAllowed = true }
      }
    }
    return staysOnLine(feature, from: a, to: b, straight) ? result : RawMovement()
  }

  private func staysOnLine(
    _ feature: Int, from a: SIMD2<Double>, to b: SIMD2<Double>, _ straight: Double
  ) -> Bool {
    guard straight > 6 else { return true }
    return [0.25, 0.5, 0.75].allSatisfy {
      !places(of: feature, near: a + (b - a) * $0, within: 2).isEmpty
    }
  }

  /// Returns whether a point lies inside an area, or within some metres (≤ the grid's reach) of its edge.
  func isOnArea(_ feature: Int, _ point: SIMD2<Double>, within metres: Double) -> Bool {
    features[feature].contains(point) || !places(of: feature, near: point, within: metres).isEmpty
  }

  /// Returns the place of a straight piece farthest outside an area, sampled every 5 m, and its distance.
  func leaving(
    area feature: Int, from a: SIMD2<Double>, to b: SIMD2<Double>, within metres: Double
  ) -> (point: SIMD2<Double>, metres: Double)? {
    let pieces = max(1, min(10_000, (length(b - a) / 5).rounded(.up)))
    let samples = (0...Int(pieces)).map { a + (b - a) * (Double($0) / pieces) }
    return samples.filter { !isOnArea(feature, $0, within: metres) }
      .map { ($0, distanceToEdge(of: feature, $0)) }.max { $0.1 < $1.1 }
  }

  private func distanceToEdge(of feature: Int, _ point: SIMD2<Double>) -> Double {
    features[feature].lines.reduce(Double.infinity) { best, line in
      zip(line.points, line.points.dropFirst()).reduce(best) {
        min($0, nearest(point, on: $1.0, $1.1).distance)
      }
    }
  }

  /// Returns the elevation at a point that lies on or at a feature: from the file's heights there, else from `heights`.
  func elevation(at vertex: RawVertex) -> (metres: Double, doubt: Double)? {
    let point = plane.point(vertex)
    var best: (distance: Double, metres: Double)?
    for entry in grid.near(point) {
      let line = features[Int(entry.feature)].lines[Int(entry.line)]
      let index = Int(entry.segment)
      let near = nearest(point, on: line.points[index], line.points[index + 1])
      guard near.distance < (best?.distance ?? 2), !isMidSpan(entry, near.fraction),
        let metres = line.elevation(segment: index, fraction: near.fraction)
      else { continue }
      best = (near.distance, metres)
    }
    if let best { return (best.metres, 0.5) }
    guard let heights, let metres = heights.metres(vertex.latitude, vertex.longitude) else { return nil }
    return (metres, heights.uncertaintyMetres)
  }

  /// Returns whether a place lies between the ends of a lift, where the height of the line may not be that of the
  /// ground.
  private func isMidSpan(_ entry: RawSegment, _ fraction: Double) -> Bool {
    let feature = features[Int(entry.feature)]
    guard liftsByID[feature.tags.id] != nil else { return false }
    let count = feature.lines[Int(entry.line)].points.count
    let position = Double(entry.segment) + fraction
    return position > 0.01 && position < Double(count) - 1.01
  }
}
