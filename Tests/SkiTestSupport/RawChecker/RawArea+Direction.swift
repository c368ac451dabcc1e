/// The lower end of a line by its heights.
enum RawSlope {
  /// The last vertex is certainly lower.
  case falling
  /// The first vertex is certainly lower.
  case rising
  /// The drop is certainly below the limit, or heights are unknown.
  case unclear
  /// The drop is too near the limit for the uncertainty of the heights.
  case doubtful
}

extension RawArea {
  /// Returns the direction in which a line falls: clear when the net drop is over 4 m and over 2 % of the length.
  func slope(of line: RawLine) -> RawSlope {
    guard let first = line.vertices.first, let last = line.vertices.last, line.vertices.count > 1,
      let (drop, doubt) = drop(from: first, to: last, ownHeights: line.hasElevations)
    else { return .unclear }
    let limit = max(4, 0.02 * line.lengthMetres)
    if abs(drop) - doubt > limit { return drop > 0 ? .falling : .rising }
    return abs(drop) + doubt < limit ? .unclear : .doubtful
  }

  private func drop(
    from first: RawVertex, to last: RawVertex, ownHeights: Bool
  ) -> (metres: Double, doubt: Double)? {
    if ownHeights, let a = first.elevation, let b = last.elevation { return (a - b, 0.5) }
    guard let heights, let a = heights.metres(first.latitude, first.longitude),
      let b = heights.metres(last.latitude, last.longitude)
    else { return nil }
    return (a - b, heights.uncertaintyMetres)
  }

  mutating func orientRun(_ index: Int) {
    let tags = features[index].tags
    for line in features[index].lines.indices {
      let drawn = features[index].lines[line]
      let (forward, backward) =
        liftExitDirections(tags, drawn) ?? runDirections(tags, slope(of: drawn))
      features[index].lines[line].allowsForward = forward
      features[index].lines[line].allowsBackward = backward
    }
  }

  /// Returns the directions of a link that leads away from a lift's top and rises: under 150 m no tag is turned, nor a
  /// rise of 15 m, which may be noise; nil for other lines.
  private func liftExitDirections(_ tags: RawTags, _ line: RawLine) -> (forward: Bool, backward: Bool)? {
    guard !tags.isTwoWayRun, line.lengthMetres < 150, slope(of: line) == .rising,
      let start = line.points.first,
      let first = line.vertices.first, let last = line.vertices.last,
      let (drop, doubt) = drop(from: first, to: last, ownHeights: line.hasElevations), isLiftTop(start)
    else { return nil }
    if tags.oneway != .untagged { return (tags.oneway != .against, tags.oneway != .drawn) }
    return -drop - doubt > 15 ? nil : (true, true)
  }

  /// Returns whether the upper end of a lift lies within 30 m of a point; either end where heights do not tell.
  private func isLiftTop(_ point: SIMD2<Double>) -> Bool {
    liftsByID.values.joined().contains { lift in
      features[lift].lines.contains { line in
        let isDrawnDown = slope(of: line) == .falling
        let isDoubtful = slope(of: line) == .doubtful
        return [(line.points.first, isDrawnDown || isDoubtful), (line.points.last, !isDrawnDown)].contains {
          $0.1 && $0.0.map { length($0 - point) <= 30 } == true
        }
      }
    }
  }

  private func runDirections(_ tags: RawTags, _ slope: RawSlope) -> (forward: Bool, backward: Bool) {
    if tags.isTwoWayRun { return (true, true) }
    switch slope {
    case .falling: return (true, false)
    case .rising: return (false, true)
    case .doubtful: return (true, true)
    case .unclear: return (tags.oneway != .against, tags.oneway != .drawn)
    }
  }

  mutating func orientLift(_ index: Int) {
    let tags = features[index].tags
    for line in features[index].lines.indices {
      let (forward, backward) = liftDirections(tags, features[index].lines[line])
      features[index].lines[line].allowsForward = forward
      features[index].lines[line].allowsBackward = backward
    }
  }

  private func liftDirections(_ tags: RawTags, _ line: RawLine) -> (forward: Bool, backward: Bool) {
    switch tags.oneway {
    case .both: return (true, true)
    case .drawn: return (true, false)
    case .against: return (false, true)
    case .untagged: break
    }
    let kind = tags.liftKind ?? "unknown"
    let slope = slope(of: line)
    if !line.hasElevations, heights == nil, isTurned(line) { return (false, true) }
    let up = (forward: slope != .falling, backward: slope == .falling || slope == .doubtful)
    if rawTwoWayKinds.contains(kind) || !rawUpwardKinds.contains(kind) && isFarFromRuns(line, slope) {
      return (true, true)
    }
    return up
  }

  /// Returns whether three runs more begin than end within 100 m of a lift's first vertex, compared with its last; runs
  /// that no direction is known of are taken as drawn.
  private func isTurned(_ line: RawLine) -> Bool {
    guard let first = line.points.first, let last = line.points.last else { return false }
    var excess = 0
    for feature in runsByID.values.joined().map({ features[$0] }) where feature.tags.isOperating {
      for run in feature.lines where !feature.tags.isTwoWayRun && !run.isClosed {
        let ends = run.allowsForward ? run.points : run.points.reversed()
        guard let upper = ends.first, let lower = ends.last else { continue }
        for (end, sign) in [(first, 1), (last, -1)] {
          excess += (length(upper - end) <= 100 ? sign : 0) - (length(lower - end) <= 100 ? sign : 0)
        }
      }
    }
    return excess >= 3
  }

  /// Returns whether no run lies within 150 m (with 5 m of doubt) of a lift's lower end, or of either when that is
  /// unclear.
  private func isFarFromRuns(_ line: RawLine, _ slope: RawSlope) -> Bool {
    guard let first = line.points.first, let last = line.points.last else { return false }
    switch slope {
    case .falling: return distanceToRuns(last) > 145
    case .rising, .unclear: return distanceToRuns(first) > 145
    case .doubtful: return max(distanceToRuns(first), distanceToRuns(last)) > 145
    }
  }

  private func distanceToRuns(_ point: SIMD2<Double>) -> Double {
    var best = Double.infinity
    for segment in grid.near(point, within: 150) {
      let feature = features[Int(segment.feature)]
      guard runsByID[feature.tags.id] != nil, feature.tags.isOperating else { continue }
      let line = feature.lines[Int(segment.line)].points
      let (a, b) = (line[Int(segment.segment)], line[Int(segment.segment) + 1])
      best = min(best, nearest(point, on: a, b).distance)
    }
    return best
  }
}
